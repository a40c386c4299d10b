"""Unpacks the part of the torch wheels that a CPU build needs: python3 unpack_libtorch.py WHEELS TARGET."""

import pathlib
import shutil
import sys
import zipfile

LIBRARIES = (
    "libc10.so",
    "libtorch_cpu.so",
    "libtorch.so",
    "libgomp.so.1",
    "libcudart.so.13",
    "libcupti.so.13",
)


def main(wheels: pathlib.Path, target: pathlib.Path) -> None:
    missing = set(LIBRARIES)
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                path = pathlib.PurePosixPath(name)
                if path.name in missing:
                    missing.remove(path.name)
                    copy(archive, name, target / "lib" / path.name)
                elif path.parts[:2] == ("torch", "include") and not name.endswith("/"):
                    copy(archive, name, target.joinpath(*path.parts[1:]))
    if missing:
        sys.exit(f"not in the wheels: {', '.join(sorted(missing))}")


def copy(archive: zipfile.ZipFile, name: str, to: pathlib.Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(name) as source, open(to, "wb") as out:
        shutil.copyfileobj(source, out, 1 << 20)


try:
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
except (OSError, zipfile.BadZipFile) as error:
    sys.exit(f"can't unpack: {error}")

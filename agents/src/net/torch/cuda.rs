//! CUDA at run time: the program links only the CPU half of libtorch, and the CUDA half registers itself when its
//! library is loaded. So one binary serves machines with and without a GPU.

use std::ffi::{CStr, CString};
use std::sync::OnceLock;

/// Loads libtorch's CUDA half if it lies beside the CPU half; later calls give the first answer. The library that was
/// loaded, or why there is none.
pub(super) fn load() -> &'static Result<String, String> {
    static LOADED: OnceLock<Result<String, String>> = OnceLock::new();
    LOADED.get_or_init(|| {
        let path = format!("{}/libtorch_cuda.so", folder()?);
        if !std::path::Path::new(&path).exists() {
            return Err(format!("{path} is not there"));
        }
        open(&path).map(|()| path)
    })
}

/// The folder of the libtorch that this process runs with.
fn folder() -> Result<String, String> {
    let maps = std::fs::read_to_string("/proc/self/maps").map_err(|e| format!("/proc/self/maps: {e}"))?;
    maps.lines()
        .filter_map(|line| line.find('/').map(|at| &line[at..]))
        .find_map(|path| path.strip_suffix("/libtorch_cpu.so"))
        .map(str::to_string)
        .ok_or_else(|| "libtorch_cpu.so is not loaded".to_string())
}

fn open(path: &str) -> Result<(), String> {
    let name = CString::new(path).map_err(|e| e.to_string())?;
    // SAFETY: `name` is a C string that outlives the call. The library's initialisers only register kernels with
    // libtorch_cpu, which is loaded already; the handle is never closed, so nothing they registered goes away.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !handle.is_null() {
        return Ok(());
    }
    // SAFETY: after a failed dlopen on this thread dlerror gives a C string, valid until the next call of the dl
    // functions on this thread; it is copied at once. Null is checked.
    let reason = unsafe {
        let text = libc::dlerror();
        if text.is_null() { None } else { Some(CStr::from_ptr(text).to_string_lossy().into_owned()) }
    };
    Err(reason.unwrap_or_else(|| format!("{path} can't be loaded")))
}

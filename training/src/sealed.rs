//! Sealed files: 8 bytes that say what it is, an LZ4 frame around a value in postcard, and the SHA-256 of all before.
//! What is cut off or changed shows itself.

use std::io::{Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

const DIGEST: usize = 32;

/// The bytes of a sealed file; equal values give equal bytes.
pub(crate) fn seal<T: Serialize>(magic: &[u8; 8], value: &T) -> Vec<u8> {
    let body = postcard::to_stdvec(value).expect("plain data");
    let mut compressor = lz4_flex::frame::FrameEncoder::new(magic.to_vec());
    compressor.write_all(&body).expect("memory takes all");
    let mut bytes = compressor.finish().expect("memory takes all");
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

/// The value in a sealed file, or what is wrong with it as a clause.
pub(crate) fn unseal<T: DeserializeOwned>(magic: &[u8; 8], bytes: &[u8]) -> Result<T, String> {
    if bytes.len() < magic.len() + DIGEST {
        return Err("it is too short: cut off?".into());
    }
    if !bytes.starts_with(magic) {
        return Err(format!("it does not begin with {}", String::from_utf8_lossy(magic)));
    }
    let (content, digest) = bytes.split_at(bytes.len() - DIGEST);
    if Sha256::digest(content)[..] != *digest {
        return Err("its checksum does not match: cut off or changed?".into());
    }
    let mut body = Vec::new();
    lz4_flex::frame::FrameDecoder::new(&content[magic.len()..])
        .read_to_end(&mut body)
        .map_err(|error| error.to_string())?;
    postcard::from_bytes(&body).map_err(|error| error.to_string())
}

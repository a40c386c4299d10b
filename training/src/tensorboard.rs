//! Scalars as TensorBoard reads them: event files of length-prefixed, checksummed records, each an `Event` message of
//! TensorFlow's `event.proto`. Only what a curve needs is written.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// One event file. Each writer needs a folder of its own.
#[derive(Debug)]
pub(crate) struct EventFile {
    file: File,
}

impl EventFile {
    /// Begins a file in this folder.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let name = format!("events.out.tfevents.{:010}.spinward", now() as u64);
        let mut file = Self { file: File::create(folder.join(name))? };
        let mut event = event_at(now(), 0);
        bytes_field(&mut event, 3, b"brain.Event:2");
        file.record(&event)?;
        Ok(file)
    }

    /// Adds a point of the curve `tag`.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn scalar(&mut self, tag: &str, value: f32, step: u64) -> io::Result<()> {
        self.record(&scalar_event(now(), tag, value, step))
    }

    fn record(&mut self, event: &[u8]) -> io::Result<()> {
        let length = (event.len() as u64).to_le_bytes();
        let mut record = length.to_vec();
        record.extend(masked_crc(&length).to_le_bytes());
        record.extend(event);
        record.extend(masked_crc(event).to_le_bytes());
        self.file.write_all(&record)
    }
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// `Event { wall_time = 1, step = 2 }`.
fn event_at(time: f64, step: u64) -> Vec<u8> {
    let mut event = vec![1 << 3 | 1];
    event.extend(time.to_le_bytes());
    event.push(2 << 3);
    varint(&mut event, step);
    event
}

/// `Event { summary = 5: Summary { value = 1: Value { tag = 1, simple_value = 2 } } }`.
fn scalar_event(time: f64, tag: &str, scalar: f32, step: u64) -> Vec<u8> {
    let mut value = Vec::new();
    bytes_field(&mut value, 1, tag.as_bytes());
    value.push(2 << 3 | 5);
    value.extend(scalar.to_le_bytes());
    let mut summary = Vec::new();
    bytes_field(&mut summary, 1, &value);
    let mut event = event_at(time, step);
    bytes_field(&mut event, 5, &summary);
    event
}

fn bytes_field(message: &mut Vec<u8>, number: u8, content: &[u8]) {
    message.push(number << 3 | 2);
    varint(message, content.len() as u64);
    message.extend(content);
}

fn varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

/// CRC-32C, rotated and shifted as the format asks.
fn masked_crc(bytes: &[u8]) -> u32 {
    crc32c(bytes).rotate_right(15).wrapping_add(0xA282_EAD8)
}

/// CRC-32C (Castagnoli), bit by bit: a record has some fifty bytes.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0x82F6_3B78 } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of RFC 3720, and of zeros (its appendix B.4).
    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc32c(b"123456789"), 0xE306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8A91_36AA);
    }

    /// The bytes that Google's protobuf makes of the same message.
    #[test]
    fn an_event_is_the_message_of_the_proto() {
        let event = scalar_event(1.5, "a/b", 0.25, 300);
        let wanted: [u8; 26] = [
            0x09, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, // wall_time = 1.5
            0x10, 0xAC, 0x02, // step = 300
            0x2A, 0x0C, 0x0A, 0x0A, // summary, value
            0x0A, 0x03, b'a', b'/', b'b', // tag
            0x15, 0, 0, 0x80, 0x3E, // simple_value = 0.25
        ];
        assert_eq!(event, wanted);
    }
}

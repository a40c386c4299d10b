//! Scalars as TensorBoard reads them. The records and messages are those of tensorboard-rs; its own writer is not used, since
//! it writes in a thread and panics where it can't.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use protobuf::Message;
use tensorboard_proto::event::Event;
use tensorboard_rs::record_writer::RecordWriter;
use tensorboard_rs::summary;

/// One event file. Each needs a folder of its own.
pub(crate) struct EventFile {
    records: RecordWriter<File>,
}

impl EventFile {
    /// Begins a file in this folder.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let name = format!("events.out.tfevents.{:010}.spinward", now() as u64);
        let mut file = Self { records: RecordWriter::new(File::create(folder.join(name))?) };
        let mut event = Event::new();
        event.set_file_version("brain.Event:2".into());
        file.write(event)?;
        Ok(file)
    }

    /// Adds a point of the curve `tag`.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn scalar(&mut self, tag: &str, value: f32, step: u64) -> io::Result<()> {
        let mut event = Event::new();
        event.set_step(step as i64);
        event.set_summary(summary::scalar(tag, value));
        self.write(event)
    }

    fn write(&mut self, mut event: Event) -> io::Result<()> {
        event.set_wall_time(now());
        self.records.write(&event.write_to_bytes()?)
    }
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each record is a length (8 bytes), its checksum (4), the event, and the event's checksum (4).
    #[test]
    fn a_file_holds_its_version_and_every_point() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = EventFile::create(folder.path()).unwrap();
        file.scalar("learning/policy", 0.25, 300).unwrap();
        let path = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(path).unwrap();
        let mut rest = bytes.as_slice();
        let mut events = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk::<8>() {
            let end = 4 + u64::from_le_bytes(*length) as usize;
            events.push(Event::parse_from_bytes(&after[4..end]).unwrap());
            rest = &after[end + 4..];
        }
        assert_eq!(events.len(), 2);
        assert_eq!(events[0].get_file_version(), "brain.Event:2");
        let point = &events[1].get_summary().get_value()[0];
        assert_eq!(
            (events[1].get_step(), point.get_tag(), point.get_simple_value()),
            (300, "learning/policy", 0.25)
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_can_not_be_written_is_an_error() {
        let full = File::create("/dev/full").unwrap();
        let mut file = EventFile { records: RecordWriter::new(full) };
        assert!(file.scalar("learning/policy", 0.25, 300).is_err());
    }
}

//! Bytes into lines, lines into verb and object.

use serde_json::{Map, Value};

use super::error::{Code, Refusal};

/// The longest line, in bytes without its end.
pub const MAX_LINE: usize = 1 << 20;
/// The longest `id`, in characters.
const MAX_ID: usize = 100;

/// Cuts what comes in into lines; of a line that is too long it keeps nothing.
#[derive(Debug, Default)]
pub(super) struct Framer {
    line: Vec<u8>,
    too_long: bool,
}

impl Framer {
    /// The lines that end within `bytes`, without their ends; `None`: one that was too long.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                None => self.add(piece),
                Some(piece) => {
                    self.add(piece);
                    lines.push(self.end());
                }
            }
        }
        lines
    }

    /// Whether the input stopped inside a line.
    pub(super) fn is_inside_a_line(&self) -> bool {
        self.too_long || !self.line.is_empty()
    }

    fn add(&mut self, piece: &[u8]) {
        // One byte more may be the carriage return of the line's end.
        self.too_long |= self.line.len() + piece.len() > MAX_LINE + 1;
        if self.too_long {
            self.line = Vec::new();
        } else {
            self.line.extend_from_slice(piece);
        }
    }

    fn end(&mut self) -> Option<Vec<u8>> {
        let mut line = std::mem::take(&mut self.line);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let too_long = std::mem::take(&mut self.too_long) || line.len() > MAX_LINE;
        (!too_long).then_some(line)
    }
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request {
    pub(super) verb: String,
    /// What answers repeat.
    pub(super) id: Option<Value>,
    /// The object without its `id`.
    pub(super) fields: Map<String, Value>,
}

impl Request {
    /// Reads a line; `None`: it is blank.
    ///
    /// # Errors
    /// If it is no `verb {json object}`, or its id is none.
    pub(super) fn read(line: &[u8]) -> Result<Option<Self>, Refusal> {
        let text = std::str::from_utf8(line)
            .map_err(|error| Refusal::new(Code::BadJson, format!("the line is no UTF-8: {error}")))?
            .trim_end();
        if text.is_empty() {
            return Ok(None);
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut fields = match rest.trim() {
            "" => Map::new(),
            rest => serde_json::from_str(rest).map_err(|error| {
                let message = format!("{}: {error}; VERB {{JSON OBJECT}} would be right", shown(verb));
                Refusal::new(Code::BadJson, message)
            })?,
        };
        let id = match fields.remove("id") {
            Some(Value::String(id)) if id.chars().count() > MAX_ID => {
                let message = format!("id: it has more than {MAX_ID} characters");
                return Err(Refusal::new(Code::BadValue, message));
            }
            Some(id @ (Value::String(_) | Value::Number(_))) => Some(id),
            None => None,
            Some(_) => return Err(Refusal::new(Code::BadValue, "id: expected a string or a number")),
        };
        Ok(Some(Self { verb: verb.into(), id, fields }))
    }
}

/// The beginning of a word from outside, for messages.
pub(super) fn shown(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        None => word.into(),
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<Option<Vec<u8>>> {
        let mut framer = Framer::default();
        pieces.iter().flat_map(|piece| framer.push(piece)).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let whole: &[u8] = b"hello {}\r\n\nready\n\r\n";
        let expected: Vec<Option<Vec<u8>>> =
            [&b"hello {}"[..], b"", b"ready", b""].map(|line| Some(line.to_vec())).into();
        assert_eq!(lines(&[whole]), expected);
        let bytes: Vec<&[u8]> = whole.chunks(1).collect();
        assert_eq!(lines(&bytes), expected);
    }

    #[test]
    fn a_line_may_have_a_megabyte_and_no_more() {
        let mut line = vec![b'x'; MAX_LINE];
        line.extend(b"\r\n");
        assert_eq!(lines(&[&line])[0].as_ref().map(Vec::len), Some(MAX_LINE));
        line.insert(0, b'x');
        line.extend(b"quit\n");
        assert_eq!(lines(&[&line]), [None, Some(b"quit".to_vec())]);
        line.splice(0..0, vec![b'y'; 3 * MAX_LINE]);
        let pieces: Vec<&[u8]> = line.chunks(100_000).collect();
        assert_eq!(lines(&pieces), [None, Some(b"quit".to_vec())]);
    }

    #[test]
    fn a_line_is_a_verb_and_an_object() {
        let read = |line: &str| Request::read(line.as_bytes()).unwrap().unwrap();
        let request = read("go {\"id\":\"a\", \"ply\":3}");
        assert_eq!((request.verb.as_str(), request.id), ("go", Some(json!("a"))));
        assert_eq!(Value::Object(request.fields), json!({"ply": 3}));
        assert_eq!((read("quit").fields.len(), read("quit ").id), (0, None));
        assert_eq!(Request::read(b"  ").unwrap(), None);
    }

    #[test]
    fn anything_else_is_refused_with_what_would_be_right() {
        let refusal = |line: &[u8]| Request::read(line).unwrap_err();
        for line in [&b"go {"[..], b"go 3", b"go {} {}", b"go [1]", b"\xff\xfe", b"go {\"ply\":nan}"] {
            assert_eq!(refusal(line).code, Code::BadJson, "{line:?}");
        }
        let message = refusal(b"go {\"ply\":").message;
        assert!(message.starts_with("go: EOF") && message.ends_with("would be right"), "{message}");
        let deep = format!("go {}", "[".repeat(100_000));
        assert_eq!(refusal(deep.as_bytes()).code, Code::BadJson);
        for line in ["go {\"id\":{}}".into(), "go {\"id\":null}".into(), format!("go {{\"id\":\"{deep}\"}}")]
        {
            assert_eq!(refusal(line.as_bytes()).code, Code::BadValue, "{line}");
        }
    }
}

use std::fmt::{self, Write as _};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use super::{Lab, LabError};
use crate::report::write_table;

/// What a query came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, one cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A value of SQLite.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text; bytes are written as hexadecimal digits.
    Text(String),
}

/// How an answer is written for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines of values between commas (RFC 4180), the names of the columns first.
    Csv,
    /// One document, `{"schema":"spinward/lab/1","rows":[{"column":value}]}`; of columns with the same name the second is `column_2`,
    /// and so on.
    Json,
}

impl Lab {
    /// Answers a query. The lab should have been opened by [`Lab::read`].
    ///
    /// # Errors
    /// What SQLite says to the query, or that it would change something or asks for nothing.
    pub fn answer(&self, sql: &str) -> Result<Answer, LabError> {
        let error = |error| self.error(&error);
        let mut statement = self.connection.prepare(sql).map_err(error)?;
        if !statement.readonly() {
            return Err(LabError::Writes(sql.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        if statement.column_count() == 0 {
            return Err(LabError::NoQuery(sql.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        let columns: Vec<String> = statement.column_names().map(String::from).collect();
        let mut found = statement.query([]).map_err(error)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(error)? {
            let cell = |index| row.get_ref(index).map(Cell::of);
            rows.push((0..columns.len()).map(cell).collect::<Result<_, _>>().map_err(error)?);
        }
        Ok(Answer { columns, rows })
    }

    /// Every game with what it came to: the view `results`, in the order in which they were recorded.
    ///
    /// # Errors
    /// If the lab is damaged.
    pub fn games(&self) -> Result<Answer, LabError> {
        self.answer("SELECT * FROM results ORDER BY id")
    }
}

impl Answer {
    /// The answer for other programs; ends with a line feed.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Csv => self.csv(),
            Format::Json => format!("{:#}\n", self.json()),
        }
    }

    fn csv(&self) -> String {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
                true => format!("\"{}\"", cell.replace('"', "\"\"")),
                false => cell,
            };
            _ = write!(text, "{}\r\n", cells.map(quoted).collect::<Vec<_>>().join(","));
        };
        line(&mut self.columns.iter().cloned());
        self.rows.iter().for_each(|row| line(&mut row.iter().map(ToString::to_string)));
        text
    }

    fn json(&self) -> Value {
        let names = self.different_names();
        let object = |row: &Vec<Cell>| -> Map<String, Value> {
            names.iter().cloned().zip(row.iter().map(Cell::json)).collect()
        };
        json!({ "schema": "spinward/lab/1", "rows": self.rows.iter().map(object).collect::<Vec<_>>() })
    }

    /// The names of the columns, with a number behind those that came before.
    fn different_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let numbered = (2..).map(|number| format!("{column}_{number}"));
            let name = [column.clone()].into_iter().chain(numbered).find(|name| !names.contains(name));
            names.extend(name);
        }
        names
    }
}

impl fmt::Display for Answer {
    /// A table, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![self.columns.clone()];
        rows.extend(self.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()));
        write_table(f, &rows)
    }
}

impl Cell {
    fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Text(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Integer(number) => json!(number),
            Self::Real(number) => json!(number),
            Self::Text(text) => json!(text),
        }
    }
}

impl fmt::Display for Cell {
    /// Nothing is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

use std::ops::Range;

use super::{ObservationSpec, RowIndex};

/// The tensors of a view. Values are integers; a network multiplies each by its column's scale.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Block after block, each `[rows, columns]` row-major; absent rows are zero.
    pub values: Vec<i16>,
    /// `[rows]`: whether the row is there.
    pub present: Vec<bool>,
}

impl Observation {
    /// An observation of this shape with no row present.
    pub fn new(spec: &ObservationSpec) -> Self {
        Self { values: vec![0; spec.values()], present: vec![false; spec.rows()] }
    }

    /// To be written into.
    pub fn as_mut(&mut self) -> ObservationMut<'_> {
        ObservationMut { values: &mut self.values, present: &mut self.present }
    }
}

/// An observation that lies elsewhere, in an [`Observation`] or among those of a batch, to be written into. The shapes
/// are those of [`Observation`].
#[derive(Debug)]
pub struct ObservationMut<'a> {
    /// Block after block, each `[rows, columns]` row-major.
    pub values: &'a mut [i16],
    /// `[rows]`: whether the row is there.
    pub present: &'a mut [bool],
}

impl ObservationMut<'_> {
    /// Marks every row absent and every value zero.
    pub fn clear(&mut self) {
        self.values.fill(0);
        self.present.fill(false);
    }

    /// Marks a row present and gives its columns to write, starting at the first.
    pub fn row(&mut self, spec: &ObservationSpec, block: usize, row: usize) -> RowWriter<'_> {
        let columns = spec.blocks[block].columns.len();
        let first = spec.first_value(block) + row * columns;
        self.row_at(spec.row(block, row), first..first + columns)
    }

    /// The same for a row whose index and values have been looked up before.
    pub fn row_at(&mut self, row: RowIndex, values: Range<usize>) -> RowWriter<'_> {
        self.present[row.index()] = true;
        RowWriter { columns: &mut self.values[values], next: 0 }
    }

    /// Makes this what another of the same shape is.
    ///
    /// # Panics
    /// If it is of another shape.
    pub fn copy_from(&mut self, other: &Observation) {
        self.values.copy_from_slice(&other.values);
        self.present.copy_from_slice(&other.present);
    }
}

/// Writes the columns of one row, left to right.
#[derive(Debug)]
pub struct RowWriter<'a> {
    columns: &'a mut [i16],
    next: usize,
}

impl RowWriter<'_> {
    /// Writes the next column; values beyond 16 bits are clamped.
    pub fn put(&mut self, value: impl Into<i64>) -> &mut Self {
        self.columns[self.next] = value.into().clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16;
        self.next += 1;
        self
    }

    /// Adds to the column `offset` places after the next one to be written.
    pub fn add(&mut self, offset: usize, value: i16) {
        self.columns[self.next + offset] += value;
    }

    /// Leaves `count` columns as they are.
    pub fn skip(&mut self, count: usize) -> &mut Self {
        self.next += count;
        self
    }

    /// Writes 1 into column `index` of the next `count`, and leaves the others 0.
    pub fn one_hot(&mut self, index: usize, count: usize) -> &mut Self {
        debug_assert!(index < count, "one-hot index {index} of {count}");
        self.columns[self.next + index] = 1;
        self.next += count;
        self
    }

    /// How many columns are still unwritten.
    pub fn left(&self) -> usize {
        self.columns.len() - self.next
    }
}

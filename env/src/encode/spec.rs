/// A row of an observation, counted through all blocks in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowIndex(pub u16);

impl RowIndex {
    /// As an index into row tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a game's observations. Rows are counted through all blocks in order; absent rows stay in
/// place and are marked.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservationSpec {
    /// [`Card::encoding_version`](crate::core::Card) of the game.
    pub version: u32,
    /// The blocks, in row order.
    pub blocks: Vec<Block>,
    /// Static relations between all rows.
    pub relations: Vec<Relation>,
    /// The block with one row per seat, ordered from the viewer: the outcome head reads these rows.
    pub sides: usize,
    /// The block whose rows can be owned, if there is one: the owner head reads these rows.
    pub sites: Option<usize>,
    /// The names of the verbs that action tokens use.
    pub verbs: Vec<&'static str>,
    /// The largest quantity of any action token.
    pub max_quantity: u8,
}

/// A named table `[rows, columns]` of an observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its name.
    pub name: &'static str,
    /// How many rows there is room for.
    pub rows: usize,
    /// The columns, in order.
    pub columns: Vec<Column>,
}

/// A column of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What one unit of the stored integer is.
    pub unit: &'static str,
    /// What a stored integer is multiplied by before a network reads it.
    pub scale: f32,
}

/// A static relation between rows: a category for each ordered pair, for example the distance in lanes. The
/// network learns a bias for each category.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// How many categories there are; category 0 means "none".
    pub categories: u8,
    /// `[rows, rows]`, row-major, each below `categories`.
    pub pairs: Vec<u8>,
}

impl Column {
    /// A column with this name, unit and scale.
    pub fn new(name: impl Into<String>, unit: &'static str, scale: f32) -> Self {
        Self { name: name.into(), unit, scale }
    }
}

impl ObservationSpec {
    /// How many rows all blocks have together.
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(|b| b.rows).sum()
    }

    /// How many values an observation has: the sum of rows times columns.
    pub fn values(&self) -> usize {
        self.blocks.iter().map(|b| b.rows * b.columns.len()).sum()
    }

    /// The first row of a block.
    pub fn first_row(&self, block: usize) -> usize {
        self.blocks[..block].iter().map(|b| b.rows).sum()
    }

    /// The row `row` of block `block`, counted through all blocks.
    pub fn row(&self, block: usize, row: usize) -> RowIndex {
        debug_assert!(row < self.blocks[block].rows, "{} has no row {row}", self.blocks[block].name);
        RowIndex((self.first_row(block) + row) as u16)
    }

    /// Where the values of a block begin.
    pub fn first_value(&self, block: usize) -> usize {
        self.blocks[..block].iter().map(|b| b.rows * b.columns.len()).sum()
    }
}

/// One figure of a game's data: what a setup may correct ([`Setup::figures`](super::Setup::figures)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its key: the file, the tables and the name, with dots between them.
    pub key: String,
    /// Its value, as TOML.
    pub value: String,
    /// How sure it is, in the words of the game's data; empty where nothing is said.
    pub tag: String,
    /// Where it comes from; empty where nothing is said.
    pub source: String,
}

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinward_env::core::{PlannerRng, planner_rng, uniform_index};
use thiserror::Error;

use super::{Interface, NetworkConfig, Parameter, Start, parameters};
use crate::file::{self, FileError, write_whole};

/// The metadata key of our description. One key, since the order of several is not stable in the file.
const METADATA_KEY: &str = "spinward";
const FORMAT: u32 = 2;

/// One tensor in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its axes.
    pub shape: Vec<usize>,
    /// Row-major.
    pub data: Vec<f32>,
}

/// The weights of a network, with what they are made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The size of the network.
    pub network: NetworkConfig,
    /// What it is made for.
    pub interface: Interface,
    tensors: BTreeMap<String, Tensor>,
}

/// How numbers are stored in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Half precision: what ships.
    F16,
    /// Full precision: what learning goes on from.
    F32,
}

/// Why a weights file can't be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not a weights file of ours, or it is damaged.
    #[error("{path} is not a whole weights file: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// It is a good file, made for something else.
    #[error("{path}: these weights don't fit: {reason}")]
    Foreign {
        /// The file.
        path: String,
        /// What differs, as a clause.
        reason: String,
    },
}

/// The description inside a file.
#[derive(Serialize, Deserialize)]
struct Description {
    format: u32,
    network: NetworkConfig,
    interface: Interface,
}

impl Weights {
    /// Fresh weights; the same seed gives the same numbers.
    pub fn random(network: NetworkConfig, interface: Interface, seed: u64) -> Self {
        let tensors = parameters(&network, &interface)
            .into_iter()
            .enumerate()
            .map(|(i, parameter)| {
                let mut rng = planner_rng(seed, 0x5745_4947 + i as u64);
                let data = match parameter.start {
                    Start::Constant(value) => vec![value; parameter.len()],
                    Start::Normal(spread) => {
                        (0..parameter.len()).map(|_| spread * normal(&mut rng)).collect()
                    }
                };
                (parameter.name, Tensor { shape: parameter.shape, data })
            })
            .collect();
        Self { network, interface, tensors }
    }

    /// The tensor with this name.
    ///
    /// # Panics
    /// If the network has no such tensor: the names come from [`parameters`].
    pub fn tensor(&self, name: &str) -> &Tensor {
        self.tensors.get(name).unwrap_or_else(|| panic!("no tensor '{name}' in a network of this shape"))
    }

    /// Every tensor by name, in the order of names.
    pub fn tensors(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.tensors.iter().map(|(name, tensor)| (name.as_str(), tensor))
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.tensors.values().map(|t| t.data.len()).sum()
    }

    /// The same network with other numbers.
    ///
    /// # Errors
    /// If a tensor is missing, superfluous or of another shape.
    pub fn with_tensors(&self, tensors: BTreeMap<String, Tensor>) -> Result<Self, String> {
        check_shapes(&parameters(&self.network, &self.interface), &tensors)?;
        Ok(Self { network: self.network, interface: self.interface.clone(), tensors })
    }

    /// The name of these weights: the first 16 hex digits of the hash of their file in full precision.
    pub fn id(&self) -> String {
        let digest = Sha256::digest(self.to_bytes(Precision::F32));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Refuses weights made for something else than `wanted`; `path` names them in the error.
    ///
    /// # Errors
    /// What differs.
    pub fn check_fits(&self, wanted: &Interface, path: &str) -> Result<(), WeightsError> {
        match self.interface.difference(wanted) {
            None => Ok(()),
            Some(reason) => Err(WeightsError::Foreign { path: path.into(), reason }),
        }
    }

    /// The bytes of a weights file (safetensors); the same weights give the same bytes.
    pub fn to_bytes(&self, precision: Precision) -> Vec<u8> {
        let description =
            Description { format: FORMAT, network: self.network, interface: self.interface.clone() };
        let text = serde_json::to_string(&description).expect("plain data");
        tensors_to_bytes(&self.tensors, precision, (METADATA_KEY, text))
    }

    /// Reads the bytes of a weights file; `path` names it in errors.
    ///
    /// # Errors
    /// If the bytes are not a whole weights file.
    pub fn from_bytes(bytes: &[u8], path: &str) -> Result<Self, WeightsError> {
        let damaged = |reason: String| WeightsError::Damaged { path: path.into(), reason };
        let (tensors, text) = tensors_from_bytes(bytes, METADATA_KEY).map_err(damaged)?;
        let description: Description = serde_json::from_str(&text)
            .map_err(|e| damaged(format!("its description can't be read: {e}")))?;
        let Description { format, network, interface } = description;
        if format != FORMAT {
            return Err(damaged(format!("its format is {format}, this program reads format {FORMAT}")));
        }
        network.check().map_err(damaged)?;
        check_shapes(&parameters(&network, &interface), &tensors).map_err(damaged)?;
        Ok(Self { network, interface, tensors })
    }

    /// Writes a weights file: whole or not at all.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn save(&self, path: &Path, precision: Precision) -> Result<(), WeightsError> {
        Ok(write_whole(path, &self.to_bytes(precision))?)
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// If it can't be read or is damaged.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        Self::from_bytes(&file::read(path)?, &path.display().to_string())
    }
}

/// The bytes of a safetensors file with one piece of metadata: the SHA-256 of all that the file says, a space, and the
/// text.
pub fn tensors_to_bytes(
    tensors: &BTreeMap<String, Tensor>,
    precision: Precision,
    (key, text): (&str, String),
) -> Vec<u8> {
    let stored: Vec<(&str, &Tensor, Vec<u8>)> = tensors
        .iter()
        .map(|(name, tensor)| {
            let numbers = tensor.data.iter();
            let bytes = match precision {
                Precision::F32 => numbers.flat_map(|x| x.to_le_bytes()).collect(),
                Precision::F16 => numbers.flat_map(|&x| half::f16::from_f32(x).to_le_bytes()).collect(),
            };
            (name.as_str(), tensor, bytes)
        })
        .collect();
    let dtype = match precision {
        Precision::F16 => Dtype::F16,
        Precision::F32 => Dtype::F32,
    };
    let views: Vec<(&str, TensorView<'_>)> = stored
        .iter()
        .map(|(name, tensor, bytes)| {
            let view = TensorView::new(dtype, tensor.shape.clone(), bytes).expect("one number per place");
            (*name, view)
        })
        .collect();
    let digest = digest(&text, views.iter().map(|(name, view)| (*name, view)));
    let metadata = HashMap::from([(key.to_string(), format!("{digest} {text}"))]);
    safetensors::serialize(views, Some(metadata)).expect("names and shapes are sound")
}

/// The tensors and one piece of metadata of a safetensors file.
///
/// # Errors
/// What is wrong with the bytes, as a clause.
pub fn tensors_from_bytes(bytes: &[u8], key: &str) -> Result<(BTreeMap<String, Tensor>, String), String> {
    let (_, header) =
        SafeTensors::read_metadata(bytes).map_err(|e| format!("it is no safetensors file ({e})"))?;
    let text = header.metadata().as_ref().and_then(|m| m.get(key)).cloned();
    let text = text.ok_or_else(|| format!("it has no '{key}' description"))?;
    let file = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
    let mut views: Vec<(&str, TensorView<'_>)> = file.iter().collect();
    views.sort_by_key(|(name, _)| *name);
    let checked = text.split_once(' ').filter(|(written, _)| written.len() == 64);
    let (written, text) = checked.ok_or("it has no checksum")?;
    if digest(text, views.iter().map(|(name, view)| (*name, view))) != written {
        return Err("its checksum does not match: cut off or changed?".into());
    }
    let mut tensors = BTreeMap::new();
    for (name, view) in views {
        let data: Vec<f32> = match view.dtype() {
            Dtype::F32 => {
                view.data().chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
            }
            Dtype::F16 => {
                view.data().chunks_exact(2).map(|b| half::f16::from_le_bytes([b[0], b[1]]).to_f32()).collect()
            }
            other => return Err(format!("tensor '{name}' holds {other:?}; F32 or F16 would be right")),
        };
        tensors.insert(name.to_string(), Tensor { shape: view.shape().to_vec(), data });
    }
    Ok((tensors, text.into()))
}

/// The SHA-256 of a description and of tensors in the order of their names, as hex digits.
fn digest<'a>(text: &str, tensors: impl Iterator<Item = (&'a str, &'a TensorView<'a>)>) -> String {
    let mut hash = Sha256::new();
    hash.update(text);
    for (name, view) in tensors {
        hash.update(format!("\n{name} {:?} {:?}\n", view.dtype(), view.shape()));
        hash.update(view.data());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check_shapes(wanted: &[Parameter], tensors: &BTreeMap<String, Tensor>) -> Result<(), String> {
    for Parameter { name, shape, .. } in wanted {
        match tensors.get(name) {
            None => return Err(format!("tensor '{name}' is missing")),
            Some(tensor) if tensor.shape != *shape => {
                return Err(format!("tensor '{name}' is {:?}, {shape:?} would be right", tensor.shape));
            }
            Some(_) => {}
        }
    }
    match tensors.keys().find(|&name| wanted.iter().all(|p| p.name != *name)) {
        Some(name) => Err(format!("this network has no tensor '{name}'")),
        None => Ok(()),
    }
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut PlannerRng) -> f32 {
    const STEPS: usize = 1 << 53;
    let mut uniform = || (uniform_index(rng, STEPS) as f64 + 0.5) / STEPS as f64;
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), std::f64::consts::TAU * uniform());
    (radius * angle.cos()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    fn weights() -> Weights {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let network = NetworkConfig { layers: 1, width: 8, heads: 2, ffn: 8 };
        Weights::random(network, Interface::of(&game), 1)
    }

    #[test]
    fn a_file_gives_back_the_same_weights_and_the_same_bytes() {
        let (weights, folder) = (weights(), tempfile::tempdir().unwrap());
        let path = folder.path().join("a.safetensors");
        weights.save(&path, Precision::F32).unwrap();
        let back = Weights::load(&path).unwrap();
        assert_eq!(back, weights);
        assert_eq!(back.id(), weights.id());
        assert_eq!(std::fs::read(&path).unwrap(), back.to_bytes(Precision::F32));
    }

    #[test]
    fn half_precision_is_half_the_size_and_close() {
        let weights = weights();
        let bytes = weights.to_bytes(Precision::F16);
        let back = Weights::from_bytes(&bytes, "memory").unwrap();
        assert!(bytes.len() + weights.count() < weights.to_bytes(Precision::F32).len());
        for (name, tensor) in weights.tensors() {
            for (x, y) in tensor.data.iter().zip(&back.tensor(name).data) {
                assert!((x - y).abs() <= 1e-3 * x.abs().max(1e-3), "{name}: {x} {y}");
            }
        }
    }

    #[test]
    fn foreign_weights_are_refused_with_what_differs() {
        let weights = weights();
        let mut wanted = weights.interface.clone();
        wanted.blocks[1].columns[1].0 = "points at risk".into();
        let text = weights.check_fits(&wanted, "a.safetensors").unwrap_err().to_string();
        assert_eq!(
            text,
            "a.safetensors: these weights don't fit: column of block 'turn' 2 is (\"turn total\", 0.01) in \
             them and (\"points at risk\", 0.01) in the game"
        );
    }

    #[test]
    fn damaged_bytes_are_refused_wherever_a_bit_flips() {
        let mut bytes = weights().to_bytes(Precision::F16);
        for at in (0..bytes.len()).step_by(13) {
            bytes[at] ^= 1 << (at % 8);
            let read = Weights::from_bytes(&bytes, "flipped");
            assert!(matches!(read, Err(WeightsError::Damaged { .. })), "byte {at}");
            bytes[at] ^= 1 << (at % 8);
        }
    }

    #[test]
    fn damaged_bytes_are_refused_wherever_they_are_cut() {
        let bytes = weights().to_bytes(Precision::F32);
        for cut in [0, 7, 100, bytes.len() / 2, bytes.len() - 1] {
            let error = Weights::from_bytes(&bytes[..cut], "cut").unwrap_err();
            assert!(matches!(error, WeightsError::Damaged { .. }), "{error}");
        }
    }
}

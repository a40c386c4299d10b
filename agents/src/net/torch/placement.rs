use tch::{Device, Kind, Tensor};

/// Where a network runs on libtorch, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The device.
    pub device: Device,
    /// Whether matrices are multiplied in bf16. Weights, norms, softmax, sums and losses are f32 either way.
    pub bf16: bool,
    /// Whether batches go to a GPU through pinned memory, so that the CPU need not wait for the copy. Nothing changes
    /// on the CPU.
    pub pinned: bool,
}

impl Placement {
    /// A device, all in f32, with plain copies.
    pub fn plain(device: Device) -> Self {
        Self { device, bf16: false, pinned: false }
    }

    /// The best device, with what was asked for where it is a GPU; on the CPU all is f32.
    pub fn best(bf16: bool, pinned: bool) -> Self {
        match super::device() {
            Device::Cpu => Self::plain(Device::Cpu),
            device => Self { device, bf16, pinned },
        }
    }

    /// A tensor of the CPU, on the device.
    pub fn upload(&self, tensor: &Tensor) -> Tensor {
        if self.pinned && self.device != Device::Cpu {
            // The copy is queued like any kernel; libtorch keeps the pinned memory until it is done.
            let pinned = tensor.pin_memory(self.device);
            return pinned.to_device_(self.device, tensor.kind(), true, false);
        }
        tensor.to_device(self.device)
    }

    /// `a` times `b`, in f32 or bf16; the product is f32.
    pub(super) fn matmul(&self, a: &Tensor, b: &Tensor) -> Tensor {
        match self.bf16 {
            true => a.to_kind(Kind::BFloat16).matmul(&b.to_kind(Kind::BFloat16)).to_kind(Kind::Float),
            false => a.matmul(b),
        }
    }

    /// Rows of `input` times a matrix `[out, in]`, in f32 or bf16; the product is f32.
    pub(super) fn linear(&self, input: &Tensor, matrix: &Tensor) -> Tensor {
        match self.bf16 {
            true => {
                let (input, matrix) = (input.to_kind(Kind::BFloat16), matrix.to_kind(Kind::BFloat16));
                input.linear(&matrix, None::<&Tensor>).to_kind(Kind::Float)
            }
            false => input.linear(matrix, None::<&Tensor>),
        }
    }
}

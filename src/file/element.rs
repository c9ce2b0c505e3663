//! The number types that a table can be stored in.

use half::f16;

/// The type of the elements of an .npy file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Element {
    F16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl Element {
    /// Returns the bytes per element: 1, 2, 4 or 8.
    pub fn bytes(self) -> usize {
        match self {
            Element::I8 | Element::U8 => 1,
            Element::F16 | Element::I16 | Element::U16 => 2,
            Element::F32 | Element::I32 | Element::U32 => 4,
            Element::F64 | Element::I64 | Element::U64 => 8,
        }
    }

    /// Returns the value of one little-endian element.
    pub(super) fn decode(self, bytes: &[u8]) -> f64 {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(eight);
        // Each cast keeps the low bytes, which hold the whole element.
        match self {
            Element::F16 => f16::from_bits(bits as u16).into(),
            Element::F32 => f32::from_bits(bits as u32).into(),
            Element::F64 => f64::from_bits(bits),
            Element::I8 => (bits as i8).into(),
            Element::I16 => (bits as i16).into(),
            Element::I32 => (bits as i32).into(),
            Element::I64 => bits as i64 as f64,
            Element::U8 | Element::U16 | Element::U32 | Element::U64 => bits as f64,
        }
    }
}

//! The number types that a table can be stored in.

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
    /// Bytes in an element: 1, 2, 4 or 8.
    pub fn bytes(self) -> usize {
        match self {
            Element::I8 | Element::U8 => 1,
            Element::F16 | Element::I16 | Element::U16 => 2,
            Element::F32 | Element::I32 | Element::U32 => 4,
            Element::F64 | Element::I64 | Element::U64 => 8,
        }
    }

    /// The name that NumPy gives it: `float32`, `int64`.
    pub fn name(self) -> &'static str {
        match self {
            Element::F16 => "float16",
            Element::F32 => "float32",
            Element::F64 => "float64",
            Element::I8 => "int8",
            Element::I16 => "int16",
            Element::I32 => "int32",
            Element::I64 => "int64",
            Element::U8 => "uint8",
            Element::U16 => "uint16",
            Element::U32 => "uint32",
            Element::U64 => "uint64",
        }
    }

    /// The value of one element, its lowest byte first.
    pub(super) fn decode(self, bytes: &[u8]) -> f64 {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(eight);
        // Each cast keeps the low bytes, which are all that the element has.
        match self {
            Element::F16 => f64_from_f16(bits as u16),
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

/// IEEE 754 half precision: 1 bit of sign, 5 of exponent e, 10 of fraction m.
///
/// ```text
/// e = 0: m 2^-24        e = 31: infinity (m = 0) or NaN        else (1024 + m) 2^(e - 25)
/// ```
fn f64_from_f16(bits: u16) -> f64 {
    let exponent = i32::from((bits >> 10) & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    let magnitude = match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2.0_f64.powi(exponent - 25),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

//! .safetensors: what is written is read back by the format's own library.

use half::{bf16, f16};
use poscope::encoding::{Encoding, Precision, Rows, Spec};
use poscope::file::{Storage, TENSOR, write_safetensors};
use safetensors::{Dtype, SafeTensors};

fn written(spec: Spec, storage: Storage) -> Vec<u8> {
    let encoding = Encoding::new(spec).unwrap();
    let mut bytes = Vec::new();
    write_safetensors(&mut bytes, &Rows::new(&encoding), storage, &mut |_| true).unwrap();
    bytes
}

#[test]
fn every_type_comes_back_bit_by_bit() {
    let spec = Spec {
        d_model: 15,
        max_len: 77,
        ..Spec::default()
    };
    let encoding = Encoding::new(spec.clone()).unwrap();
    for (storage, dtype, precision) in [
        (Storage::F64, Dtype::F64, Precision::F64),
        (Storage::F32, Dtype::F32, Precision::F32),
        (Storage::F16, Dtype::F16, Precision::F16),
        (Storage::Bf16, Dtype::BF16, Precision::Bf16),
    ] {
        let bytes = written(spec.clone(), storage);
        let file = SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(file.names(), [TENSOR]);
        let tensor = file.tensor(TENSOR).unwrap();
        assert_eq!((tensor.dtype(), tensor.shape()), (dtype, &[77, 15][..]));
        let size = tensor.data().len() / (77 * 15);
        for (i, cell) in tensor.data().chunks_exact(size).enumerate() {
            let found = match size {
                8 => f64::from_le_bytes(cell.try_into().unwrap()),
                4 => f32::from_le_bytes(cell.try_into().unwrap()).into(),
                _ if storage == Storage::F16 => f16::from_le_bytes(cell.try_into().unwrap()).to_f64(),
                _ => bf16::from_le_bytes(cell.try_into().unwrap()).to_f64(),
            };
            let expected = precision.round(encoding.value(i / 15, i % 15).unwrap());
            assert_eq!(found.to_bits(), expected.to_bits(), "{dtype:?} {i}");
        }
    }
}

#[test]
fn a_single_cell_is_a_table_and_the_cells_begin_at_a_multiple_of_eight() {
    for (d_model, max_len) in [(1, 1), (2, 1_000), (16_384, 3)] {
        let spec = Spec {
            d_model,
            max_len,
            ..Spec::default()
        };
        let bytes = written(spec, Storage::F16);
        let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        assert!(header.is_multiple_of(8));
        assert_eq!(bytes.len(), 8 + header + 2 * d_model * max_len);
        SafeTensors::deserialize(&bytes).unwrap();
    }
}

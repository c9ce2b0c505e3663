//! A checked encoding as text, and back.

use poscope::encoding::{Encoding, Rotated, Scheme, Spec};
use serde::Serialize;

/// An encoding as it is written.
#[derive(Serialize)]
struct Written<'a> {
    spec: &'a Spec,
    order: Option<&'a [usize]>,
}

#[test]
fn an_encoding_that_is_read_is_the_one_that_was_written_and_a_wrong_one_is_refused()
-> Result<(), Box<dyn std::error::Error>> {
    let encoding = Encoding::new(Spec {
        scheme: Scheme::Rope,
        d_model: 4,
        ..Spec::default()
    })?;
    let turned = encoding.reordered(&[2, 0, 3, 1]).ok_or("an order")?;
    for encoding in [encoding, turned] {
        let read: Encoding = ron::from_str(&ron::to_string(&encoding)?)?;
        assert_eq!(read, encoding);
        assert_eq!(read.columns(), encoding.columns());
        let rotated = Rotated::new(&encoding).ok_or("a rotation")?;
        assert_eq!(ron::from_str::<Rotated>(&ron::to_string(&rotated)?)?, rotated);
    }
    let mut spec = Spec::default();
    let written = |spec: &Spec, order| ron::to_string(&Written { spec, order });
    assert_eq!(written(&spec, None)?, ron::to_string(&Encoding::new(spec.clone())?)?);
    for order in [&[0, 1][..], &[0; 16]] {
        assert!(ron::from_str::<Encoding>(&written(&spec, Some(order))?).is_err());
    }
    assert!(ron::from_str::<Rotated>(&written(&spec, None)?).is_err());
    spec.base = 0.0;
    assert!(ron::from_str::<Encoding>(&written(&spec, None)?).is_err());
    Ok(())
}

//! How rotations decay by offset, against independent numbers.

use poscope::analysis::{Decayed, decay};
use poscope::field::{Cancel, ReduceError};

use poscope::encoding::{Encoding, Scheme, Spec};

fn rope(d_model: usize, base: f64, max_len: usize) -> Encoding {
    let spec = Spec {
        scheme: Scheme::Rope,
        d_model,
        max_len,
        base,
        ..Spec::default()
    };
    Encoding::new(spec).unwrap()
}

fn of(d_model: usize, base: f64, max_len: usize) -> Decayed {
    decay(&rope(d_model, base, max_len), &Cancel::default()).unwrap()
}

/// NumPy in long double: `b**(-2i/d)` for i below d/2, the cosines of their products with m
/// added up, and where the sum is first 0 or below.
#[test]
fn the_first_zero_is_that_of_an_independent_computation_and_no_larger_base_need_be_better() {
    for (base, length, zero) in [
        (10_000.0, 4096, Some(1707)),
        (84_000.0, 8192, None),
        (100_000.0, 8192, Some(7757)),
        (102_000.0, 8192, None),
        (500_000.0, 20_000, Some(18_438)),
    ] {
        assert_eq!(of(128, base, length).first_zero, zero, "{base}");
    }
}

/// The same computation, with absolute values of cumulative sums for the bound; the mean at 4,096
/// is mpmath's with 40 digits.
#[test]
fn means_and_bounds_are_those_of_an_independent_computation() {
    let decayed = of(128, 10_000.0, 4097);
    for (m, mean, bound) in [
        (0, 1.0, 32.5),
        (1, 0.970_213_809_465_119_1, 31.538_166_142_658_085),
        (10, 0.669_062_857_789_017_1, 17.954_137_137_084_835),
        (100, 0.477_241_479_710_791_6, 10.227_329_948_505_144),
        (1000, 0.159_027_002_065_791_35, 4.470_761_034_248_682_5),
        (1706, 0.001_071_928_073_545_980_7, f64::NAN),
        (1707, -0.007_795_805_154_611_25, f64::NAN),
        (4095, -0.066_443_622_029_743_01, f64::NAN),
        (4096, -3.382_613_924_482_360_5 / 64.0, 4.882_792_191_19),
    ] {
        assert!((decayed.means[m] - mean).abs() < 1e-12, "{m}: {}", decayed.means[m]);
        let is_near = (decayed.bounds[m] - bound).abs() < 1e-11;
        assert!(is_near || bound.is_nan(), "{m}: {}", decayed.bounds[m]);
    }
    let narrow = of(64, 10_000.0, 4097);
    for (m, bound) in [(0, 16.5), (50, 5.733_077_090_74), (4096, 5.287_075_856_12)] {
        assert!((narrow.bounds[m] - bound).abs() < 1e-10, "{m}");
    }
}

/// mpmath with 30 digits, by the definitions.
#[test]
fn many_pairs_at_many_offsets_are_those_of_an_independent_computation() {
    let decayed = of(1024, 10_000.0, 20_000);
    for (m, mean, bound) in [
        (1, 0.973_511_383_977_810_1, 249.736_314_677_050_02),
        (777, 0.226_931_104_348_074_12, 36.548_952_972_621_26),
        (19_999, -0.049_709_735_665_993_085, 8.406_715_654_963_229),
    ] {
        assert!((decayed.means[m] - mean).abs() < 1e-13, "{m}: {}", decayed.means[m]);
        assert!((decayed.bounds[m] - bound).abs() < 1e-11, "{m}: {}", decayed.bounds[m]);
    }
}

#[test]
fn one_pair_one_offset_and_other_schemes() {
    let one = of(2, 10_000.0, 200);
    for (m, (mean, bound)) in one.means.iter().zip(&*one.bounds).enumerate() {
        assert!((mean - (m as f64).cos()).abs() < 1e-14, "{m}");
        assert!((bound - 1.0).abs() < 1e-14, "{m}");
    }
    let short = of(64, 10_000.0, 1);
    assert_eq!(
        (&*short.means, &*short.bounds, short.first_zero),
        (&[1.0][..], &[16.5][..], None)
    );
    let added = Encoding::new(Spec::default()).unwrap();
    assert!(decay(&added, &Cancel::default()).unwrap().means.is_empty());
}

#[test]
fn work_stops_when_it_is_told_to() {
    let cancel = Cancel::default();
    cancel.raise();
    assert_eq!(
        decay(&rope(4, 100.0, 1000), &cancel).unwrap_err(),
        ReduceError::Cancelled
    );
}

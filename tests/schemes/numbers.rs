//! Numbers of more and of fewer digits than an f64 has.

use half::{bf16, f16};
use poscope::encoding::{DoubleDouble, Precision};

/// Every finite positive number of a type, in order.
fn numbers(of: impl Fn(u16) -> f64) -> Vec<f64> {
    (0..u16::MAX).map(of).take_while(|value| value.is_finite()).collect()
}

#[test]
fn between_two_numbers_of_a_type_the_nearer_one_is_taken_and_in_the_middle_the_even_one() {
    for (precision, numbers) in [
        (Precision::F16, numbers(|bits| f16::from_bits(bits).to_f64())),
        (Precision::Bf16, numbers(|bits| bf16::from_bits(bits).to_f64())),
    ] {
        assert!(numbers.len() > 31_000);
        for (place, pair) in numbers.windows(2).enumerate() {
            let [low, high] = [pair[0], pair[1]];
            let middle = f64::midpoint(low, high);
            let even = if place % 2 == 0 { low } else { high };
            for (value, expected) in [
                (low, low),
                (middle.next_down(), low),
                (middle, even),
                (middle.next_up(), high),
            ] {
                assert_eq!(precision.round(value).to_bits(), expected.to_bits(), "{value}");
                assert_eq!(precision.round(-value).to_bits(), (-expected).to_bits(), "{value}");
            }
        }
        let largest = numbers[numbers.len() - 1];
        let step = largest - numbers[numbers.len() - 2];
        assert_eq!(precision.round((largest + step / 2.0).next_down()), largest);
        assert_eq!(precision.round(largest + step / 2.0), f64::INFINITY);
        assert_eq!(precision.round(f64::MIN), f64::NEG_INFINITY);
        assert_eq!(precision.round(f64::from_bits(1)), 0.0);
        assert!(precision.round(f64::NAN).is_nan());
    }
}

#[test]
fn quotients_roots_and_logarithms_are_those_of_mpmath_to_thirty_digits() {
    let (turn, tenth) = (DoubleDouble::TURN, DoubleDouble::from(1.0) / 10.0);
    let number = DoubleDouble::from;
    for (found, high, low) in [
        (
            number(3.0) / number(7.0),
            0.428_571_428_571_428_55,
            2.379_049_338_482_478_2e-17,
        ),
        (turn / tenth, 62.831_853_071_795_86, 2.449_293_598_294_706_5e-15),
        (tenth / turn, 0.015_915_494_309_189_534, -2.900_444_433_684_015_3e-19),
        (number(3.0).sqrt(), 1.732_050_807_568_877_2, 1.003_508_422_180_690_3e-16),
        (tenth.sqrt(), 0.316_227_766_016_837_94, -7.976_586_724_465_037e-18),
        (
            DoubleDouble::ln(7.0),
            1.945_910_149_055_313_2,
            7.323_586_207_904_907e-17,
        ),
        (
            DoubleDouble::ln(number(3.0) / 7.0),
            -0.847_297_860_387_203_6,
            -5.292_653_196_654_872e-17,
        ),
        (
            DoubleDouble::ln(turn),
            1.837_877_066_409_345_6,
            -7.756_588_316_134_483e-17,
        ),
    ] {
        let error = (found.high - high) + (found.low - low);
        assert!(error.abs() <= 1e-30 * high.abs(), "{found:?}, off by {error:e}");
    }
    assert_eq!(DoubleDouble::ln(1.0), number(0.0));
    assert_eq!(number(9.0).sqrt(), number(3.0));
}

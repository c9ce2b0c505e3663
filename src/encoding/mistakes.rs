//! Tables that are wrong in ways that have been made: to recognise one's own,
//! and to show.
//!
//! What to look for in each is a sentence of the `text` room; what the sentences
//! claim is computed in the tests of this file.

use super::{Conventions, Exponent, Layout, Order, Precision, Spec};

/// A wrong table beside the right one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The name on the command line; its words are found by it.
    pub name: &'static str,
    /// What was made.
    pub spec: Spec,
    /// What was meant; of the same shape.
    pub right: Spec,
}

impl Mistake {
    /// Those of the gallery.
    #[must_use]
    pub fn all() -> Vec<Self> {
        // Not of the size of the first figure: whoever turns a setting there
        // made no mistake.
        let small = Spec {
            d_model: 32,
            max_len: 64,
            ..Spec::default()
        };
        // Long enough that whole numbers run out in 8 and in 11 binary digits.
        let long = Spec {
            d_model: 64,
            max_len: 4096,
            ..Spec::default()
        };
        // Far out, since the error of an angle grows with the position.
        let far = Spec {
            d_model: 512,
            max_len: 512,
            conventions: Conventions {
                start: 1e6,
                ..Conventions::default()
            },
            ..Spec::default()
        };
        vec![
            Self::in_conventions("off-by-one", &small, |made| made.start = 1.0),
            Self::in_conventions("halves-as-interleaved", &small, |made| made.layout = Layout::Concat),
            Self::in_conventions("cosine-first", &small, |made| made.order = Order::CosineFirst),
            Self::in_conventions("exponent-half-minus-one", &small, |made| {
                made.exponent = Exponent::HalfMinusOne;
            }),
            Self::in_conventions("bf16-positions", &long, |made| {
                made.position_precision = Precision::Bf16;
            }),
            Self::in_conventions("f16-positions", &long, |made| {
                made.position_precision = Precision::F16;
            }),
            Self::in_conventions("f32-angles", &far, |made| made.angle_precision = Precision::F32),
        ]
    }

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|mistake| mistake.name == name)
    }

    /// The one that makes just this table.
    ///
    /// ```
    /// use poscope::encoding::{Mistake, Spec};
    /// let wrong = Mistake::named("off-by-one").expect("in the gallery");
    /// assert_eq!(Mistake::making(&wrong.spec), Some(wrong.clone()));
    /// assert_eq!(Mistake::making(&wrong.right), None);
    /// assert_eq!(Mistake::making(&Spec::default()), None);
    /// ```
    #[must_use]
    pub fn making(spec: &Spec) -> Option<Self> {
        Self::all().into_iter().find(|mistake| mistake.spec == *spec)
    }

    /// The right table with one of its conventions changed.
    fn in_conventions(name: &'static str, right: &Spec, make: impl FnOnce(&mut Conventions)) -> Self {
        let mut spec = right.clone();
        make(&mut spec.conventions);
        Self {
            name,
            spec,
            right: right.clone(),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::float_cmp, reason = "tests of exact claims")]
mod tests {
    use super::*;
    use crate::encoding::Encoding;

    fn tables(name: &str) -> (Encoding, Encoding) {
        let mistake = Mistake::named(name).unwrap();
        (
            Encoding::new(mistake.spec).unwrap(),
            Encoding::new(mistake.right).unwrap(),
        )
    }

    fn row(encoding: &Encoding, position: usize) -> Vec<f64> {
        (0..encoding.d_model())
            .map(|dimension| encoding.value(position, dimension).unwrap())
            .collect()
    }

    fn cosine(encoding: &Encoding, p: usize, q: usize) -> f64 {
        let products = row(encoding, p).into_iter().zip(row(encoding, q)).map(|(a, b)| a * b);
        products.sum::<f64>() * 2.0 / encoding.d_model() as f64
    }

    /// Whether every cosine of the two tables is the same, on a sample.
    fn cosines_are_the_same((wrong, right): &(Encoding, Encoding)) -> bool {
        (0..60).all(|p| (cosine(wrong, p, 59 - p) - cosine(right, p, 59 - p)).abs() < 1e-12)
    }

    fn wavelength(encoding: &Encoding, column: usize) -> f64 {
        std::f64::consts::TAU / encoding.frequency(column).unwrap()
    }

    #[test]
    fn a_wrong_table_has_the_shape_of_the_right_one_and_other_values() {
        for mistake in Mistake::all() {
            let (wrong, right) = tables(mistake.name);
            assert_eq!((wrong.max_len(), wrong.d_model()), (right.max_len(), right.d_model()));
            let differs = (0..wrong.max_len()).any(|position| row(&wrong, position) != row(&right, position));
            assert!(differs, "{}", mistake.name);
        }
    }

    #[test]
    fn off_by_one_has_the_row_of_position_1_first_and_every_cosine_unchanged() {
        let both = tables("off-by-one");
        let (wrong, right) = &both;
        let first = row(wrong, 0);
        assert_eq!((first[0], first[1]), (1f64.sin(), 1f64.cos()));
        assert_eq!(format!("{:.3} {:.3}", first[0], first[1]), "0.841 0.540");
        for position in 0..63 {
            assert_eq!(row(wrong, position), row(right, position + 1));
        }
        assert!(cosines_are_the_same(&both));
    }

    #[test]
    fn halves_hold_a_pair_16_columns_apart_and_keep_every_cosine() {
        let both = tables("halves-as-interleaved");
        let (wrong, right) = &both;
        for column in 0..16 {
            for position in [0, 1, 40] {
                assert_eq!(wrong.value(position, column), right.value(position, 2 * column));
                assert_eq!(
                    wrong.value(position, column + 16),
                    right.value(position, 2 * column + 1)
                );
            }
        }
        assert!(cosines_are_the_same(&both));
    }

    #[test]
    fn cosine_first_begins_with_1_and_keeps_every_cosine() {
        let both = tables("cosine-first");
        assert_eq!(row(&both.0, 0)[..4], [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(row(&both.1, 0)[..4], [0.0, 1.0, 0.0, 1.0]);
        assert!(cosines_are_the_same(&both));
    }

    #[test]
    fn the_exponent_of_tensor2tensor_makes_every_pair_but_the_first_slower() {
        let (wrong, right) = tables("exponent-half-minus-one");
        assert_eq!(wavelength(&wrong, 0), wavelength(&right, 0));
        for column in (2..32).step_by(2) {
            assert!(wavelength(&wrong, column) > wavelength(&right, column));
        }
        assert_eq!(wavelength(&wrong, 30).round(), 62_832.0);
        assert_eq!(wavelength(&right, 30).round(), 35_333.0);
    }

    /// How many rows differ from the row before, the first among them, and the
    /// first row that does not.
    fn distinct(encoding: &Encoding) -> (usize, usize) {
        let is_new = |position: usize| position == 0 || row(encoding, position) != row(encoding, position - 1);
        let rows = 0..encoding.max_len();
        let first_repeated = rows.clone().find(|&position| !is_new(position)).unwrap();
        (rows.filter(|&position| is_new(position)).count(), first_repeated)
    }

    #[test]
    fn positions_in_few_digits_leave_few_distinct_rows() {
        let (bf16, f16) = (tables("bf16-positions").0, tables("f16-positions").0);
        assert_eq!(distinct(&bf16), (769, 257));
        assert_eq!(distinct(&f16), (3073, 2049));
        let (mut block, mut longest) = (1, 1);
        for position in 1..4096 {
            let is_repeated = row(&bf16, position) == row(&bf16, position - 1);
            block = if is_repeated { block + 1 } else { 1 };
            longest = longest.max(block);
        }
        assert_eq!(longest, 17);
        for odd in (2049..4095).step_by(2) {
            let own = row(&f16, odd);
            assert!(own == row(&f16, odd - 1) || own == row(&f16, odd + 1), "{odd}");
        }
    }

    #[test]
    fn angles_in_float32_are_off_where_waves_are_fast_but_not_in_the_first_pair() {
        let (wrong, right) = tables("f32-angles");
        let largest = |columns: std::ops::Range<usize>| {
            let cells = (0..512).flat_map(|p| columns.clone().map(move |c| (p, c)));
            let errors = cells.map(|(p, c)| (wrong.value(p, c).unwrap() - right.value(p, c).unwrap()).abs());
            errors.fold(0.0, f64::max)
        };
        assert!(largest(0..2) < 1e-7);
        assert!((0.055..0.065).contains(&largest(2..100)));
        assert!(largest(300..512) < 1e-3);
    }
}

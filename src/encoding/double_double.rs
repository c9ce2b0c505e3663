//! Numbers of about 32 decimal digits: the unevaluated sum of two f64.
//!
//! An angle `frequency * position` in plain f64 is off by 1e-10 at position
//! 1,000,000. Carried as a [`DoubleDouble`] and reduced modulo 2 pi before the
//! sine is taken, it is exact far below the last bit of an f64.
//!
//! Source of the algorithms: Dekker, *A floating-point technique for extending the available
//! precision*, Numerische Mathematik 18 (1971); Hida, Li, Bailey, *Library for double-double and
//! quad-double arithmetic* (2007).

/// The sum `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    /// The nearest f64.
    pub high: f64,
    /// The remainder, which `high` lacks.
    pub low: f64,
}

/// ln 2.
const LN_2: DoubleDouble = DoubleDouble {
    high: std::f64::consts::LN_2,
    low: 2.319_046_813_846_299_6e-17,
};

/// pi / 2, as three f64 whose sum is accurate to 1e-48.
pub(super) const QUARTER: [f64; 3] = [
    std::f64::consts::FRAC_PI_2,
    6.123_233_995_736_766e-17,
    -1.497_384_904_859_169_8e-33,
];

/// 2 pi, to the same relative precision: only the exponents change.
const TAU: [f64; 3] = [4.0 * QUARTER[0], 4.0 * QUARTER[1], 4.0 * QUARTER[2]];

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl std::ops::Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = two_sum(self.high, other.high);
        quick_two_sum(high, low + self.low + other.low)
    }
}

impl std::ops::Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl std::ops::Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl std::ops::Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (high, low) = two_product(self.high, other.high);
        quick_two_sum(high, low + self.high * other.low + self.low * other.high)
    }
}

impl std::ops::Mul<f64> for DoubleDouble {
    type Output = Self;

    fn mul(self, other: f64) -> Self {
        self * Self::from(other)
    }
}

impl std::ops::Div<f64> for DoubleDouble {
    type Output = Self;

    fn div(self, divisor: f64) -> Self {
        let quotient = self.high / divisor;
        let (product, error) = two_product(quotient, divisor);
        let rest = (self.high - product) - error + self.low;
        quick_two_sum(quotient, rest / divisor)
    }
}

impl std::ops::Div for DoubleDouble {
    type Output = Self;

    fn div(self, divisor: Self) -> Self {
        let quotient = self.high / divisor.high;
        let rest = self - divisor * quotient;
        quick_two_sum(quotient, rest.high / divisor.high)
    }
}

impl DoubleDouble {
    /// 2 pi.
    pub const TURN: Self = Self {
        high: TAU[0],
        low: TAU[1],
    };

    /// pi / 2.
    pub const QUARTER_TURN: Self = Self {
        high: QUARTER[0],
        low: QUARTER[1],
    };

    /// Returns `e^self`, relative error below 1e-29 for |self| <= 700.
    ///
    /// `self = n ln 2 + 512 r` with |r| < 0.0007, a Taylor series for `e^r - 1`, and nine doublings
    /// `(1 + s)^2 - 1 = 2 s + s^2`, which keep the digits that squaring `1 + s` would lose.
    #[must_use]
    pub fn exp(self) -> Self {
        const DOUBLINGS: i32 = 9;
        let n = (self.high / LN_2.high).round();
        let r = (self + -(LN_2 * Self::from(n))) * Self::from(0.5f64.powi(DOUBLINGS));
        let mut term = r;
        let mut sum = r;
        for k in 2..=9 {
            term = term * r / f64::from(k);
            sum = sum + term;
        }
        for _ in 0..DOUBLINGS {
            sum = sum + sum + sum * sum;
        }
        let power_of_two = Self::from(n.exp2());
        (sum + Self::from(1.0)) * power_of_two
    }

    /// Returns `ln value` for a finite value above 0, error below 1e-29 times the larger of 1 and
    /// the result: one Newton step from the f64 logarithm.
    pub fn ln(value: impl Into<Self>) -> Self {
        let value = value.into();
        let guess = value.high.ln();
        let ratio = value * (-Self::from(guess)).exp();
        // ln(ratio) for a ratio within 1e-15 of 1: the cubic term is below 1e-45.
        let x = ratio + Self::from(-1.0);
        Self::from(guess) + x + -(x * x * Self::from(0.5))
    }

    /// Returns the square root of a number above 0, relative error below 1e-31: one Newton step from the f64 root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let guess = Self::from(self.high.sqrt());
        guess + (self - guess * guess) / (2.0 * guess.high)
    }

    /// Returns `self * factor`, rounded once to f64.
    #[inline(always)]
    pub fn times(self, factor: f64) -> f64 {
        let (product, error) = two_product(self.high, factor);
        product + (error + self.low * factor)
    }

    /// Returns `self * factor` modulo 2 pi, in [-pi, pi], for a product below 1e9.
    ///
    /// The error is below 1e-22 if the relative error of `self` is below 1e-31.
    #[must_use]
    pub fn angle(self, factor: f64) -> Self {
        let product = self * Self::from(factor);
        let turns = (product.high / TAU[0]).round();
        if turns == 0.0 {
            return product;
        }
        let (high, middle) = two_product(turns, TAU[0]);
        let whole = Self {
            high: product.high - high,
            low: 0.0,
        };
        let (second, third) = two_product(turns, TAU[1]);
        whole
            + Self::from(-middle)
            + Self::from(product.low)
            + Self::from(-second)
            + Self::from(-third - turns * TAU[2])
    }
}

/// Returns `a + b` as the rounded sum and its exact error.
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// Normalizes `high + low`, for |high| >= |low|.
fn quick_two_sum(high: f64, low: f64) -> DoubleDouble {
    let sum = high + low;
    DoubleDouble {
        high: sum,
        low: low - (sum - high),
    }
}

/// Returns `a * b` as the rounded product and its exact error, for |a| and |b| below 1e290, by
/// Dekker's splitting: on a machine without a fused multiply-add, the library's call is many times
/// slower.
#[inline(always)]
pub(super) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// Splits a number into the sum of two with 26 digits each.
#[inline(always)]
fn split(value: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
    let scaled = SPLITTER * value;
    let high = scaled - (scaled - value);
    (high, value - high)
}

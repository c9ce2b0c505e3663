//! Which number changes from frame to frame, and how.

use crate::encoding::{Parameter, Spec, SpecError, float, one_of};

/// The fewest and the most frames of a file.
pub const FRAME_LIMITS: (usize, usize) = (2, 600);

/// The fewest and the most frames a second.
pub const RATE_LIMITS: (u16, u16) = (1, 50);

/// The frames from one end to the other, unless other many are asked for.
pub const FRAMES: usize = 60;

/// The frames a second, unless other many are asked for.
pub const RATE: u16 = 15;

/// A range that is wider than this goes by equal factors, else by equal steps.
const WIDE: f64 = 10.0;

one_of! {
    /// What changes.
    pub enum Swept {
        /// The base of the frequencies.
        Base = "base",
        /// The number of dimensions.
        DModel = "d-model",
        /// The number of positions.
        MaxLen = "max-len",
        /// The position that is held.
        Position = "position",
    }
}

impl Swept {
    /// The number of a specification that it is; none for the position.
    pub fn parameter(self) -> Option<Parameter> {
        match self {
            Self::Base => Some(Parameter::Base),
            Self::DModel => Some(Parameter::DModel),
            Self::MaxLen => Some(Parameter::MaxLen),
            Self::Position => None,
        }
    }

    /// The name that papers and code use.
    pub fn symbol(self) -> &'static str {
        self.parameter().map_or("position", Parameter::name)
    }
}

/// How a number goes from one value to another.
///
/// ```
/// use poscope::figure::motion::{Motion, Swept};
/// let motion = Motion { from: 100.0, to: 1e6, frames: 5, ..Motion::new(Swept::Base, 0.0, 0.0) };
/// assert_eq!([0, 1, 2, 3, 4].map(|frame| motion.value(frame)), [1e2, 1e3, 1e4, 1e5, 1e6]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// What changes.
    pub swept: Swept,
    /// Its first value.
    pub from: f64,
    /// Its last value.
    pub to: f64,
    /// Frames from the first value to the last, both included.
    pub frames: usize,
    /// Frames a second.
    pub frames_per_second: u16,
    /// Whether it goes back as well, without showing the ends twice.
    pub there_and_back: bool,
}

/// Why a motion was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// Too few or too many frames.
    #[error("{frames} frames; a file has {} to {}", FRAME_LIMITS.0, FRAME_LIMITS.1)]
    Frames {
        /// Frames of the file.
        frames: usize,
    },
    /// Too slow or too fast.
    #[error("{rate} frames a second; there are {} to {}", RATE_LIMITS.0, RATE_LIMITS.1)]
    Rate {
        /// Frames a second.
        rate: u16,
    },
    /// Two ends that are one.
    #[error("from {value} to {value} nothing moves")]
    Still {
        /// Both ends.
        value: f64,
    },
    /// An end outside the limits.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A position that the table does not have.
    #[error("position {value}; the last one is {last}")]
    Position {
        /// The end.
        value: f64,
        /// The last position of the table.
        last: usize,
    },
    /// A number that the scheme does not have.
    #[error("{scheme} has no {parameter}")]
    NotUsed {
        /// What should change.
        parameter: &'static str,
        /// The scheme.
        scheme: &'static str,
    },
}

impl Motion {
    /// A motion with the usual frames: [`FRAMES`], or one for every whole number where those are
    /// fewer, [`RATE`] a second.
    pub fn new(swept: Swept, from: f64, to: f64) -> Self {
        let apart = (to - from).abs();
        let steps = match swept {
            Swept::Base => float(FRAMES),
            Swept::DModel => (apart / 2.0).ceil(),
            Swept::MaxLen | Swept::Position => apart,
        };
        Self {
            swept,
            from,
            to,
            frames: (steps.min(float(FRAMES)) as usize + 1).clamp(2, FRAMES),
            frames_per_second: RATE,
            there_and_back: false,
        }
    }

    /// Frames of the file.
    pub fn count(&self) -> usize {
        if self.there_and_back {
            self.frames.saturating_mul(2).saturating_sub(2)
        } else {
            self.frames
        }
    }

    /// How long it takes.
    pub fn seconds(&self) -> f64 {
        float(self.count()) / f64::from(self.frames_per_second.max(1))
    }

    /// The value of a frame: the ends exactly, between them round numbers (whole ones but for the
    /// base; dimensions are even, or odd where both ends are) that never go back on the way. The
    /// position goes by equal steps, others by equal factors where the last value is more than ten
    /// times the first, or less than a tenth.
    pub fn value(&self, frame: usize) -> f64 {
        let last = self.frames.saturating_sub(1).max(1);
        let step = if frame > last {
            (2 * last).saturating_sub(frame)
        } else {
            frame
        };
        if step == 0 || step == last {
            return if step == 0 { self.from } else { self.to };
        }
        let part = float(step) / float(last);
        let between = if self.is_by_factors() {
            (self.from.ln() * (1.0 - part) + self.to.ln() * part).exp()
        } else {
            self.from * (1.0 - part) + self.to * part
        };
        let round = match self.swept {
            // Four digits, or a tenth of a step.
            Swept::Base if self.is_by_factors() => rounded(between, between.log10().floor() - 3.0),
            Swept::Base => {
                let step = (self.to - self.from).abs() / float(last);
                rounded(between, step.log10().floor() - 1.0)
            }
            Swept::DModel if self.from % 2.0 == 1.0 && self.to % 2.0 == 1.0 => 2.0 * (between / 2.0).floor() + 1.0,
            Swept::DModel => 2.0 * (between / 2.0).round(),
            Swept::MaxLen | Swept::Position => between.round(),
        };
        round.max(self.from.min(self.to)).min(self.from.max(self.to))
    }

    fn is_by_factors(&self) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        self.swept != Swept::Position && low > 0.0 && high > WIDE * low
    }

    /// Whether an encoding can go through it.
    ///
    /// # Errors
    /// [`MotionError`].
    pub fn check(&self, spec: &Spec) -> Result<(), MotionError> {
        let (least, most) = FRAME_LIMITS;
        if self.frames < 2 || !(least..=most).contains(&self.count()) {
            return Err(MotionError::Frames {
                frames: if self.frames < 2 { self.frames } else { self.count() },
            });
        }
        let (slowest, fastest) = RATE_LIMITS;
        if !(slowest..=fastest).contains(&self.frames_per_second) {
            return Err(MotionError::Rate {
                rate: self.frames_per_second,
            });
        }
        for value in [self.from, self.to] {
            match self.swept.parameter() {
                Some(parameter) => {
                    parameter.check(value)?;
                }
                None => check_position(value, spec.max_len)?,
            }
        }
        if let Some(parameter) = self.swept.parameter()
            && !parameter.is_used_by(spec.scheme)
        {
            return Err(MotionError::NotUsed {
                parameter: parameter.name(),
                scheme: spec.scheme.name(),
            });
        }
        if self.from == self.to {
            return Err(MotionError::Still { value: self.from });
        }
        Ok(())
    }
}

fn check_position(value: f64, positions: usize) -> Result<(), MotionError> {
    if value >= 0.0 && value < float(positions) && value.fract() == 0.0 {
        return Ok(());
    }
    Err(MotionError::Position {
        value,
        last: positions.saturating_sub(1),
    })
}

/// A number with its last digit at a power of ten.
fn rounded(value: f64, power: f64) -> f64 {
    if power >= 0.0 {
        let unit = 10f64.powf(power);
        return (value / unit).round() * unit;
    }
    let digits = (-power).min(12.0) as usize;
    format!("{value:.digits$}").parse().unwrap_or(value)
}

//! Which number changes from frame to frame, and how.

use crate::encoding::{Parameter, Spec, SpecError, float, one_of};

/// The fewest and the most frames of a file.
pub const FRAME_LIMITS: (usize, usize) = (2, 600);

/// The lowest and the highest frame rate, in frames per second.
pub const RATE_LIMITS: (u16, u16) = (1, 50);

/// The default number of frames from one end to the other.
pub const FRAMES: usize = 60;

/// The default frame rate, in frames per second.
pub const RATE: u16 = 15;

/// The largest ratio of the ends at which a number changes by equal steps; above it, by equal factors.
const WIDE: f64 = 10.0;

one_of! {
    /// The number that changes.
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
    /// Returns the parameter of the specification; `None` for the position.
    pub fn parameter(self) -> Option<Parameter> {
        match self {
            Self::Base => Some(Parameter::Base),
            Self::DModel => Some(Parameter::DModel),
            Self::MaxLen => Some(Parameter::MaxLen),
            Self::Position => None,
        }
    }

    /// Returns the name that papers and code use.
    pub fn symbol(self) -> &'static str {
        self.parameter().map_or("position", Parameter::name)
    }
}

/// The way a number goes from one value to another.
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
    /// The first value.
    pub from: f64,
    /// The last value.
    pub to: f64,
    /// The number of frames from the first value to the last, both included.
    pub frames: usize,
    /// Frames per second.
    pub frames_per_second: u16,
    /// Whether the motion also runs back, without showing the ends twice.
    pub there_and_back: bool,
}

/// The reason why a motion was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// Too few or too many frames.
    #[error("{frames} frames; a file has {} to {}", FRAME_LIMITS.0, FRAME_LIMITS.1)]
    Frames {
        /// The number of frames of the file.
        frames: usize,
    },
    /// A frame rate outside the limits.
    #[error("{rate} frames a second; there are {} to {}", RATE_LIMITS.0, RATE_LIMITS.1)]
    Rate {
        /// Frames per second.
        rate: u16,
    },
    /// Equal ends.
    #[error("from {value} to {value} nothing moves")]
    Still {
        /// The value of both ends.
        value: f64,
    },
    /// An end outside the limits of the parameter.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A position that the table does not have.
    #[error("position {value}; the last one is {last}")]
    Position {
        /// The position.
        value: f64,
        /// The last position of the table.
        last: usize,
    },
    /// A number that the scheme does not use.
    #[error("{scheme} has no {parameter}")]
    NotUsed {
        /// The name of the parameter.
        parameter: &'static str,
        /// The name of the scheme.
        scheme: &'static str,
    },
}

impl Motion {
    /// Returns a motion at [`RATE`] with the default number of frames: [`FRAMES`], or fewer if
    /// there are fewer positions or pairs of dimensions between the ends.
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

    /// Returns the number of frames of the file.
    pub fn count(&self) -> usize {
        if self.there_and_back {
            self.frames.saturating_mul(2).saturating_sub(2)
        } else {
            self.frames
        }
    }

    /// Returns the duration in seconds.
    pub fn seconds(&self) -> f64 {
        float(self.count()) / f64::from(self.frames_per_second.max(1))
    }

    /// Returns the value of a frame: the ends exactly, between them round numbers (whole ones except for the
    /// base; numbers of dimensions are even, or odd if both ends are) that never go back on the way. The position
    /// changes by equal steps; other numbers change by equal factors if one end is more than ten times the other.
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

    /// Checks that an encoding can go through the motion.
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

/// Returns a number whose last digit is at a power of ten.
fn rounded(value: f64, power: f64) -> f64 {
    if power >= 0.0 {
        let unit = 10f64.powf(power);
        return (value / unit).round() * unit;
    }
    let digits = (-power).min(12.0) as usize;
    format!("{value:.digits$}").parse().unwrap_or(value)
}

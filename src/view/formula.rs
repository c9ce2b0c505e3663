//! The formula line: the rule of the scheme with the numbers of one cell.

use super::Subject;
use crate::encoding::rope::{Scaling, pairs};
use crate::encoding::{
    ColumnLaw, Direction, Divisor, Encoding, Folded, Numbering, Phase, Resample, RoundedWave, Scheme, SchemeKind,
    Setting, Slip, Spec, Strategy, TableScale, Twist, Wave, float, grid,
};
use crate::plot::cursor::Held;
use crate::session::Pin;
use crate::text::{choice_name, minus_sign, plain, rounded, setting_words, significant};
use crate::tr;

/// The space between two formulas of a rule.
pub const BETWEEN: &str = "    ";

/// The settings of scalings that have no short formula.
const SCALING: [&str; 7] = [
    "scaling_factor",
    "original_len",
    "beta_fast",
    "beta_slow",
    "low_freq_factor",
    "high_freq_factor",
    "long_factors",
];

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaPiece {
    /// Text on the line.
    Line(String),
    /// Text raised above the line.
    Raised(String),
}

/// Returns the rule of the scheme with the numbers of the cell under the pointer, otherwise of the
/// pinned one; the bare rule if there is no such cell.
pub fn formula(subject: &Subject) -> Vec<FormulaPiece> {
    let cell = Held::of(subject).focus(subject.cursor);
    let worked = cell.and_then(|cell| Some((cell, subject.encoding.value(cell.position, cell.dimension)?)));
    match worked {
        Some((cell, value)) => of_cell(subject, cell, value),
        None => pieces(&rule(subject)),
    }
}

/// Returns the rule of the scheme, followed by the scaling and its numbers if the frequencies have no
/// short formula.
fn rule(subject: &Subject) -> String {
    let rule = crate::code::rule(&subject.encoding).join(BETWEEN);
    if !rule.contains("ω(i)") || subject.encoding.spec().scheme != Scheme::Rope {
        return rule;
    }
    let (language, mut spec) = (subject.language, subject.encoding.spec().clone());
    let scaling = choice_name(spec.rope.scaling.name(), language);
    let is_of_scaling = |setting: &&Setting<'_>| setting.matters && SCALING.contains(&setting.name);
    let settings = spec.settings();
    let numbers = settings
        .iter()
        .filter(is_of_scaling)
        .map(|setting| setting_words(setting, language));
    let mut words = vec![tr!(language, "formula.scaled", scaling)];
    words.extend(numbers);
    format!("{rule}{BETWEEN}{}", words.join(&tr!(language, "figure.comma")))
}

/// Splits a rule into pieces; text in `^{...}` is raised.
fn pieces(rule: &str) -> Vec<FormulaPiece> {
    let mut pieces = Vec::new();
    for (i, part) in rule.split("^{").enumerate() {
        match part.split_once('}') {
            Some((raised, line)) if i > 0 => {
                pieces.push(FormulaPiece::Raised(format!(" {raised}")));
                pieces.push(FormulaPiece::Line(line.to_owned()));
            }
            _ => pieces.push(FormulaPiece::Line(part.to_owned())),
        }
    }
    pieces
}

/// Returns the law of the cell's column with the cell's numbers.
fn of_cell(
    subject: &Subject,
    Pin {
        position: p,
        dimension: j,
    }: Pin,
    value: f64,
) -> Vec<FormulaPiece> {
    let encoding = &subject.encoding;
    let offset = p as i64 - encoding.spec().zero_offset_row() as i64;
    let signed = minus_sign(&offset.to_string());
    let head = match encoding.kind() {
        // As in the rule, which says row if rows are not positions.
        SchemeKind::Added if Numbering::new(encoding.spec()).is_some() => format!("PE(row {p}, {j}) = "),
        SchemeKind::Added => format!("PE({p}, {j}) = "),
        SchemeKind::Rotation => format!("RoPE({p}, {j}) = "),
        SchemeKind::Bias if encoding.shows_buckets() => {
            format!("{} = ", tr!(subject.language, "formula.bucket_of", offset = signed))
        }
        SchemeKind::Bias => format!(
            "{} = ",
            tr!(subject.language, "formula.bias", offset = signed, head = j)
        ),
    };
    let result = rounded(value, 6);
    let line = |text: String| vec![FormulaPiece::Line(format!("{head}{text}"))];
    if encoding.zero_rows().contains(&p) {
        let note = tr!(subject.language, "formula.zero_row");
        return line(format!("0  ({note})"));
    }
    let row = float(p);
    let of_wave = |wave: WaveInRow| pieces(&format!("{head}{}", wave.words(encoding, j, &result)));
    match encoding.columns()[j] {
        ColumnLaw::Zero => line("0".to_owned()),
        ColumnLaw::Wave(wave) => of_wave(WaveInRow::of(&wave, encoding, j, row)),
        ColumnLaw::Folded(wave) => of_wave(WaveInRow::of_folded(&wave, encoding, j, row)),
        ColumnLaw::Rounded(wave) => of_wave(WaveInRow::of_rounded(&wave, encoding, row)),
        ColumnLaw::Linear { divisor } => match encoding.spec().scheme {
            Scheme::Index => line(format!("{p}")),
            _ if encoding.max_len() == 1 && divisor == 1.0 => line(format!(
                "0 / (1 − 1): {}",
                tr!(subject.language, "formula.single_position")
            )),
            _ => {
                let divisor = match encoding.spec().divisor {
                    Divisor::LengthMinusOne => format!("({} − 1)", encoding.max_len()),
                    Divisor::Length => plain(divisor),
                };
                line(format!("{p} / {divisor} = {result}"))
            }
        },
        ColumnLaw::Bit { .. } => pieces(&format!("{head}floor({p} / 2^{{{j}}}) mod 2 = {value}")),
        ColumnLaw::Distance { slope, .. } => {
            let distance = offset.unsigned_abs();
            line(format!("−{} × {distance} = {result}", significant(slope, 6)))
        }
        ColumnLaw::Bucketed(bias) => {
            let bucket = bias.rule.bucket(offset);
            if bias.drawn.is_some() {
                let words = tr!(
                    subject.language,
                    "formula.bucket",
                    offset = signed,
                    bucket = minus_sign(&bucket.to_string())
                );
                line(format!("{result}  ({words})"))
            } else {
                let words = tr!(subject.language, "formula.every_head");
                line(format!("{}  ({words})", minus_sign(&bucket.to_string())))
            }
        }
        ColumnLaw::Given(given) if given.resample == Resample::Off => line(format!(
            "{result}  ({})",
            tr!(subject.language, "formula.given", row = p, column = j)
        )),
        ColumnLaw::Given(_) => line(format!("{result}  ({})", tr!(subject.language, "formula.resampled"))),
        ColumnLaw::Drawn { .. } => line(format!("{result}  ({})", tr!(subject.language, "formula.drawn"))),
    }
}

/// A wave in one row.
struct WaveInRow {
    /// Sine or cosine; `None` for the angle itself.
    phase: Option<Phase>,
    /// The position, with what it is mapped to.
    position: String,
    angle: f64,
    frequency: f64,
    amplitude: f64,
}

impl WaveInRow {
    fn of(wave: &Wave, encoding: &Encoding, column: usize, row: f64) -> Self {
        let angle = wave.shift.high + wave.frequency.high * row;
        let position = affine(encoding.spec(), &plain(row))
            .unwrap_or_else(|| significant(angle / base_frequency(encoding, column), 7));
        Self {
            phase: Some(wave.phase),
            position,
            angle,
            frequency: wave.frequency.high,
            amplitude: wave.amplitude.high,
        }
    }

    fn of_folded(wave: &Folded, encoding: &Encoding, column: usize, row: f64) -> Self {
        let (spec, plainly) = (encoding.spec(), plain(row));
        let place = wave.fold.place(row);
        let direction = grid::direction_of(&encoding.columns()[column]);
        let position = match direction.filter(|_| encoding.is_grid()) {
            Some(direction) => {
                let held = plain(spec.grid.start + place);
                format!("({plainly} → {} {held})", direction.name())
            }
            None if place == row => plainly,
            None => format!("({plainly} → {})", plain(place)),
        };
        Self {
            phase: wave.phase,
            position,
            angle: wave.shift.high + wave.frequency.high * place,
            frequency: wave.frequency.high,
            amplitude: wave.amplitude.high,
        }
    }

    fn of_rounded(wave: &RoundedWave, encoding: &Encoding, row: f64) -> Self {
        let meant = wave.start + wave.step * wave.fold.place(row);
        let held = wave.position_at(row);
        let position = affine(encoding.spec(), &plain(row)).unwrap_or_else(|| plain(meant));
        let position = if held == meant {
            position
        } else {
            format!("({position} → {})", plain(held))
        };
        Self {
            phase: (wave.twist != Twist::Angle).then_some(wave.phase),
            position,
            angle: wave.angle_at(row),
            frequency: wave.frequency.high,
            amplitude: wave.amplitude,
        }
    }

    /// Returns `cos(3 / 10000^{4/16}) = cos(0.3) = 0.955336`, with what the settings change in it.
    fn words(&self, encoding: &Encoding, column: usize, result: &str) -> String {
        let spec = encoding.spec();
        let function = match self.phase {
            Some(Phase::Sine) => "sin",
            Some(Phase::Cosine) => "cos",
            None => "",
        };
        let amplitude = if (self.amplitude - 1.0).abs() < f64::EPSILON {
            String::new()
        } else {
            format!("{} · ", significant(self.amplitude, 6))
        };
        let scale = match spec.conventions.scale {
            _ if spec.scheme != Scheme::Sinusoidal || spec.conventions.factor != 1.0 => amplitude.clone(),
            TableScale::One => String::new(),
            TableScale::RootD => format!("√{} · ", spec.d_model),
            TableScale::InverseRootD => format!("1/√{} · ", spec.d_model),
        };
        let position = &self.position;
        let argument = match exponent(encoding, column) {
            Some((numerator, denominator)) => {
                format!(
                    "{position} / {}^{{{}/{}}}",
                    spec.base,
                    plain(numerator),
                    plain(denominator)
                )
            }
            None => format!("{position} × {}", significant(self.frequency, 6)),
        };
        let angle = significant(self.angle, 6);
        if self.phase.is_none() {
            return format!("{argument} = {result}");
        }
        if spec.conventions.mistake == Slip::CosineOfSine && spec.scheme == Scheme::Sinusoidal && function == "cos" {
            return format!("{scale}cos(sin({argument})) = {amplitude}cos(sin({angle})) = {result}");
        }
        format!("{scale}{function}({argument}) = {amplitude}{function}({angle}) = {result}")
    }
}

/// Returns the position of a row under the settings of the sinusoidal scheme; `None` if it is not a sum
/// that a reader would recognise.
fn affine(spec: &Spec, row: &str) -> Option<String> {
    let conventions = &spec.conventions;
    if is_squeezed(spec) {
        return None;
    }
    if spec.scheme != Scheme::Sinusoidal {
        return Some(row.to_owned());
    }
    if conventions.direction != Direction::Ascending || conventions.mistake == Slip::RowsEqual {
        return None;
    }
    Some(match (conventions.start, conventions.step) {
        (0.0, 1.0) => row.to_owned(),
        (start, 1.0) => format!("({} + {row})", plain(start)),
        (start, -1.0) => format!("({} − {row})", plain(start)),
        (0.0, step) => format!("({} × {row})", plain(step)),
        (start, step) => format!("({} + {} × {row})", plain(start), plain(step)),
    })
}

/// Returns the numerator and denominator for which `base^-(numerator/denominator)` is the frequency of
/// a column; `None` if a scaling or a mistake changes the frequency.
fn exponent(encoding: &Encoding, column: usize) -> Option<(f64, f64)> {
    let spec = encoding.spec();
    let k = float(encoding.band_of(column));
    match spec.scheme {
        Scheme::Sinusoidal => {
            let conventions = &spec.conventions;
            if !matches!(
                conventions.mistake,
                Slip::None | Slip::CosineOfSine | Slip::WholeNumbers
            ) {
                return None;
            }
            let d = conventions.odd.effective(spec.d_model);
            let (numerator, denominator) = conventions.exponent.of(d, conventions.shift).ok()?;
            Some((k * numerator, denominator.high))
        }
        Scheme::Rope if spec.rope.scaling == Scaling::None && !is_squeezed(spec) => {
            Some((2.0 * k, 2.0 * float(pairs(spec))))
        }
        _ => None,
    }
}

fn is_squeezed(spec: &Spec) -> bool {
    spec.beyond.strategy == Strategy::Interpolate && spec.beyond.is_reached_by(spec.max_len)
}

/// Returns the radians per position of a column, whatever a row is.
fn base_frequency(encoding: &Encoding, column: usize) -> f64 {
    match exponent(encoding, column) {
        Some((numerator, denominator)) => encoding.spec().base.powf(-numerator / denominator),
        None => encoding.frequency(column).unwrap_or(1.0),
    }
}

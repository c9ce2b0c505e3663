//! Checks whether a table that code made equals ours.

use poscope::encoding::{ColumnLaw, Conventions, Encoding, Precision, Scheme, Slip, Spec};

use super::Outcome;
use super::specs::Case;

/// How far code may be from an exact table, in units of the amplitude: it computes the angle in
/// plain f64, so the power, the product and the position lose a few units of 2^-53 each, and the
/// relative error of the angle is as large; all but a few angles of these tables are below 1,000.
const PER_RADIAN: f64 = 1e-15;

/// What was found in all tables of a language.
#[derive(Default)]
pub struct Tally {
    tables: usize,
    cells: usize,
    largest: f64,
    rounded_tables: usize,
    rounded_cells: usize,
    /// Cells that are rounded the other way because they are very close to the middle between two numbers.
    near_middle: usize,
    pub faults: Vec<String>,
}

impl Tally {
    /// Compares a table that code made, row by row.
    pub fn compare(&mut self, case: &Case, found: &[f64]) {
        let encoding = &case.encoding;
        let (rows, columns) = (encoding.max_len(), encoding.d_model());
        if found.len() != rows * columns {
            self.faults.push(format!(
                "{}: {} numbers instead of {rows} x {columns}",
                case.name,
                found.len()
            ));
            return;
        }
        self.tables += 1;
        let rounding = Rounding::of(encoding);
        self.rounded_tables += usize::from(rounding.is_some());
        let allowed = allowed(encoding);
        for (place, &found) in found.iter().enumerate() {
            let (row, column) = (place / columns, place % columns);
            let expected = encoding.value(row, column).unwrap();
            let is_same = found == expected || (found.is_nan() && expected.is_nan());
            let is_right = match &rounding {
                None => {
                    self.cells += 1;
                    let difference = (found - expected).abs();
                    self.largest = self.largest.max(difference / allowed * 1e-12);
                    is_same || difference <= allowed * expected.abs().max(1.0)
                }
                Some(rounding) => {
                    self.rounded_cells += 1;
                    let is_near = !is_same && rounding.allows(row, column, found);
                    // A table stored in f64 is not rounded by the product with its scale.
                    self.near_middle += usize::from(is_near && rounding.storage != Precision::F64);
                    is_same || is_near
                }
            };
            if !is_right {
                self.faults.push(format!(
                    "{}: position {row}, dimension {column} is {found:e}, not {expected:e}",
                    case.name
                ));
                return;
            }
        }
    }

    /// What was compared, in words.
    pub fn words(&self) -> String {
        format!(
            "{} tables; {} exact ones, {} cells, at most {:.1e} off; {} rounded ones, {} cells, {} not bit by bit",
            self.tables,
            self.tables - self.rounded_tables,
            self.cells,
            self.largest,
            self.rounded_tables,
            self.rounded_cells,
            self.near_middle
        )
    }
}

/// Checks that a table with one wrong cell is detected, whether or not values are rounded.
pub fn finds_what_is_wrong(cases: &[Case]) -> Outcome {
    let mut missed = Vec::new();
    for case in cases {
        let encoding = &case.encoding;
        let cells = (0..encoding.max_len()).flat_map(|row| (0..encoding.d_model()).map(move |column| (row, column)));
        let mut table: Vec<f64> = cells
            .map(|(row, column)| encoding.value(row, column).unwrap())
            .collect();
        let mut right = Tally::default();
        right.compare(case, &table);
        let last = table.len() - 1;
        table[last] += 1e-5 * table[last].abs().max(1.0) * allowed(encoding).max(1e-12) / 1e-12;
        let mut wrong = Tally::default();
        wrong.compare(case, &table);
        let is_number = table[last].is_finite();
        if !right.faults.is_empty() || (is_number && wrong.faults.is_empty()) {
            missed.push(case.name.clone());
        }
    }
    if missed.is_empty() {
        Outcome::Agrees("a wrong cell is found in every table".to_owned())
    } else {
        Outcome::Fails(missed)
    }
}

/// The largest allowed distance from an exact table.
fn allowed(encoding: &Encoding) -> f64 {
    let rows = encoding.max_len() as f64;
    let of = |law: &ColumnLaw| match law {
        ColumnLaw::Wave(wave) => (
            wave.frequency.high.abs() * rows + wave.shift.high.abs(),
            wave.amplitude.high,
        ),
        ColumnLaw::Folded(wave) => (
            wave.frequency.high.abs() * rows + wave.shift.high.abs(),
            wave.amplitude.high,
        ),
        ColumnLaw::Rounded(wave) => (
            wave.frequency.high * (wave.start.abs() + wave.step.abs() * rows),
            wave.amplitude,
        ),
        _ => (0.0, 1.0),
    };
    let all = encoding.columns().iter().map(of);
    all.map(|(angle, amplitude)| PER_RADIAN * angle.max(1000.0) * amplitude)
        .fold(0.0, f64::max)
}

/// A table whose values are rounded, and what they are before.
struct Rounding {
    before: Encoding,
    storage: Precision,
    is_whole: bool,
    allowed: f64,
}

impl Rounding {
    fn of(encoding: &Encoding) -> Option<Self> {
        let spec = encoding.spec();
        let mut before = spec.clone();
        let (storage, is_rounded, is_whole) = match spec.scheme {
            Scheme::Sinusoidal => {
                let Conventions {
                    angle_precision,
                    storage_precision,
                    mistake,
                    ..
                } = spec.conventions;
                let is_whole = mistake == Slip::WholeNumbers;
                before.conventions.storage_precision = Precision::F64;
                if is_whole {
                    before.conventions.mistake = Slip::None;
                }
                let all = [angle_precision, storage_precision];
                (storage_precision, all != [Precision::F64; 2] || is_whole, is_whole)
            }
            Scheme::Rope => {
                let rope = &spec.rope;
                let all = [rope.angle_precision, rope.storage_precision];
                before.rope.storage_precision = Precision::F64;
                (rope.storage_precision, all != [Precision::F64; 2], false)
            }
            _ => return None,
        };
        // Rounded positions alone leave values that are as exact as any.
        is_rounded.then(|| Self {
            allowed: allowed(encoding),
            before: Encoding::new(Spec { ..before }).unwrap(),
            storage,
            is_whole,
        })
    }

    /// Whether a value is what the exact one rounds to when it is moved by no more than the angle's
    /// last digits.
    fn allows(&self, row: usize, column: usize, found: f64) -> bool {
        let before = self.before.value(row, column).unwrap();
        let stored = |value: f64| {
            let value = self.storage.round(value);
            if self.is_whole { value.trunc() } else { value }
        };
        let (low, high) = (stored(before - self.allowed), stored(before + self.allowed));
        (low..=high).contains(&found)
    }
}

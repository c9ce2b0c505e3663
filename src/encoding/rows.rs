//! Rows of a table, many at once.
//!
//! By angle addition the waves of row B q + r are products of those of an anchor row and an offset row:
//!
//! ```text
//! sin(w (B q + r)) = sin(w B q) cos(w r) + cos(w B q) sin(w r)
//! cos(w (B q + r)) = cos(w B q) cos(w r) - sin(w B q) sin(w r)
//! ```
//!
//! Angles of anchors and offsets are double-doubles, so a product is off by three roundings of f64
//! at any position. In f32 all but about one in ten million values are correctly rounded. A table
//! in f64 has an anchor in every row.

use multiversion::multiversion;
use rayon::prelude::*;

use super::double_double::DoubleDouble;
use super::sin_cos::waves_at;
use super::{ColumnLaw, Encoding, Phase, Wave, float};

/// The number of rows that share an anchor.
const BLOCK: usize = 64;

/// A table, ready to be written row by row. Creating one costs 64 rows of sines and cosines; it
/// takes the memory of 128 rows of the table in f64, at most 17 MB.
pub struct Rows<'a> {
    encoding: &'a Encoding,
    runs: Vec<ColumnRun>,
    waves: RowWaves,
    /// The sines and cosines by which 0 to 63 further rows turn each wave.
    offsets: Vec<SinCosList>,
}

/// Neighbouring columns that are computed alike.
#[derive(Clone, Debug, PartialEq)]
struct ColumnRun {
    first_column: usize,
    columns: usize,
    kind: RowKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum RowKind {
    /// Sine, cosine, sine, cosine, ... of `first_wave` and the following frequencies.
    Pairs { first_wave: usize },
    /// One wave per column.
    Single { first_wave: usize, phase: Phase },
    /// Any other laws, column by column.
    Other,
}

/// The sines and the cosines of a list of angles.
#[derive(Clone, Debug)]
struct SinCosList {
    sin: Vec<f64>,
    cos: Vec<f64>,
}

/// A list of double-doubles, with the high parts and the low parts in separate vectors.
#[derive(Clone, Debug, Default)]
struct DoubleDoubles {
    high: Vec<f64>,
    low: Vec<f64>,
}

impl DoubleDoubles {
    fn zeros(count: usize) -> Self {
        Self {
            high: vec![0.0; count],
            low: vec![0.0; count],
        }
    }

    fn push(&mut self, number: DoubleDouble) {
        self.high.push(number.high);
        self.low.push(number.low);
    }

    fn parts(&self) -> [&[f64]; 2] {
        [&self.high, &self.low]
    }
}

/// The waves of a table, each once.
#[derive(Clone, Debug, Default)]
struct RowWaves {
    frequencies: DoubleDoubles,
    shifts: DoubleDoubles,
    amplitudes: DoubleDoubles,
}

impl RowWaves {
    fn len(&self) -> usize {
        self.amplitudes.high.len()
    }

    fn push(&mut self, wave: Wave) {
        self.frequencies.push(wave.frequency);
        self.shifts.push(wave.shift);
        self.amplitudes.push(wave.amplitude);
    }

    /// Returns the waves from position 0 on, of amplitude 1: what an offset adds.
    fn offset(&self, position: f64) -> SinCosList {
        let mut values = SinCosList::zeros(self.len());
        let shifts = DoubleDoubles::zeros(self.len());
        waves_at(position, self.frequencies.parts(), shifts.parts(), values.parts_mut());
        values
    }

    /// Computes the waves at an anchor.
    fn set(&self, position: f64, values: &mut SinCosList) {
        waves_at(
            position,
            self.frequencies.parts(),
            self.shifts.parts(),
            values.parts_mut(),
        );
        for values in values.parts_mut() {
            let [high, low] = self.amplitudes.parts();
            for ((value, &high), &low) in values.iter_mut().zip(high).zip(low) {
                *value = DoubleDouble { high, low }.times(*value);
            }
        }
    }
}

impl SinCosList {
    fn zeros(count: usize) -> Self {
        Self {
            sin: vec![0.0; count],
            cos: vec![0.0; count],
        }
    }

    fn parts_mut(&mut self) -> [&mut [f64]; 2] {
        [&mut self.sin, &mut self.cos]
    }

    fn slice(&self, first: usize, count: usize) -> [&[f64]; 2] {
        [&self.sin[first..first + count], &self.cos[first..first + count]]
    }
}

impl<'a> Rows<'a> {
    /// Prepares the rows of an encoding.
    pub fn new(encoding: &'a Encoding) -> Self {
        let (runs, waves) = runs(encoding.columns());
        let count = BLOCK.min(encoding.max_len());
        let offset = |r: usize| waves.offset(float(r));
        let offsets = (0..count).into_par_iter().map(offset).collect();
        Self {
            encoding,
            runs,
            waves,
            offsets,
        }
    }

    /// Returns the encoding of these rows.
    pub fn encoding(&self) -> &Encoding {
        self.encoding
    }

    /// Writes rows `first_row`, `first_row + 1`, ... into `out`, row-major, `d_model` numbers per
    /// row, each the f32 nearest to the value in f64; NaN beyond the end of the table. If `out`
    /// does not hold whole rows, its remainder is left unchanged.
    ///
    /// ```
    /// use poscope::encoding::{Encoding, Rows, Spec};
    /// let encoding = Encoding::new(Spec { d_model: 2, ..Spec::default() })?;
    /// let mut rows = [0.0; 4];
    /// Rows::new(&encoding).fill_f32(0, &mut rows);
    /// assert_eq!(rows, [0.0, 1.0, 1f64.sin() as f32, 1f64.cos() as f32]);
    /// # Ok::<(), poscope::encoding::SpecError>(())
    /// ```
    pub fn fill_f32(&self, first_row: usize, out: &mut [f32]) {
        // A few rows are divided among the threads, each with its own anchor.
        let rows = out.len() / self.encoding.d_model();
        let block_rows = rows.div_ceil(rayon::current_num_threads()).clamp(1, BLOCK);
        self.fill(first_row, block_rows, out);
    }

    /// Writes rows as [`Self::fill_f32`] does, in f64: exactly the numbers of [`Encoding::value`],
    /// because every row is an anchor and nothing is rounded twice.
    pub fn fill_f64(&self, first_row: usize, out: &mut [f64]) {
        self.fill(first_row, 1, out);
    }

    /// Writes rows in blocks of `block_rows`, at most [`BLOCK`].
    fn fill<T: Number>(&self, first_row: usize, block_rows: usize, out: &mut [T]) {
        let d = self.encoding.d_model();
        let rows = out.len() / d;
        out[..rows * d]
            .par_chunks_mut(block_rows * d)
            .enumerate()
            .for_each_init(
                || SinCosList::zeros(self.waves.len()),
                |anchor, (block, rows)| {
                    let first = first_row + block * block_rows;
                    self.waves.set(float(first), anchor);
                    for (r, row) in rows.chunks_exact_mut(d).enumerate() {
                        self.fill_row(first + r, anchor, &self.offsets[r], row);
                    }
                },
            );
    }

    fn fill_row<T: Number>(&self, position: usize, anchor: &SinCosList, offset: &SinCosList, row: &mut [T]) {
        if self.encoding.zero_rows().contains(&position) {
            return row.fill(T::nearest(0.0));
        }
        if position >= self.encoding.end() {
            return row.fill(T::nearest(f64::NAN));
        }
        for run in &self.runs {
            let out = &mut row[run.first_column..run.first_column + run.columns];
            match run.kind {
                RowKind::Pairs { first_wave } => {
                    let count = run.columns / 2;
                    T::pairs(anchor.slice(first_wave, count), offset.slice(first_wave, count), out);
                }
                RowKind::Single { first_wave, phase } => {
                    let count = run.columns;
                    T::single(
                        anchor.slice(first_wave, count),
                        offset.slice(first_wave, count),
                        phase,
                        out,
                    );
                }
                RowKind::Other => {
                    let laws = &self.encoding.columns()[run.first_column..];
                    for (value, law) in out.iter_mut().zip(laws) {
                        *value = T::nearest(law.at(float(position)));
                    }
                }
            }
        }
    }
}

/// Returns the runs of the columns, and the waves that the runs index.
fn runs(columns: &[ColumnLaw]) -> (Vec<ColumnRun>, RowWaves) {
    let (mut runs, mut waves) = (Vec::<ColumnRun>::new(), RowWaves::default());
    let mut column = 0;
    while column < columns.len() {
        let first_wave = waves.len();
        let (kind, width) = match columns[column] {
            ColumnLaw::Wave(wave) => {
                waves.push(wave);
                let phase = wave.phase;
                let partner = ColumnLaw::Wave(Wave {
                    phase: Phase::Cosine,
                    ..wave
                });
                if phase == Phase::Sine && columns.get(column + 1) == Some(&partner) {
                    (RowKind::Pairs { first_wave }, 2)
                } else {
                    (RowKind::Single { first_wave, phase }, 1)
                }
            }
            _ => (RowKind::Other, 1),
        };
        match runs.last_mut() {
            Some(run) if run.kind.goes_on_as(kind) => run.columns += width,
            _ => runs.push(ColumnRun {
                first_column: column,
                columns: width,
                kind,
            }),
        }
        column += width;
    }
    (runs, waves)
}

impl RowKind {
    fn goes_on_as(self, next: Self) -> bool {
        match (self, next) {
            (Self::Pairs { .. }, Self::Pairs { .. }) | (Self::Other, Self::Other) => true,
            (Self::Single { phase, .. }, Self::Single { phase: next, .. }) => phase == next,
            _ => false,
        }
    }
}

/// A number type of tables, with its inner loops over anchors, offsets and output. Slices of waves
/// are sines, then cosines.
trait Number: Copy + Send {
    fn nearest(value: f64) -> Self;
    fn pairs(anchor: [&[f64]; 2], offset: [&[f64]; 2], out: &mut [Self]);
    fn single(anchor: [&[f64]; 2], offset: [&[f64]; 2], phase: Phase, out: &mut [Self]);
}

/// The loops are written once and compiled for each type and instruction set.
macro_rules! number {
    ($number:ty, $pairs:ident, $single:ident) => {
        #[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
        fn $pairs([a_sin, a_cos]: [&[f64]; 2], [b_sin, b_cos]: [&[f64]; 2], out: &mut [$number]) {
            let n = out.len() / 2;
            let (a_sin, a_cos, b_sin, b_cos) = (&a_sin[..n], &a_cos[..n], &b_sin[..n], &b_cos[..n]);
            for (i, pair) in out.chunks_exact_mut(2).enumerate() {
                pair[0] = (a_sin[i] * b_cos[i] + a_cos[i] * b_sin[i]) as $number;
                pair[1] = (a_cos[i] * b_cos[i] - a_sin[i] * b_sin[i]) as $number;
            }
        }

        #[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
        fn $single([a_sin, a_cos]: [&[f64]; 2], [b_sin, b_cos]: [&[f64]; 2], phase: Phase, out: &mut [$number]) {
            let n = out.len();
            let (a_sin, a_cos, b_sin, b_cos) = (&a_sin[..n], &a_cos[..n], &b_sin[..n], &b_cos[..n]);
            match phase {
                Phase::Sine => {
                    for (i, value) in out.iter_mut().enumerate() {
                        *value = (a_sin[i] * b_cos[i] + a_cos[i] * b_sin[i]) as $number;
                    }
                }
                Phase::Cosine => {
                    for (i, value) in out.iter_mut().enumerate() {
                        *value = (a_cos[i] * b_cos[i] - a_sin[i] * b_sin[i]) as $number;
                    }
                }
            }
        }

        impl Number for $number {
            fn nearest(value: f64) -> Self {
                value as Self
            }

            fn pairs(anchor: [&[f64]; 2], offset: [&[f64]; 2], out: &mut [Self]) {
                $pairs(anchor, offset, out);
            }

            fn single(anchor: [&[f64]; 2], offset: [&[f64]; 2], phase: Phase, out: &mut [Self]) {
                $single(anchor, offset, phase, out);
            }
        }
    };
}

number!(f32, pairs_f32, single_f32);
number!(f64, pairs_f64, single_f64);

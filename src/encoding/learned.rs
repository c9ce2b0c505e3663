//! Learned: a table of trained numbers, or of those that training would start from.
//!
//! ```text
//! PE(pos, j) = table[pos][j]
//! ```
//!
//! The trained table is that of all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), 512 positions
//! of 384 dimensions, stored as float16. The untrained table is normally distributed with standard
//! deviation 0.02, as BERT is initialised (Devlin et al. 2018). A trained table ends: positions
//! beyond its last row were never learned, unless the table is resampled.

use std::sync::OnceLock;

use half::f16;
use serde::{Deserialize, Serialize};

use super::drawn::LARGEST;
use super::given::{Corners, Given, Resample};
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::{ColumnLaw, Spec, SpecError};

/// The settings of a learned table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learned {
    /// The table that is shown.
    pub table: LearnedTable,
    /// The seed with which the untrained table is drawn.
    pub seed: usize,
    /// How the trained table is made longer or shorter.
    pub resample: Resample,
    /// Which points of the two tables coincide.
    pub corners: Corners,
}

one_of! {
    /// A learned table.
    pub enum LearnedTable {
        /// The table of all-MiniLM-L6-v2.
        MiniLm = "minilm",
        /// A table before training.
        Untrained = "untrained",
    }
}

/// Rows and columns of the trained table.
pub const MINILM: (usize, usize) = (512, 384);

/// The standard deviation of the untrained table.
pub const DEVIATION: f64 = 0.02;

/// The end of a learned table's usual range: four standard deviations of an untrained table. Of the
/// 196,608 numbers of the trained table 586 lie beyond.
pub const USUAL: f64 = 4.0 * DEVIATION;

/// Returns the numbers of the trained table, column by column.
fn minilm() -> &'static [f32] {
    static BYTES: &[u8] = include_bytes!("../../assets/tables/minilm_512x384.f16");
    static VALUES: OnceLock<Vec<f32>> = OnceLock::new();
    VALUES.get_or_init(|| {
        let (rows, columns) = MINILM;
        let value = |place: usize| f16::from_le_bytes([BYTES[2 * place], BYTES[2 * place + 1]]).to_f32();
        (0..rows * columns)
            .map(|i| value((i % rows) * columns + i / rows))
            .collect()
    })
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let learned = &mut spec.learned;
    let is_trained = learned.table == LearnedTable::MiniLm;
    let stretches = is_trained && learned.resample != Resample::Off;
    vec![
        Setting::choice("learned_table", &mut learned.table),
        Setting::whole("table_seed", &mut learned.seed, 0, 1_000_000).when(!is_trained),
        Setting::choice("resample", &mut learned.resample).when(is_trained),
        Setting::choice("corners", &mut learned.corners).when(stretches),
    ]
}

/// Returns the columns: the first `d_model` ones of the table.
///
/// # Errors
/// [`SpecError::TooWide`]: more columns than the trained table has.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    let Learned {
        table,
        seed,
        resample,
        corners,
    } = spec.learned;
    let d_model = spec.d_model;
    if table == LearnedTable::Untrained {
        let drawn = |column| ColumnLaw::Drawn {
            seed: seed as u64,
            column: [column, d_model],
            deviation: DEVIATION,
        };
        let largest = DEVIATION * LARGEST;
        return Ok(Lowered {
            usual_range: (-USUAL, USUAL),
            ..Lowered::new((0..d_model).map(drawn).collect(), (-largest, largest))
        });
    }
    let (rows, width) = MINILM;
    if d_model > width {
        return Err(SpecError::TooWide { d_model, width });
    }
    let values = minilm();
    let whole = Given {
        values: &values[..rows * d_model],
        rows: spec.max_len,
        resample,
        corners,
    };
    let given = |column: usize| {
        ColumnLaw::Given(Given {
            values: &values[column * rows..][..rows],
            ..whole
        })
    };
    Ok(Lowered {
        usual_range: (-USUAL, USUAL),
        end: if resample == Resample::Off { rows } else { usize::MAX },
        ..Lowered::new((0..d_model).map(given).collect(), whole.range())
    })
}

/// Returns the specification with each way to resample the trained table, beginning with none.
pub(super) fn strategies(spec: &Spec) -> Vec<Spec> {
    if spec.learned.table != LearnedTable::MiniLm {
        return Vec::new();
    }
    let with = |(resample, corners)| Spec {
        learned: Learned {
            resample,
            corners,
            ..spec.learned
        },
        ..spec.clone()
    };
    [
        (Resample::Off, spec.learned.corners),
        (Resample::Linear, Corners::Edges),
        (Resample::Linear, Corners::Aligned),
        (Resample::Cubic, Corners::Edges),
        (Resample::Cubic, Corners::Aligned),
    ]
    .map(with)
    .into()
}

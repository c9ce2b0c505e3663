//! Words that depend on pixels: data here, resolved after the plots are laid out.

use std::f64::consts::{PI, TAU};
use std::ops::Range;

use crate::encoding::{Encoding, natural};
use crate::field::{ColumnOrder, Reduction, Span};
use crate::text::{Language, significant};
use crate::tr;

/// The sentence at the end of the title line of a pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Remark {
    /// No sentence.
    #[default]
    Nothing,
    /// A sentence that does not depend on the pixels.
    Words(String),
    /// One sentence if every cell has a pixel, another one if pixels mix cells.
    Mixing {
        /// The sentence if every cell has a pixel.
        sharp: String,
        /// The sentence if pixels mix cells.
        mixed: String,
    },
    /// What part of a table is in view, and what a pixel stands for.
    Table(Box<TableRemark>),
}

/// What part of a table is in view.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRemark {
    /// The size of the table, in words.
    pub whole: String,
    /// The encoding of the table.
    pub encoding: Encoding,
    /// The order in which its columns are shown.
    pub order: ColumnOrder,
    /// The positions and the dimensions in view.
    pub seen: (Span, Span),
    /// What a pixel says about its cells.
    pub reduction: Reduction,
    /// Whether dimensions run along x.
    pub transposed: bool,
}

/// Cells per pixel along x and upward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerPixel {
    /// Along x.
    pub x: f64,
    /// Upward.
    pub y: f64,
}

impl PerPixel {
    /// Checks whether a pixel stands for more than one cell.
    pub fn mixes(self) -> bool {
        self.x > 1.0 || self.y > 1.0
    }

    /// Returns cells per pixel along positions and along dimensions.
    pub fn in_table(self, transposed: bool) -> [f64; 2] {
        if transposed { [self.y, self.x] } else { [self.x, self.y] }
    }
}

impl Remark {
    /// Returns the words, and whether they are a warning. `seen` is the reduction in the picture,
    /// possibly an older one, and whether it is exact rather than a bound.
    pub fn words(&self, per_pixel: PerPixel, seen: (Reduction, bool), language: Language) -> (String, bool) {
        match self {
            Self::Nothing => (String::new(), false),
            Self::Words(words) => (words.clone(), false),
            Self::Mixing { sharp, mixed } => {
                let words = if per_pixel.x > 1.0 { mixed } else { sharp };
                (words.clone(), false)
            }
            Self::Table(table) => table.words(per_pixel, seen, language),
        }
    }
}

impl TableRemark {
    fn words(
        &self,
        per_pixel: PerPixel,
        (reduction, is_exact): (Reduction, bool),
        language: Language,
    ) -> (String, bool) {
        if !per_pixel.mixes() {
            return (self.whole.clone(), false);
        }
        let [positions, dimensions] = per_pixel.in_table(self.transposed);
        let cells = significant(positions.max(1.0) * dimensions.max(1.0), 2);
        let key = match (reduction, is_exact) {
            (Reduction::Mean | Reduction::MeanTwice, _) if self.has_moire(positions, dimensions) => "heatmap.moire",
            (Reduction::Mean, _) => "heatmap.averaged",
            (Reduction::MeanTwice, _) => "heatmap.averaged_twice",
            (Reduction::EveryNth, _) => "heatmap.every_nth",
            (Reduction::Largest, true) => "heatmap.largest",
            (Reduction::Largest, false) => "heatmap.largest_bound",
        };
        let words = tr!(language, key, cells);
        (words, reduction == Reduction::EveryNth)
    }

    /// Checks whether neighbouring pixels along the dimensions differ by more than half a turn
    /// somewhere in view, where each wave is slow enough to be seen: the means are right, but the
    /// pattern that they make is not a wave of the table.
    fn has_moire(&self, positions: f64, dimensions: f64) -> bool {
        let encoding = &self.encoding;
        if dimensions <= 1.0 || encoding.pairs() == 0 {
            return false;
        }
        let frequency = |place: usize| {
            let column = self.order.column(place.min(encoding.d_model() - 1), encoding);
            encoding.frequency(column).map(f64::abs)
        };
        let step = natural(dimensions.ceil());
        let is_seen = |frequency: f64| frequency * positions < PI;
        let (in_view, of_dimensions) = self.seen;
        of_dimensions
            .cells()
            .step_by(step)
            .any(|place| match (frequency(place), frequency(place + step)) {
                (Some(a), Some(b)) => is_seen(a) && is_seen(b) && (a - b).abs() * in_view.end > PI,
                _ => false,
            })
    }
}

/// Returns the runs of places whose waves are shorter than two pixels of `positions` positions each, so
/// that no picture of this size can show them.
pub fn too_fast(encoding: &Encoding, order: ColumnOrder, dimensions: Span, positions: f64) -> Vec<Range<usize>> {
    if positions <= 1.0 || encoding.pairs() == 0 {
        return Vec::new();
    }
    let is_too_fast = |place: &usize| {
        encoding
            .frequency(order.column(*place, encoding))
            .is_some_and(|frequency| TAU / frequency < 2.0 * positions)
    };
    let cells = dimensions.cells();
    let mut runs = Vec::<Range<usize>>::new();
    for cell in (cells.start..cells.end.min(encoding.d_model())).filter(is_too_fast) {
        match runs.last_mut() {
            Some(run) if run.end == cell => run.end += 1,
            _ => runs.push(cell..cell + 1),
        }
    }
    runs
}

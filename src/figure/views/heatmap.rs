//! The table: positions to the right, dimensions upward.

use super::{Block, Subject};
use crate::analysis::band_label;
use crate::encoding::{Encoding, Kind, Order};
use crate::field::{ColumnOrder, Field, Span};
use crate::figure::page::{Panel, Row, Scale, Side};
use crate::figure::range::default_range;
use crate::text::{axis_names, wavelength_words};
use crate::tr;

pub(super) fn block(subject: &Subject) -> Block {
    let (encoding, language) = (&subject.encoding, subject.language);
    let key = match encoding.kind() {
        Kind::Added => "figure.heatmap",
        Kind::Rotation => "figure.heatmap_rotation",
        Kind::Bias => "figure.heatmap_bias",
    };
    Block {
        title: tr!(language, key, scheme = subject.scheme()).into_owned(),
        short: tr!(language, "figure.heatmap_short").into_owned(),
        rows: vec![Row {
            share: 1.0,
            panels: vec![panel(subject)],
        }],
        notes: subject.overflow(encoding).into_iter().collect(),
        tall: 0.55,
    }
}

/// The one panel of it.
fn panel(subject: &Subject) -> Panel {
    let (encoding, views) = (&subject.encoding, &subject.views);
    let order = views.order();
    let field = Field::Table {
        encoding: encoding.clone(),
        order,
    };
    let palette = subject.palette(default_range(&field));
    let names = axis_names(encoding.kind(), subject.language);
    let mut panel = subject.table_panel(field, palette, names, false);
    panel.bar = subject.bar(palette, "axis.value", true);
    panel.marks = subject.trained_mark(encoding, !views.transposed);
    panel.marks.extend(subject.held_mark(!views.transposed));
    group(&mut panel, subject);
    if !views.transposed {
        panel.side = wavelengths(encoding, order, subject.window(encoding).1);
    }
    panel
}

/// Where sines stand before cosines, their groups are named instead of numbered.
pub(super) fn group(panel: &mut Panel, subject: &Subject) {
    let encoding = &subject.encoding;
    if !subject.views.regrouped || !encoding.bands()[0].is_together() {
        return;
    }
    let dimensions = subject.window(encoding).1;
    #[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^53")]
    let border = encoding.d_model().div_ceil(2) as f64;
    let keys = match encoding.spec().conventions.order {
        Order::SineFirst => ["heatmap.sines", "heatmap.cosines"],
        Order::CosineFirst => ["heatmap.cosines", "heatmap.sines"],
    };
    let spans = [
        (dimensions.start, border.min(dimensions.end)),
        (border.max(dimensions.start), dimensions.end),
    ];
    let groups = spans
        .into_iter()
        .zip(keys)
        .filter(|((start, end), _)| start < end)
        .map(|((start, end), key)| (Span { start, end }, tr!(subject.language, key).into_owned()))
        .collect();
    let axis = if subject.views.transposed {
        &mut panel.x
    } else {
        &mut panel.y
    };
    axis.scale = Scale::Groups(dimensions, groups);
}

/// The wavelength of each band at the right: one for a pair that stands together, else one for each
/// column; from the lowest on.
pub(super) fn wavelengths(encoding: &Encoding, order: ColumnOrder, dimensions: Span) -> Vec<Side> {
    if encoding.pairs() == 0 {
        return Vec::new();
    }
    let cells = dimensions.cells();
    // There is no room for more.
    let step = (cells.len() / 512).max(1);
    let side = |place: usize| {
        let label = band_label(encoding, order, place, cells.start)?;
        #[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^53")]
        let span = Span {
            start: label.first as f64,
            end: (label.last + 1) as f64,
        };
        let words = wavelength_words(label.wavelength);
        Some(Side { span, words })
    };
    cells.clone().step_by(step).filter_map(side).collect()
}

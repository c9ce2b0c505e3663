//! Panels of cells of a table: positions along one axis, dimensions along the other.

use super::Subject;
use crate::encoding::float;
use crate::encoding::{Encoding, Order};
use crate::field::{Field, Reduction, Span};
use crate::plot::palette::Palette;
use crate::plot::{Axis, Cells, Columns, Layer, Look, Moves, Panel, Quantity, Scale, Stretch, Tone};
use crate::text::{axis_names, count};
use crate::tr;

/// A panel of cells of a table, described.
pub struct TablePanel<'a> {
    /// What the panel is called.
    pub key: &'static str,
    /// Whose cells they are, for the trained length and the end of the table.
    pub encoding: &'a Encoding,
    /// The field.
    pub field: Field,
    /// Its colours.
    pub palette: Palette,
    /// Whether values beyond the colours are hatched.
    pub hatch_outside: bool,
    /// What the axis of dimensions measures.
    pub dimensions: Quantity,
    /// Whether the window onto the table moves with it.
    pub moves: bool,
    /// Whether it follows the choice of axes; otherwise positions run to the right.
    pub turns: bool,
    /// What a pixel says in a window.
    pub reduction: Reduction,
}

impl TablePanel<'_> {
    /// Returns the panel, with what lies beyond the trained length and the end of the table.
    pub fn panel(self, subject: &Subject) -> Panel {
        let (positions, dimensions) = self.field.shape();
        let shape = if self.moves {
            subject.shape()
        } else {
            (subject.shape().0, dimensions)
        };
        let (rows, columns) = subject.views.window(shape);
        let transposed = self.turns && subject.views.transposed;
        let [row_name, column_name] = axis_names(self.encoding.kind(), subject.language);
        let moves = if self.moves { Moves::Table } else { Moves::Nothing };
        let rows_axis = Axis::new(row_name, Scale::Cells(rows))
            .measuring(Quantity::Position, positions)
            .moving(moves, shape.0);
        let columns_axis = Axis::new(column_name, Scale::Cells(columns))
            .measuring(self.dimensions, dimensions)
            .moving(moves, shape.1);
        let cells = Cells {
            look: Look {
                field: self.field,
                palette: self.palette,
                hatch_outside: self.hatch_outside,
            },
            rows,
            columns,
            transposed,
            reduction: self.reduction,
        };
        let (x, y) = cells.in_order((rows_axis, columns_axis));
        let mut panel = Panel::new(self.key, x, y, vec![Layer::Cells(Box::new(cells))]);
        panel.layers.extend(beyond_layers(subject, self.encoding, !transposed));
        panel.marks = subject.trained_mark(self.encoding, !transposed);
        panel.marks.extend(subject.held_mark(!transposed));
        panel
    }
}

/// Returns a bar over the positions beyond the trained length, and nothing where the table ends.
pub fn beyond_layers(subject: &Subject, encoding: &Encoding, is_x: bool) -> Vec<Layer> {
    let trained = encoding.trained_end().map(|end| Layer::Edge {
        along: Stretch {
            is_x,
            span: Span::of(end..encoding.max_len()),
        },
        tone: Tone::Text,
        words: String::new(),
    });
    trained.into_iter().chain(void_layer(subject, encoding, is_x)).collect()
}

/// Returns the stretch beyond the end of a learned table, with words; `None` if it does not end.
pub fn void_layer(subject: &Subject, encoding: &Encoding, is_x: bool) -> Option<Layer> {
    let (end, length) = (encoding.end(), encoding.max_len());
    let last = count(end.saturating_sub(1));
    (end < length).then(|| Layer::Void {
        along: Stretch {
            is_x,
            span: Span::of(end..length),
        },
        words: tr!(subject.language, "trained.table_ends", last),
    })
}

/// Returns the dimensions of the table in front in the order in which they are shown.
pub fn columns_of(subject: &Subject) -> Quantity {
    Quantity::Dimension(Box::new(Columns {
        encoding: subject.encoding.clone(),
        order: subject.order(),
        front: None,
    }))
}

/// Names the groups of columns instead of numbering them, where sines stand before cosines.
pub fn name_groups(panel: &mut Panel, encoding: &Encoding, subject: &Subject) {
    if !subject.views.regrouped || !encoding.bands()[0].is_together() {
        return;
    }
    let axis = if subject.views.transposed {
        &mut panel.x
    } else {
        &mut panel.y
    };
    let seen = axis.scale.span();
    let border = float(encoding.d_model().div_ceil(2));
    let keys = match encoding.spec().conventions.order {
        Order::SineFirst => ["heatmap.sines", "heatmap.cosines"],
        Order::CosineFirst => ["heatmap.cosines", "heatmap.sines"],
    };
    let spans = [(seen.start, border.min(seen.end)), (border.max(seen.start), seen.end)];
    let groups = spans
        .into_iter()
        .zip(keys)
        .filter(|((start, end), _)| start < end)
        .map(|((start, end), key)| (Span { start, end }, tr!(subject.language, key)));
    axis.scale = Scale::Groups(seen, groups.collect());
}

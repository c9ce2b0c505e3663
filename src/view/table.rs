//! Panels of cells of a table: positions along one axis, dimensions along the other.

use super::Subject;
use crate::encoding::{Encoding, PhaseOrder, float};
use crate::field::{Reduction, Span};
use crate::plot::{Axis, Cells, Layer, Look, Moves, Panel, Quantity, Scale, Stretch, Tone};
use crate::text::{axis_names, count};
use crate::tr;

/// Returns a panel of cells of a table, with marks beyond the trained length of `encoding` and at the
/// end of its table.
///
/// If its dimensions are those of the table in front, the panel shows the table that is looked at: it
/// moves the window, and follows the choice of axes and of the reduction. Otherwise it is a picture
/// beside that table, which a window keeps upright.
pub fn table_panel(
    subject: &Subject,
    key: &'static str,
    encoding: &Encoding,
    look: Look,
    column_quantity: Quantity,
) -> Panel {
    let views = &subject.views;
    let (positions, dimensions) = look.field.shape();
    let is_front = column_quantity != Quantity::OtherDimension;
    let (shape, moves, reduction) = if is_front {
        (subject.shape(), Moves::Table, views.reduction)
    } else {
        ((subject.shape().0, dimensions), Moves::Nothing, Reduction::Mean)
    };
    let (rows, columns) = views.window(shape);
    let transposed = views.transposed && (is_front || !subject.is_live);
    let [row_name, column_name] = axis_names(encoding.kind(), subject.language);
    let rows_axis = Axis::new(row_name, Scale::rows(rows, encoding))
        .measuring(Quantity::Position, positions)
        .moving(moves, shape.0);
    let columns_axis = Axis::new(column_name, Scale::Cells(columns))
        .measuring(column_quantity, dimensions)
        .moving(moves, shape.1);
    let cells = Cells {
        look,
        rows,
        columns,
        transposed,
        reduction,
    };
    let (x, y) = cells.in_order((rows_axis, columns_axis));
    let mut panel = Panel::new(key, x, y, vec![Layer::Cells(Box::new(cells))]);
    panel.layers.extend(beyond_layers(subject, encoding, !transposed));
    panel.marks = subject.trained_mark(encoding, !transposed);
    panel.marks.extend(subject.held_mark(!transposed));
    panel
}

/// Returns a bar over the positions beyond the trained length, and a void beyond the end of the table.
pub fn beyond_layers(subject: &Subject, encoding: &Encoding, is_x: bool) -> Vec<Layer> {
    let trained = encoding.trained_end().map(|end| Layer::Edge {
        along: Stretch {
            is_x,
            span: Span::of_cells(end..encoding.max_len()),
        },
        tone: Tone::Text,
        words: String::new(),
    });
    trained.into_iter().chain(void_layer(subject, encoding, is_x)).collect()
}

/// Returns the stretch beyond the end of a learned table, with words; `None` if the table is long enough.
pub fn void_layer(subject: &Subject, encoding: &Encoding, is_x: bool) -> Option<Layer> {
    let (end, length) = (encoding.end(), encoding.max_len());
    let last = count(end.saturating_sub(1));
    (end < length).then(|| Layer::Void {
        along: Stretch {
            is_x,
            span: Span::of_cells(end..length),
        },
        words: tr!(subject.language, "trained.table_ends", last),
    })
}

/// Names the groups of columns instead of numbering them, if sines are shown before cosines.
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
        PhaseOrder::SineFirst => ["heatmap.sines", "heatmap.cosines"],
        PhaseOrder::CosineFirst => ["heatmap.cosines", "heatmap.sines"],
    };
    let spans = [(seen.start, border.min(seen.end)), (border.max(seen.start), seen.end)];
    let groups = spans
        .into_iter()
        .zip(keys)
        .filter(|((start, end), _)| start < end)
        .map(|((start, end), key)| (Span { start, end }, tr!(subject.language, key)));
    axis.scale = Scale::Groups(seen, groups.collect());
}

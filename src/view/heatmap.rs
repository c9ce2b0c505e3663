//! The table: positions to the right, dimensions upward.

use super::relation::bias_key;
use super::table::{name_groups, table_panel};
use super::{Declared, SettingKind, SettingStore, Subject, View};
use crate::analysis::band_label;
use crate::encoding::{Encoding, SchemeKind};
use crate::field::{Answers, ColumnOrder, Field, Reduction, Span};
use crate::plot::range::default_range;
use crate::plot::remark::{Remark, TableRemark};
use crate::plot::{Block, Columns, Control, Layer, Look, Panel, Quantity, Refusal, Row, SideWords};
use crate::session::Change;
use crate::text::{count, reduction_name, wavelength_words};
use crate::tr;

/// The view of the table of the encoding in front.
pub struct Heatmap;

impl View for Heatmap {
    fn name(&self) -> &'static str {
        "heatmap"
    }

    fn has_dimensions(&self) -> bool {
        true
    }

    fn settings(&self, subject: &Subject) -> Vec<Declared> {
        vec![Declared {
            is_idle: !is_one_sided(&subject.encoding),
            ..fitted()
        }]
    }

    fn describe(&self, subject: &Subject, _: &mut dyn Answers) -> Result<Block, Refusal> {
        let (encoding, language) = (&subject.encoding, subject.language);
        let key = match encoding.kind() {
            SchemeKind::Added => "figure.heatmap",
            SchemeKind::Rotation => "figure.heatmap_rotation",
            SchemeKind::Bias if encoding.shows_buckets() => "figure.heatmap_buckets",
            SchemeKind::Bias => "figure.heatmap_bias",
        };
        let panel = panel(subject);
        Ok(Block {
            title: tr!(language, "heatmap.title"),
            heading: tr!(language, key, scheme = subject.scheme()),
            short: tr!(language, "figure.heatmap_short"),
            controls: [reductions(subject)].into_iter().chain(fit(subject)).collect(),
            remark: remark(subject),
            has_map: true,
            summary: panel.name.clone(),
            rows: vec![Row::of(vec![panel])],
            notes: subject.table_notes(),
            tall: 0.55,
            ..Block::default()
        })
    }
}

/// Returns the setting by which colours span only the values of the table, instead of reaching equally far on both
/// sides of zero.
fn fitted() -> Declared {
    Declared {
        excludes: &["range"],
        ..Declared::new("fitted", SettingKind::Flag, "false", SettingStore::Own)
    }
}

/// Returns whether all values are on one side of zero, so that half of the colours would be unused.
fn is_one_sided(encoding: &Encoding) -> bool {
    let (low, high) = encoding.bounds();
    (low >= 0.0 || high <= 0.0) && low < high
}

/// Returns the switch of [`fitted`], if it changes something.
fn fit(subject: &Subject) -> Option<Control> {
    let setting = fitted();
    let is_on = is_fitted(subject);
    is_one_sided(&subject.encoding).then(|| Control::Toggle {
        words: tr!(subject.language, "heatmap.fit"),
        hint: tr!(subject.language, "heatmap.fit_hint"),
        is_on,
        is_enabled: true,
        is_optional: true,
        change: setting.change("heatmap", if is_on { "false" } else { "true" }),
    })
}

fn is_fitted(subject: &Subject) -> bool {
    is_one_sided(&subject.encoding) && fitted().value("heatmap", &subject.settings) == "true"
}

fn panel(subject: &Subject) -> Panel {
    let (encoding, views) = (&subject.encoding, &subject.views);
    let order = views.order();
    let field = Field::Table {
        encoding: encoding.clone(),
        order,
    };
    let is_fitted = is_fitted(subject);
    let range = if is_fitted {
        encoding.bounds()
    } else {
        default_range(&field)
    };
    let palette = subject.palette(range);
    let look = Look::new(field, palette);
    let dimensions = Quantity::Dimension(Box::new(Columns {
        encoding: encoding.clone(),
        order,
        front: None,
    }));
    let mut panel = table_panel(subject, "table", encoding, look, dimensions);
    let key = match encoding.kind() {
        SchemeKind::Added | SchemeKind::Rotation => "heatmap.name",
        SchemeKind::Bias => "heatmap.name_bias",
    };
    panel.name = tr!(
        subject.language,
        key,
        scheme = subject.scheme(),
        positions = count(encoding.max_len()),
        dimensions = count(encoding.d_model())
    );
    panel.is_plain = true;
    let value = match encoding.kind() {
        SchemeKind::Added | SchemeKind::Rotation => "axis.value",
        SchemeKind::Bias => bias_key(encoding),
    };
    panel.bar = subject.bar(palette, value, true);
    if let Some(bar) = panel.bar.as_mut().filter(|_| is_fitted) {
        bar.name = tr!(subject.language, "heatmap.fitted_bar", value = bar.name);
    }
    panel.layers.push(Layer::TooFast {
        encoding: encoding.clone(),
        order,
        is_x: views.transposed,
    });
    let dimensions = views.window((encoding.max_len(), encoding.d_model())).1;
    panel.side = wavelengths(encoding, order, dimensions);
    if !views.transposed && gets_slower(encoding, order, dimensions) && !views.regrouped {
        let key = if views.from_top {
            "heatmap.fast_slow"
        } else {
            "heatmap.slow_fast"
        };
        panel.side_title = tr!(subject.language, key);
    }
    name_groups(&mut panel, encoding, subject);
    panel
}

/// Returns what is in view and what a pixel stands for.
fn remark(subject: &Subject) -> Remark {
    let encoding = &subject.encoding;
    let key = match encoding.kind() {
        SchemeKind::Added | SchemeKind::Rotation => "heatmap.size",
        SchemeKind::Bias => "heatmap.size_bias",
    };
    let whole = tr!(
        subject.language,
        key,
        positions = count(encoding.max_len()),
        dimensions = count(encoding.d_model())
    );
    Remark::Table(Box::new(TableRemark {
        whole,
        encoding: encoding.clone(),
        order: subject.order(),
        seen: subject.window(),
        reduction: subject.views.reduction,
        transposed: subject.views.transposed,
    }))
}

/// Returns the control for what a pixel shows.
fn reductions(subject: &Subject) -> Control {
    let name_of = |reduction| reduction_name(reduction, subject.language);
    let chosen = subject.views.reduction;
    let option = |reduction| (name_of(reduction), Change::Reduction(reduction));
    Control::Choice {
        name: tr!(subject.language, "command.reduction", name = name_of(chosen)),
        chosen: name_of(chosen),
        options: Reduction::ALL.into_iter().map(option).collect(),
        is_for_mixing: chosen == Reduction::Mean,
    }
}

/// Returns the wavelength of each band beside its dimensions, from the lowest on: one per pair if its
/// columns are adjacent, otherwise one per column.
fn wavelengths(encoding: &Encoding, order: ColumnOrder, dimensions: Span) -> Vec<SideWords> {
    if encoding.pairs() == 0 {
        return Vec::new();
    }
    let cells = dimensions.cells();
    // There is no room for more than about 512.
    let step = (cells.len() / 512).max(1);
    let side = |place: usize| {
        let label = band_label(encoding, order, place, cells.start)?;
        let span = Span::of_cells(label.first..label.last + 1);
        let words = wavelength_words(label.wavelength);
        Some(SideWords { span, words })
    };
    cells.clone().step_by(step).filter_map(side).collect()
}

/// Checks whether the dimensions in view are adjacent pairs that get slower upward. In a grid the
/// frequencies start again half way up.
fn gets_slower(encoding: &Encoding, order: ColumnOrder, dimensions: Span) -> bool {
    let column = |place| order.column(place, encoding);
    let is_together = |place| encoding.bands()[encoding.band_of(column(place))].is_together();
    let frequency = |place| encoding.frequency(column(place)).map_or(0.0, f64::abs);
    let is_slower = |place: usize| place == 0 || frequency(place) <= frequency(place - 1);
    let cells = dimensions.cells();
    encoding.pairs() > 0 && cells.clone().all(is_together) && cells.skip(1).all(is_slower)
}

//! Several tables of the same shape as strips: the articles' three ways, and what can be done
//! beyond the trained length.

use super::{Block, FigureError, Subject};
use crate::analysis::distance;
use crate::encoding::Encoding;
use crate::field::Field;
use crate::figure::colormap::Palette;
use crate::figure::page::Row;
use crate::figure::range::default_range;
use crate::figure::strategies::{self, wider};
use crate::figure::three_ways;
use crate::text::{axis_names, strategy_words, way_words};
use crate::tr;

pub(super) fn three_ways(subject: &Subject) -> Result<Block, FigureError> {
    let language = subject.language;
    let encodings = three_ways::encodings(subject.encoding.spec())?;
    let own = subject.views.own_scales;
    let shared = subject.palette((-1.0, 1.0));
    let strips = encodings.into_iter().map(|encoding| {
        let palette = if own {
            let (low, high) = default_range(&Field::table(encoding.clone()));
            Palette::new(subject.views.color_map, subject.views.reversed, low, high)
        } else {
            shared
        };
        let step = distance(&encoding, 0, 1).filter(|step| step.is_finite());
        let title = way_words(&encoding, step, language);
        Strip {
            encoding,
            title,
            palette,
            hatched: !own,
            has_own_bar: own,
        }
    });
    let strips: Vec<Strip> = strips.collect();
    let is_outside = |strip: &Strip| {
        let (low, high) = strip.encoding.bounds();
        low < strip.palette.low() || high > strip.palette.high()
    };
    let notes = if strips.iter().any(is_outside) && !own {
        vec![tr!(language, "figure.hatched").into_owned()]
    } else {
        Vec::new()
    };
    Ok(Block {
        title: tr!(language, "figure.three_ways").into_owned(),
        short: String::new(),
        rows: rows(subject, strips),
        notes,
        tall: 0.68,
    })
}

pub(super) fn beyond(subject: &Subject) -> Result<Block, FigureError> {
    let spec = subject.encoding.spec();
    let encodings = strategies::encodings(spec)?;
    let own = encodings
        .iter()
        .map(|encoding| default_range(&Field::table(encoding.clone())))
        .reduce(wider);
    let palette = subject.palette(own.unwrap_or((-1.0, 1.0)));
    #[expect(clippy::cast_precision_loss, reason = "at most five strips")]
    let tall = 0.17 + 0.17 * encodings.len() as f64;
    let strips = encodings.into_iter().map(|encoding| Strip {
        title: strategy_words(encoding.spec(), subject.language),
        encoding,
        palette,
        hatched: false,
        has_own_bar: false,
    });
    Ok(Block {
        title: tr!(subject.language, "figure.strategies", scheme = subject.scheme()).into_owned(),
        short: String::new(),
        rows: rows(subject, strips.collect()),
        notes: Vec::new(),
        tall,
    })
}

struct Strip {
    encoding: Encoding,
    title: String,
    palette: Palette,
    hatched: bool,
    has_own_bar: bool,
}

/// One below the other; the last one has the axis, the first the one bar of all.
fn rows(subject: &Subject, strips: Vec<Strip>) -> Vec<Row> {
    let last = strips.len() - 1;
    let row = |(place, strip): (usize, Strip)| {
        let names = axis_names(strip.encoding.kind(), subject.language);
        let field = Field::table(strip.encoding.clone());
        let mut panel = subject.table_panel(field, strip.palette, names, strip.hatched);
        panel.title = strip.title;
        if place != last {
            panel.x = panel.x.bare();
        }
        // One name for all: strips are lower than it is long.
        if place != last / 2 {
            panel.y.name.clear();
        }
        if strip.has_own_bar || place == 0 {
            panel.bar = subject.bar(strip.palette, "axis.value", !strip.has_own_bar);
        }
        panel.marks = subject.trained_mark(&strip.encoding, !subject.views.transposed);
        panel.marks.extend(subject.held_mark(!subject.views.transposed));
        if place != 0 {
            for mark in &mut panel.marks {
                mark.words.clear();
            }
        }
        Row {
            share: 1.0,
            panels: vec![panel],
        }
    };
    strips.into_iter().enumerate().map(row).collect()
}

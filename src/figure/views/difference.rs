//! A, B and B - A, side by side.

use super::{Block, FigureError, Subject};
use crate::analysis::largest_difference;
use crate::encoding::Encoding;
use crate::field::{Cancel, Field};
use crate::figure::colormap::Palette;
use crate::figure::page::{Panel, Row};
use crate::figure::range::default_range;
use crate::figure::strategies::wider;
use crate::text::{Language, axis_names, count, differences, scheme_name, significant};
use crate::tr;

pub(super) fn block(subject: &Subject, cancel: &Cancel) -> Result<Block, FigureError> {
    let language = subject.language;
    let (a, b) = subject.compared.as_ref().ok_or(FigureError::NotCompared)?;
    if a.d_model() != b.d_model() {
        return Err(FigureError::Widths {
            first: a.d_model(),
            second: b.d_model(),
        });
    }
    let range = |encoding: &Encoding| default_range(&Field::table(encoding.clone()));
    let (low, high) = wider(range(a), range(b));
    let palette = Palette::new(subject.views.color_map, subject.views.reversed, low, high);
    let largest = match subject.largest {
        Some(known) => Some(known),
        None => largest_difference(a, b, cancel)?,
    };
    let most = largest.map_or(0.0, |cell| cell.difference.abs());
    let own = if most > 0.0 { (-most, most) } else { (-1.0, 1.0) };
    let of_difference = subject.palette(own);

    let panel = |field: Field, palette: Palette, title: String| {
        let names = axis_names(a.kind(), language);
        Panel {
            title,
            ..subject.table_panel(field, palette, names, false)
        }
    };
    let mut first = panel(Field::table(a.clone()), palette, "A".to_owned());
    let mut second = panel(Field::table(b.clone()), palette, "B".to_owned());
    second.bar = subject.bar(palette, "axis.value", true);
    let field = Field::difference(Field::table(a.clone()), Field::table(b.clone()));
    let mut third = panel(field, of_difference, "B − A".to_owned());
    third.bar = subject.bar(of_difference, "axis.value", false);
    first.marks = subject.trained_mark(a, !subject.views.transposed);
    first.marks.extend(subject.held_mark(!subject.views.transposed));
    for later in [&mut second, &mut third] {
        later.marks.extend(subject.held_mark(!subject.views.transposed));
        later.marks.iter_mut().for_each(|mark| mark.words.clear());
        later.y = later.y.clone().bare();
    }

    let mut notes = vec![what("A", a, b, language), what("B", b, a, language)];
    // Its own columns are in another order.
    if Encoding::new(b.spec().clone()).is_ok_and(|own| own != *b) {
        notes.push(tr!(language, "figure.aligned").into_owned());
    }
    if largest.is_some_and(|cell| cell.difference == 0.0) {
        notes.push(tr!(language, "figure.equal").into_owned());
    } else if let Some(cell) = largest {
        let words = tr!(
            language,
            "figure.largest",
            difference = significant(cell.difference, 6),
            position = count(cell.position),
            dimension = count(cell.dimension)
        );
        notes.push(words.into_owned());
    }
    if a.max_len() != b.max_len() {
        let rows = count(a.max_len().min(b.max_len()));
        notes.push(tr!(language, "figure.common_rows", rows = rows).into_owned());
    }
    notes.extend([a, b].into_iter().filter_map(|encoding| subject.overflow(encoding)));
    Ok(Block {
        title: tr!(language, "figure.difference").into_owned(),
        short: String::new(),
        rows: vec![Row {
            share: 1.0,
            panels: vec![first, second, third],
        }],
        notes,
        tall: 0.42,
    })
}

/// `A: Layout: interleaved, Start = 0`: what it has otherwise than the other one.
fn what(name: &str, encoding: &Encoding, other: &Encoding, language: Language) -> String {
    let mut words = vec![scheme_name(encoding.spec().scheme, language)];
    words.extend(differences(encoding.spec(), other.spec(), language));
    format!("{name}: {}", words.join(&tr!(language, "figure.comma")))
}

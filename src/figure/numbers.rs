//! The curves of a block as numbers: one line per whole position or offset in view.
//!
//! ```text
//! Position,Mean cosine
//! 0,1.0
//! 1,0.9999999612900853
//! ```
//!
//! Every number belongs to exactly the position of its line, whatever the pixels of a picture would
//! show. Panels that show cells are left out: `poscope table` writes tables.

use std::io::Write;
use std::ops::Range;

use crate::encoding::{Numbering, float};
use crate::field::Span;
use crate::file::{FileError, Progress, write_lines};
use crate::plot::{Block, Curve, Layer, Panel, Scale, Source};

/// The curves of a block over one axis.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    /// The name of the axis, then one name per curve; all differ.
    pub names: Vec<String>,
    /// The whole positions or offsets in view.
    pub lines: Range<usize>,
    numbering: Option<Numbering>,
    scale: &'a Scale,
    /// The curves, each with the stretches of its panel in which there is nothing.
    curves: Vec<(&'a Source, Vec<Span>)>,
}

/// The reason why a block has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumbers {
    /// The block has no curves.
    #[error("no panel has curves")]
    Cells,
    /// The curves are over several axes.
    #[error("the curves are over several axes")]
    Axes,
}

impl<'a> Numbers<'a> {
    /// Returns the curves of a block.
    ///
    /// # Errors
    /// [`NoNumbers`].
    pub fn of(block: &'a Block) -> Result<Self, NoNumbers> {
        let all = || {
            block
                .panels()
                .filter(|panel| panel.cells().is_none() && curves(panel).next().is_some())
        };
        let x = &all().next().ok_or(NoNumbers::Cells)?.x;
        let is_alike = |panel: &Panel| panel.x.scale == x.scale && panel.x.quantity() == x.quantity();
        if !all().all(is_alike) {
            return Err(NoNumbers::Axes);
        }
        let named = all().map(|panel| panel.x.name.as_str()).find(|name| !name.is_empty());
        let mut names = vec![named.unwrap_or_default().to_owned()];
        for panel in all() {
            for curve in curves(panel) {
                let name = name(block, panel, curve);
                names.push(another(&names, name));
            }
        }
        Ok(Self {
            names,
            numbering: match &x.scale {
                Scale::Rows(_, numbering) => Some(*numbering),
                _ => None,
            },
            lines: whole(&x.scale),
            scale: &x.scale,
            curves: all()
                .flat_map(|panel| curves(panel).map(|curve| (&curve.source, voids(panel))))
                .collect(),
        })
    }

    /// Returns the value of a curve, counted from 0, at a whole position or offset; `None` if the
    /// curve has no value there.
    pub fn value(&self, curve: usize, line: usize) -> Option<f64> {
        let (source, voids) = self.curves.get(curve)?;
        let middle = float(line) + 0.5;
        if voids.iter().any(|void| (void.start..void.end).contains(&middle)) {
            return None;
        }
        let value = match source {
            Source::Column { encoding, column } => encoding.value(line, *column),
            Source::Relation {
                relation,
                held,
                first_moves,
            } => {
                let held = (*held).min(relation.encoding().max_len() - 1);
                let (first, second) = if *first_moves { (line, held) } else { (held, line) };
                relation.value(first, second)
            }
            Source::Values(values) => values.get(line).copied(),
            Source::Points(points) => {
                let at = self.scale.middle(line);
                let place = points.partition_point(|[x, _]| *x < at - 1e-9);
                let point = points.get(place).filter(|[x, _]| (x - at).abs() <= 1e-9);
                point.map(|[_, value]| *value)
            }
        };
        value.filter(|value| !value.is_nan())
    }

    /// Writes the names and the numbers as CSV, each number with the fewest digits that give the same f64.
    ///
    /// # Errors
    /// [`FileError::Write`], [`FileError::Cancelled`].
    pub fn write(&self, w: &mut dyn Write, progress: &mut Progress) -> Result<(), FileError> {
        let Some(numbering) = self.numbering else {
            let value = |line, curve| self.value(curve, line);
            return write_lines(w, &self.names, self.lines.clone(), value, progress);
        };
        // If rows are not positions, both get a column.
        let mut names = self.names.clone();
        names.insert(0, "Row".to_owned());
        let value = |line, column: usize| match column.checked_sub(1) {
            None => Some(numbering.position(line)),
            Some(curve) => self.value(curve, line),
        };
        write_lines(w, &names, self.lines.clone(), value, progress)
    }
}

/// Returns the stretches of the horizontal axis of a panel in which there is nothing.
fn voids(panel: &Panel) -> Vec<Span> {
    let void = |layer: &Layer| match layer {
        Layer::Void { along, .. } if along.is_x => Some(along.span),
        _ => None,
    };
    panel.layers.iter().filter_map(void).collect()
}

/// Returns the curves of a panel.
fn curves(panel: &Panel) -> impl Iterator<Item = &Curve> {
    panel.layers.iter().flat_map(|layer| match layer {
        Layer::Curves(curves) => curves.as_slice(),
        _ => &[],
    })
}

/// Returns the name of a curve: the title of its panel, with its entry in the legend if the panel
/// has several curves; the name of the upward axis if there is neither.
fn name(block: &Block, panel: &Panel, curve: &Curve) -> String {
    let is_alone = curves(panel).count() == 1;
    let (own, looks) = (panel.legend.iter(), |curve: &Curve| {
        (curve.stroke.tone, curve.stroke.dashed)
    });
    // One panel carries the legend of all.
    let entries = own.chain(block.panels().flat_map(|panel| &panel.legend));
    let mut entries = entries.filter(|entry| (entry.stroke.tone, entry.stroke.dashed) == looks(curve));
    let entry = entries.next().map(|entry| entry.words.as_str()).filter(|_| !is_alone);
    let parts = [Some(panel.title.shortest()).filter(|title| !title.is_empty()), entry];
    let words: Vec<&str> = parts.into_iter().flatten().collect();
    if words.is_empty() {
        panel.y.name.clone()
    } else {
        words.join(" · ")
    }
}

/// Returns the name, with a number after it if it is already taken.
fn another(names: &[String], name: String) -> String {
    if !names.contains(&name) {
        return name;
    }
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut free = numbered.filter(|name| !names.contains(name));
    free.next().unwrap_or(name)
}

/// Returns the whole numbers in view.
fn whole(scale: &Scale) -> Range<usize> {
    match scale {
        Scale::Cells(span) | Scale::Rows(span, _) | Scale::Groups(span, _) => span.cells(),
        Scale::Reversed(scale) => whole(scale),
        Scale::Offsets(last) => 1..*last as usize + 1,
        Scale::Values(low, high) | Scale::Logarithms(low, high) => low.ceil() as usize..(high.floor() + 1.0) as usize,
    }
}

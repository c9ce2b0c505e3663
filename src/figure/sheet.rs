//! One or several views on their paper.

use super::description::Figure;
use super::error::FigureError;
use super::kept::Kept;
use super::layout::{Room, lay_out};
use super::lettering::Lettering;
use super::paper::{Paper, Purpose};
use crate::encoding::float;
use crate::field::Answers;
use crate::plot::ink::Theme;
use crate::plot::layout::{Letters, Rect, TextMeasure, entry_width, legend_lines};
use crate::plot::range::wider;
use crate::plot::{Block, Layer, Panel, Refusal, Row, Source};
use crate::text::{Language, significant};
use crate::tr;
use crate::view::{Subject, View};

/// The sheet of a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The purpose, which gives the size if there is no `paper`.
    pub purpose: Purpose,
    /// The size, if it is chosen.
    pub paper: Option<Paper>,
    /// Pixels per inch, if chosen.
    pub dpi: Option<f64>,
    /// The size of the letters in points, if chosen.
    pub text: Option<f64>,
    /// The light or dark theme.
    pub theme: Theme,
    /// Whether the page is transparent.
    pub transparent: bool,
    /// The title, if it replaces the view's own; an empty one takes no room.
    pub title: Option<String>,
    /// Whether panels keep their own ranges of colours if several are on a page.
    pub own_scales: bool,
    /// Pixels per cell of the only plot, if chosen; the size of the sheet follows.
    pub cell_size: Option<u32>,
}

/// Returns the figure of some views, from the top.
///
/// # Errors
/// [`FigureError`]: a view refuses, or the sheet is too small or too large.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::{Cancel, InPlace};
/// use poscope::figure::sheet::{Sheet, figure};
/// use poscope::session::Session;
/// use poscope::text::Language;
/// use poscope::view::{Subject, view};
///
/// let subject = Subject::of(&Session::default(), Language::English)?;
/// let heatmap = view("heatmap").ok_or("there is a heatmap")?;
/// let figure = figure(&subject, &[heatmap], &Sheet::default(), &mut InPlace::new(&Cancel::default()))?;
/// assert_eq!(figure.title, "Positional encoding: Sinusoidal");
/// assert_eq!(figure.subtitle, "d_model 16, max_len 50, base 10,000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure(
    subject: &Subject,
    views: &[&'static dyn View],
    sheet: &Sheet,
    answers: &mut dyn Answers,
) -> Result<Figure, FigureError> {
    figure_keeping(&Kept::default(), subject, views, sheet, answers)
}

/// Returns the figure of some views with ranges and room that it shares with others.
///
/// # Errors
/// As [`figure`].
pub fn figure_keeping(
    kept: &Kept,
    subject: &Subject,
    views: &[&'static dyn View],
    sheet: &Sheet,
    answers: &mut dyn Answers,
) -> Result<Figure, FigureError> {
    let blocks: Result<Vec<Block>, FigureError> = views
        .iter()
        .map(|view| {
            let block = view.block(subject, answers).map_err(refused)?;
            let refusal = block.panels().find_map(|panel| panel.refusal.clone());
            refusal.map_or(Ok(block), |refusal| Err(refused(refusal)))
        })
        .collect();
    let mut blocks = blocks?;
    if is_narrow(sheet) {
        let paper = paper(sheet, 1.0);
        blocks.iter_mut().for_each(|block| stack(block, &paper));
    }
    let is_page = blocks.len() > 1;
    let title = match blocks.as_slice() {
        [only] => only.heading.clone(),
        _ => subject.scheme(),
    };
    let tall: f64 = blocks.iter().map(|block| block.tall).sum();
    if is_page {
        for block in &mut blocks {
            // Each block says what it is; the rows of one stay together.
            if let Some(panel) = block.rows.first_mut().and_then(|row| row.panels.first_mut())
                && panel.title.is_empty()
            {
                panel.title = crate::plot::Title::of(block.short.clone());
            }
            let share = block.tall / float(block.rows.len());
            for row in &mut block.rows {
                row.share *= share;
            }
        }
        if !sheet.own_scales {
            share_scale(&mut blocks);
        }
    }
    let shows_both = blocks.iter().any(|block| block.shows_both);
    let notes: Vec<String> = blocks
        .iter_mut()
        .flat_map(|block| std::mem::take(&mut block.notes))
        .collect();
    let title = sheet.title.clone().unwrap_or(title);
    let subtitle = subject.words(shows_both).join(&tr!(subject.language, "figure.comma"));
    let mut figure = Figure {
        alt: [&[title.clone(), subtitle.clone()], notes.as_slice()]
            .concat()
            .join(". "),
        title,
        subtitle,
        rows: blocks.into_iter().flat_map(|block| block.rows).collect(),
        notes,
        paper: paper(sheet, tall),
        theme: sheet.theme,
        transparent: sheet.transparent,
        room: Room::default(),
    };
    figure.notes.dedup();
    note_clipped(&mut figure, subject);
    kept.put_into(&mut figure);
    fit_cells(&mut figure, sheet)?;
    figure.paper.check()?;
    if sheet.text.is_none() {
        fit_letters(&mut figure);
    }
    break_legends(&mut figure);
    note_means(&mut figure, subject.language)?;
    // Refuses a sheet without room for all notes.
    lay_out(&figure)?;
    Ok(figure)
}

fn refused(refusal: Refusal) -> FigureError {
    FigureError::Refused(Box::new(refusal))
}

/// Reduces letters, down to about half, if they leave no room for the plots.
fn fit_letters(figure: &mut Figure) {
    let usual = figure.paper.text;
    while lay_out(figure).is_err() && figure.paper.text > 0.5 * usual {
        figure.paper.text *= 0.9;
    }
}

/// How far left of its plot a legend may begin, in sizes of its letters.
const OVERHANG: f64 = 3.0;

/// Gives a legend lines of its own if it does not fit beside the title.
fn break_legends(figure: &mut Figure) {
    let Ok(layout) = lay_out(figure) else { return };
    let letters = Letters::of(figure.paper.text);
    let panels = figure.rows.iter_mut().flat_map(|row| &mut row.panels);
    for (panel, &plot) in panels.zip(layout.plots.iter().flatten()) {
        let legend = panel
            .legend
            .iter()
            .map(|entry| entry_width(entry, &letters, &Lettering));
        let title = Lettering.width(panel.title.shortest(), letters.name);
        let before = if panel.title.is_empty() {
            OVERHANG * letters.name
        } else {
            0.0
        };
        let end = plot.x + title + legend.sum::<f64>() - before;
        if panel.legend.len() > 1 && end > layout.free_right(plot, &letters) {
            panel.legend_lines = legend_lines(&panel.legend, &letters, plot.width, &Lettering).len();
        }
    }
}

/// Adds a note that colours end before the values do, if their range was chosen or covers only most values.
fn note_clipped(figure: &mut Figure, subject: &Subject) {
    let panels = figure.rows.iter().flat_map(|row| &row.panels);
    let is_clipped = |panel: &Panel| {
        panel
            .cells()
            .filter(|cells| !cells.look.hatch_outside)
            .is_some_and(|cells| {
                let ((low, high), palette) = (cells.look.field.bounds(), cells.look.palette);
                subject.clips(&cells.look.field) && (low < palette.low - 1e-9 || high > palette.high + 1e-9)
            })
    };
    if panels.into_iter().any(is_clipped) {
        figure.notes.push(tr!(subject.language, "figure.clipped"));
    }
}

/// Returns whether a sheet is too narrow for panels side by side: narrower than 45 times the size
/// of its letters, and either of default size or higher than wide.
fn is_narrow(sheet: &Sheet) -> bool {
    let paper = paper(sheet, 1.0);
    let is_free = sheet.paper.is_none_or(|paper| paper.height > paper.width);
    is_free && sheet.cell_size.is_none() && paper.width < 45.0 * paper.text
}

/// Puts panels that stand side by side one below the other.
fn stack(block: &mut Block, paper: &Paper) {
    let [row] = block.rows.as_mut_slice() else {
        // Strips and lanes keep their height although letters are large beside them.
        block.tall *= 1.4;
        return;
    };
    let panels = std::mem::take(&mut row.panels);
    let count = float(panels.len());
    if panels.len() > 1 {
        block.tall = 0.25 + 0.4 * count;
    }
    let rows = panels.into_iter().map(|mut panel| {
        // In a row, its neighbour had the labels.
        panel.y.has_labels = true;
        if panel.legend.len() > 1 {
            // Axis, side and bar take at most a quarter.
            let lines = legend_lines(&panel.legend, &Letters::of(paper.text), 0.75 * paper.width, &Lettering);
            panel.legend_lines = lines.len();
        }
        if panel.square {
            block.tall += 0.5;
        }
        Row {
            share: if panel.square { 2.0 } else { 1.0 },
            panels: vec![panel],
        }
    });
    block.rows = rows.collect();
}

fn paper(sheet: &Sheet, tall: f64) -> Paper {
    let mut paper = match (sheet.paper, sheet.cell_size) {
        (Some(paper), _) => paper,
        // The size follows from that of the cells; one point is one pixel.
        (None, Some(_)) => Paper::of_pixels(640.0, 480.0),
        (None, None) => Paper::of(sheet.purpose, tall),
    };
    if let Some(dpi) = sheet.dpi {
        paper = paper.with_dpi(dpi);
    }
    if let Some(text) = sheet.text {
        paper.text = text;
    }
    paper
}

/// Gives all cells that show values of tables one range that covers them all, and one bar. Cosines
/// keep their range of -1 to 1 if values have another one: they would look like other numbers.
fn share_scale(blocks: &mut [Block]) {
    let bars = blocks
        .iter()
        .flat_map(Block::panels)
        .filter_map(|panel| panel.bar.as_ref());
    let ranges: Vec<_> = bars.map(|bar| (bar.palette.low, bar.palette.high)).collect();
    if ranges.windows(2).any(|two| two[0] != two[1]) {
        let tables = blocks
            .iter_mut()
            .flat_map(|block| &mut block.rows)
            .flat_map(|row| &mut row.panels);
        for panel in tables.filter(|panel| panel.is_of_pairs()) {
            if let Some(bar) = &mut panel.bar {
                bar.is_shared = false;
            }
        }
    }
    let bars = blocks
        .iter()
        .flat_map(Block::panels)
        .filter_map(|panel| panel.bar.as_ref());
    let shared = bars.filter(|bar| bar.is_shared);
    let ranges = shared.map(|bar| (bar.palette.low, bar.palette.high));
    let Some((low, high)) = ranges.reduce(wider) else {
        return;
    };
    let mut has_bar = false;
    for panel in blocks
        .iter_mut()
        .flat_map(|block| &mut block.rows)
        .flat_map(|row| &mut row.panels)
    {
        let is_own = panel.bar.as_ref().is_some_and(|bar| !bar.is_shared);
        let Some(cells) = panel.cells_mut().filter(|_| !is_own) else {
            continue;
        };
        (cells.look.palette.low, cells.look.palette.high) = (low, high);
        let palette = cells.look.palette;
        if let Some(bar) = &mut panel.bar {
            bar.palette = palette;
            if has_bar {
                panel.bar = None;
            }
            has_bar = true;
        }
    }
}

/// Makes the sheet so large that every cell of the only plot has the chosen number of pixels.
fn fit_cells(figure: &mut Figure, sheet: &Sheet) -> Result<(), FigureError> {
    let Some(size) = sheet.cell_size else { return Ok(()) };
    let [row] = figure.rows.as_slice() else { return Ok(()) };
    let Some(cells) = row.panels.first().and_then(Panel::cells) else {
        return Ok(());
    };
    let (across, up) = cells.across_and_up();
    let points = |cells: usize| float(cells) * f64::from(size) / figure.paper.pixels_per_point();
    let wanted = [points(across.cells().len()), points(up.cells().len())];
    // Letters take the same room at any size; two rounds settle their lines.
    for _ in 0..2 {
        let mut roomy = figure.clone();
        roomy.paper.width = figure.paper.width.max(640.0);
        roomy.paper.height = figure.paper.height.max(480.0);
        let layout = lay_out(&roomy)?;
        let Some(plot) = layout.plots.first().and_then(|plots| plots.first()) else {
            return Ok(());
        };
        figure.paper.width = roomy.paper.width + wanted[0] - plot.width;
        figure.paper.height = roomy.paper.height + wanted[1] - plot.height;
    }
    Ok(())
}

/// Adds notes where pixels are means of cells, or lines do not pass through every value.
fn note_means(figure: &mut Figure, language: Language) -> Result<(), FigureError> {
    let layout = lay_out(figure)?;
    let ratio = figure.paper.pixels_per_point();
    let mut notes = Vec::new();
    let panels = figure
        .rows
        .iter()
        .flat_map(|row| &row.panels)
        .zip(layout.plots.iter().flatten());
    for (panel, &Rect { width, height, .. }) in panels {
        let positions = panel.x.scale.span().length();
        let is_crowded = positions > width * ratio;
        for layer in &panel.layers {
            match layer {
                Layer::Cells(cells) => {
                    let (across, up) = cells.across_and_up();
                    let [across, up] = [across.length() / (width * ratio), up.length() / (height * ratio)];
                    if across > 1.0 || up > 1.0 {
                        let [across, up] = [across, up].map(|cells| significant(cells.max(1.0), 3));
                        notes.push(tr!(language, "figure.mean", across, up));
                    }
                }
                Layer::Curves(curves) if is_crowded => {
                    let has = |is: fn(&Source) -> bool| curves.iter().any(|curve| is(&curve.source));
                    if has(|source| matches!(source, Source::Column { .. })) {
                        notes.push(tr!(language, "figure.envelope"));
                    }
                    if has(|source| matches!(source, Source::Relation { .. })) {
                        notes.push(tr!(language, "figure.curve_mean"));
                    }
                }
                _ => {}
            }
        }
    }
    notes.dedup();
    for note in notes {
        if !figure.notes.contains(&note) {
            figure.notes.push(note);
        }
    }
    Ok(())
}

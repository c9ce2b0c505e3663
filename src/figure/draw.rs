//! A figure as SVG elements and the pictures in them.

mod axes;
mod marks;

use std::sync::Arc;

use image::RgbaImage;

use crate::encoding::float;
use crate::field::{Cancel, Query, Span};
use crate::file::Effort;

use super::description::Figure;
use super::error::FigureError;
use super::layout::{Beside, SheetLayout, TextLine, lay_out};
use super::lettering::{Lettering, fitting, width};
use super::plain::{Background, Options, PictureSize, PlainPicture};
use super::svg::{Anchor, Elements, SvgText};
use crate::plot::curve::{DrawnCurve, Lines};
use crate::plot::ink::{Ink, Rgb};
use crate::plot::layout::{Letters, Rect, entry_width, has_marks, legend_lines};
use crate::plot::{Cells, Curve, Layer, LegendEntry, Panel, Scale, Stroke};

/// The longest side, in pixels, of a picture inside a vector figure.
const SIDE_LIMIT: f64 = 8192.0;

/// The medium for which the pictures in a figure are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Pixels: each pixel of a picture is one of the figure.
    Pixels,
    /// Anything that may be enlarged: cells are several whole pixels large, so that viewers that
    /// smooth pictures leave them sharp.
    Vector,
}

/// A figure drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The width in points.
    pub width: f64,
    /// The height in points.
    pub height: f64,
    /// The SVG elements; they refer to pictures as `picture:0`, `picture:1` ...
    pub elements: String,
    /// The pictures as PNG; empty for [`Medium::Pixels`].
    pub pictures: Vec<Arc<Vec<u8>>>,
    /// The colour of the page under everything else; `None` if it is transparent.
    pub page: Option<Rgb>,
    /// The cells under the elements, in pixels of the figure; empty for [`Medium::Vector`].
    pub tiles: Vec<Tile>,
}

/// A rectangle of pixels at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The distances from the left and from the top, in pixels.
    pub corner: [usize; 2],
    /// The pixels, which are opaque.
    pub pixels: TilePixels,
}

/// The pixels of a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum TilePixels {
    /// Cells, computed when they are asked for.
    Cells(Box<PlainPicture>),
    /// A colour bar.
    Bar(RgbaImage),
}

/// Returns the name of a picture in the elements.
pub fn picture_name(number: usize) -> String {
    format!("picture:{number}")
}

/// Draws a figure.
///
/// # Errors
/// [`FigureError::NoRoom`], [`FigureError::NotComputed`], [`FigureError::Picture`].
pub fn draw(figure: &Figure, target: Medium, cancel: &Cancel) -> Result<Drawing, FigureError> {
    let layout = lay_out(figure)?;
    let mut pen = Pen {
        figure,
        layout: &layout,
        ink: Ink::of(figure.theme),
        letters: Letters::of(figure.paper.text),
        target,
        cancel,
        beside: Beside::default(),
        elements: Elements::default(),
        pictures: Vec::new(),
        tiles: Vec::new(),
    };
    pen.draw()?;
    Ok(Drawing {
        width: layout.width,
        height: layout.height,
        elements: pen.elements.into_text(),
        pictures: pen.pictures,
        page: (!figure.transparent).then_some(pen.ink.page),
        tiles: pen.tiles,
    })
}

struct Pen<'a> {
    figure: &'a Figure,
    layout: &'a SheetLayout,
    ink: Ink,
    letters: Letters,
    target: Medium,
    cancel: &'a Cancel,
    /// The room reserved beside the plot of the current panel.
    beside: Beside,
    elements: Elements,
    pictures: Vec<Arc<Vec<u8>>>,
    tiles: Vec<Tile>,
}

impl Pen<'_> {
    fn draw(&mut self) -> Result<(), FigureError> {
        if !self.figure.transparent && self.target == Medium::Vector {
            let page = Rect {
                x: 0.0,
                y: 0.0,
                width: self.layout.width,
                height: self.layout.height,
            };
            self.elements.fill(page, self.ink.page);
        }
        for (lines, color) in [(&self.layout.title, self.ink.text), (&self.layout.notes, self.ink.weak)] {
            for TextLine { x, y, size, words } in lines {
                self.text(words, [*x, *y], *size, color, Anchor::Start);
            }
        }
        let panels = self.figure.rows.iter().flat_map(|row| &row.panels);
        for (number, (panel, &plot)) in panels.zip(self.layout.plots.iter().flatten()).enumerate() {
            self.beside = self.figure.room.beside(number);
            self.panel(panel, plot)?;
        }
        Ok(())
    }

    fn panel(&mut self, panel: &Panel, plot: Rect) -> Result<(), FigureError> {
        let hair = 0.07 * self.letters.name;
        if panel.cells().is_none() {
            self.zero_line(panel, plot);
        }
        for layer in &panel.layers {
            match layer {
                Layer::Cells(cells) => self.cells(cells, panel, plot)?,
                Layer::Curves(curves) => self.curves(curves, panel, plot)?,
                Layer::Void { along, words } => self.void(along, words, panel, plot),
                Layer::Masked => self.masked(panel, plot),
                Layer::Words(words) => self.words(words, plot),
                // A figure shows these by lines and words instead.
                Layer::Shade { .. } | Layer::Edge { .. } | Layer::TooFast { .. } => {}
            }
        }
        self.elements.frame(plot, hair, self.ink.frame);
        self.marks(panel, plot);
        self.x_axis(panel, plot);
        self.y_axis(panel, plot);
        self.side(panel, plot);
        if let Some(bar) = &panel.bar {
            self.bar(bar, panel, plot)?;
        }
        self.head(panel, plot);
        Ok(())
    }

    fn text(&mut self, words: &str, at: [f64; 2], size: f64, color: Rgb, anchor: Anchor) {
        if words.is_empty() {
            return;
        }
        self.elements.text(SvgText {
            words,
            at,
            size,
            color,
            anchor,
            upward: false,
        });
    }

    /// Returns a length in pixels at the resolution of the paper; at least one.
    fn pixels(&self, points: f64) -> f64 {
        (points * self.figure.paper.pixels_per_point()).round().max(1.0)
    }

    /// Returns the pixels of the side of a picture of `cells` cells.
    fn side_pixels(&self, points: f64, cells: f64) -> u64 {
        let pixels = self.pixels(points);
        let wanted = match self.target {
            Medium::Pixels => pixels,
            // More cells than pixels: averages. Fewer: at least three whole pixels per cell.
            Medium::Vector if cells > pixels => pixels.min(SIDE_LIMIT),
            Medium::Vector => {
                let each = (pixels / cells).round().max(3.0);
                (each * cells).min(SIDE_LIMIT.max(pixels))
            }
        };
        wanted.round() as u64
    }

    fn cells(&mut self, cells: &Cells, panel: &Panel, plot: Rect) -> Result<(), FigureError> {
        let Some((rows, columns)) = cells.seen() else {
            return Ok(());
        };
        let (across, up) = cells.in_order((rows, columns));
        let from_top = panel.y.scale.is_reversed();
        let masked = self.figure.transparent && panel.is_masked();
        let (x, y) = cells.across_and_up();
        let upright = if from_top {
            let [start, end] = [up.end, up.start].map(|at| y.start + y.end - at);
            Span { start, end }
        } else {
            up
        };
        let place = self.part_of(plot, (x, y), (across, upright));
        let options = Options {
            rows: Some(rows),
            columns: Some(columns),
            transposed: cells.transposed,
            from_top,
            masked,
            size: PictureSize::Crisp {
                width: self.side_pixels(place.width, across.length()),
                height: self.side_pixels(place.height, up.length()),
            },
            background: if masked {
                Background::Transparent
            } else {
                Background::White
            },
        };
        let picture = PlainPicture::new(cells.look.clone(), &options)?;
        match self.target {
            Medium::Pixels => self.tile(place, TilePixels::Cells(picture.into())),
            Medium::Vector => {
                let mut png = Vec::new();
                let mut progress = |_| !self.cancel.is_raised();
                picture.write_png(&mut png, (Effort::Small, Vec::new()), self.cancel, &mut progress)?;
                self.picture(place, png);
            }
        }
        Ok(())
    }

    /// Returns the part of a plot that the spans `across` and `up` cover, if the plot shows the
    /// spans `x` and `y`; it begins and ends on whole pixels.
    fn part_of(&self, plot: Rect, (x, y): (Span, Span), (across, up): (Span, Span)) -> Rect {
        let pixel = 1.0 / self.figure.paper.pixels_per_point();
        let length = |part: f64, whole: f64| (part / whole / pixel).round() * pixel;
        let right = |at: f64| length((at - x.start) * plot.width, x.length());
        let down = |at: f64| length((y.end - at) * plot.height, y.length());
        Rect {
            x: plot.x + right(across.start),
            y: plot.y + down(up.end),
            width: right(across.end) - right(across.start),
            height: down(up.start) - down(up.end),
        }
    }

    /// Adds pixels at their place.
    fn tile(&mut self, place: Rect, pixels: TilePixels) {
        let corner = [place.x, place.y].map(|at| (at * self.figure.paper.pixels_per_point()).round() as usize);
        self.tiles.push(Tile { corner, pixels });
    }

    fn picture(&mut self, place: Rect, png: Vec<u8>) {
        self.elements.image(place, &picture_name(self.pictures.len()));
        self.pictures.push(Arc::new(png));
    }

    /// Draws the line at value 0.
    fn zero_line(&mut self, panel: &Panel, plot: Rect) {
        if let Scale::Values(low, high) = panel.y.scale
            && low < 0.0
            && high > 0.0
        {
            let y = airy(plot, panel.y.scale.part(0.0));
            let thin = 0.06 * self.letters.name;
            self.elements
                .line([plot.x, y], [plot.right(), y], thin, self.ink.frame, None);
        }
    }

    fn curves(&mut self, curves: &[Curve], panel: &Panel, plot: Rect) -> Result<(), FigureError> {
        let ink = self.ink;
        let thin = 0.06 * self.letters.name;
        let pixels = self.pixels(plot.width).min(SIDE_LIMIT) as usize;
        let lines = Lines {
            sources: curves.iter().map(|curve| curve.source.clone()).collect(),
            x: panel.x.scale.clone(),
            pixels,
        };
        let drawn = lines.answer(None, self.cancel)?;
        let shapes: Vec<(Stroke, DrawnCurve)> = curves.iter().map(|curve| curve.stroke).zip(drawn).collect();
        let name = format!(
            "plot{}",
            self.layout
                .plots
                .iter()
                .flatten()
                .position(|rect| *rect == plot)
                .unwrap_or(0)
        );
        let room = Rect {
            x: plot.x - 2.0 * thin,
            y: plot.y - 2.0 * thin,
            width: plot.width + 4.0 * thin,
            height: plot.height + 4.0 * thin,
        };
        let text = self.letters.name;
        self.elements.clipped(room, &name, |elements| {
            for (stroke, drawn) in &shapes {
                line(elements, *stroke, drawn, (panel, plot), ink.tone(stroke.tone), text);
            }
        });
        Ok(())
    }

    /// Draws the title of a panel, shortened to fit, and its legend: at the right, or in lines below the title.
    fn head(&mut self, panel: &Panel, plot: Rect) {
        let letters = self.letters;
        let y = plot.y
            - 0.45 * letters.name
            - if self.beside.has_marks || has_marks(panel) {
                1.3 * letters.tick
            } else {
                0.0
            };
        let below = 1.4 * letters.tick * float(panel.legend_lines);
        let legend = panel
            .legend
            .iter()
            .map(|entry| entry_width(entry, &letters, &Lettering));
        let legend: f64 = legend.sum();
        let free = self.layout.free_right(plot, &letters) - plot.x;
        let room = if legend < 0.6 * plot.width && panel.legend_lines == 0 {
            free - legend
        } else {
            free
        };
        let title = fitting(panel.title.shortest(), letters.name, room);
        self.text(&title, [plot.x, y - below], letters.name, self.ink.text, Anchor::Start);
        if panel.legend_lines == 0 {
            let start = (plot.right() - legend).max(plot.x + width(&title, letters.name));
            // Without a title the legend may begin left of the plot.
            let last = self.layout.free_right(plot, &letters) - legend;
            let start = if title.is_empty() { start.min(last) } else { start };
            self.legend(&panel.legend, [start, y]);
            return;
        }
        let lines = legend_lines(&panel.legend, &letters, plot.width, &Lettering);
        for (line, place) in lines.iter().rev().zip(0u8..) {
            self.legend(
                line,
                [plot.x - 0.6 * letters.tick, y - 1.4 * letters.tick * f64::from(place)],
            );
        }
    }

    /// Draws entries of a legend on one line from a place.
    fn legend(&mut self, entries: &[LegendEntry], [mut x, y]: [f64; 2]) {
        let letters = self.letters;
        for LegendEntry { words, stroke } in entries {
            let middle = y - 0.35 * letters.tick;
            let color = self.ink.tone(stroke.tone);
            let [from, to] = [[x + 0.6 * letters.tick, middle], [x + 2.6 * letters.tick, middle]];
            if stroke.dots_only {
                self.elements
                    .dot([x + 1.8 * letters.tick, middle], 0.25 * letters.tick, color);
            } else {
                let dashes = stroke.dashed.then_some(0.4 * letters.name);
                self.elements.line(from, to, 0.13 * letters.name, color, dashes);
            }
            self.text(
                words,
                [x + 3.0 * letters.tick, y],
                letters.tick,
                self.ink.weak,
                Anchor::Start,
            );
            x += width(words, letters.tick) + 3.4 * letters.tick;
        }
    }
}

/// Returns the y of a part of an axis that points up: lines have a small margin above and below, so
/// that extremes are not on the frame.
fn airy(plot: Rect, part: f64) -> f64 {
    let air = (0.03 * plot.height).min(1.5);
    plot.bottom() - air - (plot.height - 2.0 * air) * part
}

/// Returns the y of a part of an axis in any panel: cells fill their plot.
fn height_of(panel: &Panel, plot: Rect, part: f64) -> f64 {
    if panel.cells().is_some() {
        plot.bottom() - plot.height * part
    } else {
        airy(plot, part)
    }
}

/// Draws a computed line.
fn line(
    elements: &mut Elements,
    stroke: Stroke,
    drawn: &DrawnCurve,
    (panel, plot): (&Panel, Rect),
    color: Rgb,
    text: f64,
) {
    let x = |at: f64| plot.x + plot.width * panel.x.scale.part(at);
    let y = |value: f64| airy(plot, panel.y.scale.part(value));
    let at = |&[place, value]: &[f64; 2]| [x(place), y(value)];
    for area in &drawn.areas {
        let rim = 0.04 * text;
        let middle = |&[start, end, _, _]: &[f64; 4]| x(f64::midpoint(start, end));
        let upper = area.iter().map(|stretch| [middle(stretch), y(stretch[3]) - rim]);
        let lower = area.iter().rev().map(|stretch| [middle(stretch), y(stretch[2]) + rim]);
        let points: Vec<[f64; 2]> = upper.chain(lower).collect();
        elements.polygon(&points, color, if stroke.dashed { 0.4 } else { 0.75 });
    }
    let weight = 0.13 * text;
    let dashes = stroke.dashed.then_some(0.4 * text);
    if !stroke.dots_only {
        for points in drawn.lines.iter().filter(|points| points.len() > 1) {
            let points: Vec<[f64; 2]> = points.iter().map(at).collect();
            elements.polyline(&points, weight, color, dashes, if stroke.pale { 0.5 } else { 1.0 });
        }
    }
    let dots: Vec<[f64; 2]> = drawn.dots.iter().map(at).collect();
    let steps = || dots.windows(2).map(|two| two[1][0] - two[0][0]);
    let is_sparse = steps().all(|step| step >= 0.6 * text);
    let is_alone = drawn.lines.iter().all(|line| line.len() == 1);
    if stroke.dots_only || is_alone || (stroke.dotted && is_sparse) {
        let step = steps().fold(plot.width, f64::min);
        let radius = (0.3 * step).clamp(0.08 * text, if stroke.dots_only { 0.22 } else { 0.16 } * text);
        for dot in dots {
            elements.dot(dot, radius, color);
        }
    }
}

//! Everything around a plot: ticks, names, words at its right, the colour bar.

use image::{Pixel as _, Rgb, RgbaImage};

use super::{FigureError, Medium, Pen, TilePixels, height_of};
use crate::figure::lettering::{DIGIT, Lettering, fitting, width};
use crate::figure::svg::{Anchor, SvgText};
use crate::file::{Effort, Pixels, PngPicture, write_png};
use crate::plot::layout::{LABEL_SPACING, Rect, side_width};
use crate::plot::palette::Palette;
use crate::plot::ticks::{Tick, color_ticks, ticks};
use crate::plot::{Bar, Panel, Scale};

impl Pen<'_> {
    pub(super) fn x_axis(&mut self, panel: &Panel, plot: Rect) {
        let (weak, letters) = (self.ink.weak, self.letters);
        let axis = &panel.x;
        let mut bottom = plot.bottom();
        if axis.has_labels {
            let widest = axis.scale.widest_label().unwrap_or_else(|| "−0.555".to_owned());
            let widest = width(&widest, letters.tick);
            let gap = widest + 1.8 * letters.tick;
            bottom += letters.tick_gap() + 1.1 * letters.tick;
            let mut end = f64::NEG_INFINITY;
            for Tick { at, label } in ticks(&axis.scale, plot.width, gap) {
                let x = plot.x + plot.width * axis.scale.part(at);
                let is_group = !axis.scale.groups().is_empty();
                if !is_group {
                    let to = [x, plot.bottom() + letters.stroke];
                    self.elements
                        .line([x, plot.bottom()], to, 0.07 * letters.name, weak, None);
                }
                let half = width(&label, letters.tick) / 2.0;
                if x - half < end {
                    continue;
                }
                end = x + half + 0.4 * letters.tick;
                let y = plot.bottom() + letters.tick_gap() + DIGIT * letters.tick;
                self.text(&label, [x, y], letters.tick, weak, Anchor::Middle);
            }
            for (span, _) in axis.scale.groups().iter().skip(1) {
                let x = plot.x + plot.width * axis.scale.part(span.start);
                self.elements.line(
                    [x, plot.y],
                    [x, plot.bottom()],
                    0.09 * letters.name,
                    self.ink.text,
                    None,
                );
            }
        }
        if !axis.name.is_empty() {
            // The name may be longer than the plot, but stays on the sheet.
            let edge = 0.4 * letters.name;
            let room = (plot.width + 6.0 * letters.name).min(self.layout.width - 2.0 * edge);
            let name = fitting(&axis.name, letters.name, room);
            let half = width(&name, letters.name) / 2.0;
            let middle = (plot.x + plot.width / 2.0).clamp(edge + half, self.layout.width - edge - half);
            let at = [middle, bottom + 1.05 * letters.name];
            self.text(&name, at, letters.name, self.ink.text, Anchor::Middle);
        }
    }

    pub(super) fn y_axis(&mut self, panel: &Panel, plot: Rect) {
        let letters = self.letters;
        let axis = &panel.y;
        let mut widest = 0.0;
        if axis.has_labels {
            let ticks = ticks(&axis.scale, plot.height, LABEL_SPACING * letters.tick);
            let y = |part| height_of(panel, plot, part);
            widest = self.upward_ticks(&axis.scale, ticks, y, (plot.x, Anchor::End));
            for (span, _) in axis.scale.groups().iter().skip(1) {
                let y = plot.bottom() - plot.height * axis.scale.part(span.start);
                self.elements
                    .line([plot.x, y], [plot.right(), y], 0.09 * letters.name, self.ink.text, None);
            }
            widest = f64::max(widest, self.beside.labels) + letters.tick_gap();
        }
        if !axis.name.is_empty() {
            let x = plot.x - widest - 0.5 * letters.name;
            self.upward(
                &axis.name,
                [x, plot.y + plot.height / 2.0],
                plot.height + 4.0 * letters.name,
            );
        }
    }

    /// Draws the ticks of an axis that points up, at x = `edge`, and as many of their labels as fit: at the left
    /// of the edge if the labels end there, else at the right. Returns the width of the widest label.
    fn upward_ticks(
        &mut self,
        scale: &Scale,
        mut ticks: Vec<Tick>,
        y: impl Fn(f64) -> f64,
        (edge, anchor): (f64, Anchor),
    ) -> f64 {
        let (weak, letters) = (self.ink.weak, self.letters);
        let is_left = anchor == Anchor::End;
        let beside = |by: f64| if is_left { edge - by } else { edge + by };
        let [from, to] = if is_left {
            [beside(letters.stroke), edge]
        } else {
            [edge, beside(letters.stroke)]
        };
        let (mut widest, mut last) = (0.0, f64::INFINITY);
        ticks.sort_by(|a, b| scale.part(a.at).total_cmp(&scale.part(b.at)));
        for Tick { at, label } in ticks {
            let y = y(scale.part(at));
            if scale.groups().is_empty() {
                self.elements.line([from, y], [to, y], 0.07 * letters.name, weak, None);
            }
            if last - y < 1.1 * letters.tick {
                continue;
            }
            last = y;
            let at = [beside(letters.tick_gap()), y + DIGIT / 2.0 * letters.tick];
            self.text(&label, at, letters.tick, weak, anchor);
            widest = f64::max(widest, width(&label, letters.tick));
        }
        widest
    }

    /// Draws a name that runs upward, its middle at a place.
    fn upward(&mut self, words: &str, at: [f64; 2], room: f64) {
        let size = self.letters.name;
        let words = fitting(words, size, room);
        self.elements.text(SvgText {
            words: &words,
            at,
            size,
            color: self.ink.text,
            anchor: Anchor::Middle,
            upward: true,
        });
    }

    /// Draws words at the right of a plot, as many as fit, each with a brace over its cells if they
    /// are large enough.
    pub(super) fn side(&mut self, panel: &Panel, plot: Rect) {
        let (weak, letters) = (self.ink.weak, self.letters);
        let hair = 0.06 * letters.name;
        let mut last = f64::INFINITY;
        for side in panel.beside() {
            let y = |cell: f64| plot.bottom() - plot.height * panel.y.scale.part(cell).clamp(0.0, 1.0);
            let (start, end) = (y(side.span.start), y(side.span.end));
            let (low, high) = (start.max(end), start.min(end));
            let middle = f64::midpoint(low, high);
            if (last - middle).abs() < 1.2 * letters.tick || middle < plot.y || middle > plot.bottom() {
                continue;
            }
            last = middle;
            let (x, arm) = (plot.right() + 0.3 * letters.tick, 0.25 * letters.tick);
            if low - high > 0.9 * letters.tick {
                let (low, high) = (low - 0.15 * letters.tick, high + 0.15 * letters.tick);
                let brace = [[x, low], [x + arm, low], [x + arm, high], [x, high]];
                self.elements.polyline(&brace, hair, weak, None, 1.0);
            } else {
                self.elements.line([x, middle], [x + arm, middle], hair, weak, None);
            }
            let at = [x + arm + 0.3 * letters.tick, middle + DIGIT / 2.0 * letters.tick];
            self.text(&side.words, at, letters.tick, weak, Anchor::Start);
        }
    }

    /// Draws the colours of a bar, the last one at the top.
    fn ramp(&mut self, palette: &Palette, place: Rect) -> Result<(), FigureError> {
        let height = self.side_pixels(place.height, 256.0);
        let lookup = palette.lookup();
        let (low, high) = (palette.low, palette.high);
        let color = |y: u64| lookup.color(low + (high - low) * (((height - 1 - y) as f64 + 0.5) / height as f64));
        match self.target {
            Medium::Pixels => {
                let width = self.pixels(place.width) as u32;
                let pixel = |_, y: u32| Rgb(color(y.into())).to_rgba();
                self.tile(place, TilePixels::Bar(RgbaImage::from_fn(width, height as u32, pixel)));
            }
            Medium::Vector => {
                let head = PngPicture {
                    width: 1,
                    height,
                    pixels: Pixels::Rgb,
                    notes: Vec::new(),
                    effort: Effort::Small,
                    dpi: None,
                };
                let mut png = Vec::new();
                let mut progress = |_| !self.cancel.is_raised();
                write_png(&mut png, &head, |y, row| row.copy_from_slice(&color(y)), &mut progress)?;
                self.picture(place, png);
            }
        }
        Ok(())
    }

    pub(super) fn bar(&mut self, bar: &Bar, panel: &Panel, plot: Rect) -> Result<(), FigureError> {
        let letters = self.letters;
        let pixel = 1.0 / self.figure.paper.pixels_per_point();
        let snap = |at: f64| (at / pixel).round() * pixel;
        let side = side_width(panel, &letters, &Lettering).max(self.beside.side);
        let left = snap(plot.right() + side + 0.8 * letters.name);
        let place = Rect {
            x: left,
            width: snap(left + letters.bar()) - left,
            ..plot
        };
        self.ramp(&bar.palette, place)?;
        self.elements.frame(place, 0.07 * letters.name, self.ink.frame);
        let scale = Scale::Values(bar.palette.low, bar.palette.high);
        let ticks = color_ticks(
            bar.palette.low,
            bar.palette.high,
            place.height,
            LABEL_SPACING * letters.tick,
        );
        let y = |part| place.bottom() - place.height * part;
        let widest = self.upward_ticks(&scale, ticks, y, (place.right(), Anchor::Start));
        if !bar.name.is_empty() {
            let x = place.right() + letters.tick_gap() + widest + 1.25 * letters.name;
            self.upward(
                &bar.name,
                [x, place.y + place.height / 2.0],
                place.height + 4.0 * letters.name,
            );
        }
        Ok(())
    }
}

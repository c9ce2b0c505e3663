//! Words on the screen: their width, and shortening them to fit.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{Color32, FontId, Galley, Painter};

use crate::app::ink::small_font;
use crate::encoding::single;
use crate::plot::layout::{Letters, Names, Style, TextMeasure};

/// Measures words in the fonts of the window.
pub struct OnScreen<'a>(pub &'a Painter);

impl TextMeasure for OnScreen<'_> {
    fn width(&self, words: &str, size: f64) -> f64 {
        f64::from(width(self.0, words, &FontId::proportional(single(size))))
    }
}

/// Returns the style of the words around plots in a window.
pub fn style(pixels_per_point: f32) -> Style {
    let size = f64::from(small_font().size);
    Style {
        letters: Letters {
            name: size,
            tick: size,
            title: 14.0,
            note: size,
            stroke: 4.0,
        },
        names: Names::AtEnds,
        pixel: 1.0 / f64::from(pixels_per_point),
    }
}

/// Returns the width of a text, in points.
pub fn width(painter: &Painter, text: &str, font: &FontId) -> f32 {
    let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::BLACK);
    galley.size().x
}

/// Lays a text out on one line, truncated with an ellipsis to `width` points.
pub fn fitting(painter: &Painter, text: &str, font: &FontId, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font.clone(), color);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    painter.layout_job(job)
}

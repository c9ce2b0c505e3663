//! The formula line, drawn as large as fits.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Align, Align2, Color32, FontId, Rect, Role, Sense, Ui, WidgetInfo};

use super::ink::Ink;
use crate::tr;
use crate::view::Subject;
use crate::view::formula::{Piece, formula};

/// Its letters, in points; smaller ones where they have no room.
const SIZE: f32 = 20.0;

/// The smallest letters; what has no room then is cut off with an ellipsis.
const LEAST: f32 = 11.0;

/// Draws the formula of what is looked at.
pub fn show(ui: &Ui, area: Rect, subject: &Subject, ink: Ink) {
    let pieces = formula(subject);
    let words = |piece: &Piece| match piece {
        Piece::Line(words) | Piece::Raised(words) => words.clone(),
    };
    let spoken: String = pieces.iter().map(words).collect();
    let response = ui.interact(area, ui.scope_id().with("formula"), Sense::hover());
    let name = tr!(subject.language, "formula.name", formula = spoken);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let painter = ui.painter_at(area);
    let room = area.width() - 16.0;
    let full = painter.layout_job(job(&pieces, SIZE, ink.text));
    let size = (SIZE * (room / full.size().x).min(1.0)).max(LEAST);
    let mut job = job(&pieces, size, ink.text);
    job.wrap = TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    painter.galley(at, galley, ink.text);
}

fn job(pieces: &[Piece], size: f32, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for piece in pieces {
        let (words, size, valign) = match piece {
            Piece::Line(words) => (words, size, Align::Center),
            Piece::Raised(words) => (words, size * 0.65, Align::TOP),
        };
        let font_id = FontId::proportional(size);
        let format = TextFormat {
            font_id,
            color,
            valign,
            ..TextFormat::default()
        };
        job.append(words, 0.0, format);
    }
    job
}

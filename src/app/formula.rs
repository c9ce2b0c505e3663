//! The formula line, drawn as large as fits, on two lines if that makes the letters larger.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Align, Align2, Color32, FontId, Rect, Role, Sense, Ui, WidgetInfo};

use super::ink::ScreenInk;
use crate::tr;
use crate::view::Subject;
use crate::view::formula::{BETWEEN, FormulaPiece, formula};

/// The usual size of the letters, in points; reduced if there is no room.
const SIZE: f32 = 20.0;

/// The smallest size of the letters, in points; a formula that still does not fit is cut off with an ellipsis.
const LEAST: f32 = 11.0;

/// The largest letters of which two lines fit, as a share of the height.
const OF_TWO_LINES: f32 = 0.36;

/// Draws the formula of the subject.
pub fn show(ui: &Ui, area: Rect, subject: &Subject, ink: ScreenInk) {
    let pieces = formula(subject);
    let words = |piece: &FormulaPiece| match piece {
        FormulaPiece::Line(words) | FormulaPiece::Raised(words) => words.clone(),
    };
    let spoken: String = pieces.iter().map(words).collect();
    let response = ui.interact(area, ui.scope_id().with("formula"), Sense::hover());
    let name = tr!(subject.language, "formula.name", formula = spoken);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let painter = ui.painter_at(area);
    let room = area.width() - 16.0;
    let laid_out = |size: f32, rows: usize| {
        let mut job = job(&pieces, size, ink.text, rows > 1);
        job.wrap = TextWrapping {
            max_width: room,
            max_rows: rows,
            break_anywhere: rows == 1,
            ..TextWrapping::default()
        };
        painter.layout_job(job)
    };
    let full = painter.layout_job(job(&pieces, SIZE, ink.text, false)).size().x;
    let size = SIZE * (room / full).min(1.0);
    let smaller = (area.height() * OF_TWO_LINES).min(SIZE * room * 1.8 / full);
    let galley = if smaller > size {
        laid_out(smaller.max(LEAST), 2)
    } else {
        laid_out(size.max(LEAST), 1)
    };
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    painter.galley(at, galley, ink.text);
}

/// Returns the pieces as one text; if it may be broken, only between two formulas.
fn job(pieces: &[FormulaPiece], size: f32, color: Color32, is_broken: bool) -> LayoutJob {
    const HELD: &str = "\u{a0}";
    let mut job = LayoutJob::default();
    for piece in pieces {
        let (words, size, valign) = match piece {
            FormulaPiece::Line(words) => (words, size, Align::Center),
            FormulaPiece::Raised(words) => (words, size * 0.65, Align::TOP),
        };
        let font_id = FontId::proportional(size);
        let format = TextFormat {
            font_id,
            color,
            valign,
            ..TextFormat::default()
        };
        if is_broken {
            let words = words.replace(' ', HELD).replace(&HELD.repeat(BETWEEN.len()), BETWEEN);
            job.append(&words, 0.0, format);
        } else {
            job.append(words, 0.0, format);
        }
    }
    job
}

//! The colours of the window, by theme.

use eframe::egui::{Color32, Context, FontId, Stroke, Theme, Visuals};

use crate::plot::Tone;
use crate::plot::ink as plot;

/// What is drawn in which colour.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    /// Titles and numbers.
    pub text: Color32,
    /// Names of axes, ticks, captions.
    pub weak: Color32,
    /// Frames and zero lines.
    pub frame: Color32,
    /// What is held: the pinned cell.
    pub pinned: Color32,
    /// What is under the pointer.
    pub hovered: Color32,
    /// Curves; those of A, where two are compared.
    pub curve: Color32,
    /// Refusals.
    pub error: Color32,
    /// Behind a picture that is not there yet.
    pub empty: Color32,
    /// The same by what is said with them.
    ink: plot::Ink,
}

impl Ink {
    /// The colours for these visuals.
    pub fn of(visuals: &Visuals) -> Self {
        let ink = plot::Ink::of(if visuals.dark_mode {
            plot::Theme::Dark
        } else {
            plot::Theme::Light
        });
        let color = |[r, g, b]: plot::Rgb| Color32::from_rgb(r, g, b);
        Self {
            text: color(ink.text),
            weak: color(ink.weak),
            frame: color(ink.frame),
            pinned: color(ink.pinned),
            hovered: color(ink.hovered),
            curve: color(ink.curve),
            error: color(ink.error),
            empty: color(ink.empty),
            ink,
        }
    }

    /// The colour of a tone.
    pub fn tone(&self, tone: Tone) -> Color32 {
        let [r, g, b] = self.ink.tone(tone);
        Color32::from_rgb(r, g, b)
    }
}

/// Gives controls an outline: without one an empty box to tick, or a field, is
/// hard to see on a projector. Nothing moves by itself: a window at rest draws
/// no frames.
pub fn install(ctx: &Context) {
    for (theme, gray) in [(Theme::Light, 150), (Theme::Dark, 100)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, Color32::from_gray(gray));
            style.animation_time = 0.0;
            style.visuals.text_cursor.blink = false;
        });
    }
}

/// The letters of ticks and captions.
pub fn small_font() -> FontId {
    FontId::proportional(12.0)
}

/// The letters of pane titles.
pub fn title_font() -> FontId {
    FontId::proportional(14.0)
}

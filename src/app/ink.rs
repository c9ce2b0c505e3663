//! The colours of the window, by theme.

use eframe::egui::{Color32, Context, FontId, Stroke, Theme, Visuals};

use crate::plot::ink as plot;

/// What is drawn in which colour.
pub type Ink = plot::Ink<Color32>;

/// Returns the colours for these visuals.
pub fn ink_of(visuals: &Visuals) -> Ink {
    let theme = if visuals.dark_mode {
        plot::Theme::Dark
    } else {
        plot::Theme::Light
    };
    plot::Ink::of(theme).map(|[r, g, b]| Color32::from_rgb(r, g, b))
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

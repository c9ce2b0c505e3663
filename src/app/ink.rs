//! The colours of the window, by theme.

use eframe::egui::{Color32, Context, FontId, Stroke, Theme, Visuals};

use crate::plot::ink as plot;

/// The colour of each thing that is drawn.
pub type ScreenInk = plot::Ink<Color32>;

/// Returns the colours for these visuals.
pub fn ink_of(visuals: &Visuals) -> ScreenInk {
    let theme = if visuals.dark_mode {
        plot::Theme::Dark
    } else {
        plot::Theme::Light
    };
    plot::Ink::of(theme).map(|[r, g, b]| Color32::from_rgb(r, g, b))
}

/// Outlines the controls, since an empty checkbox or field is hard to see on a projector without
/// one, and turns off animations: a window at rest draws no frames.
pub fn install(ctx: &Context) {
    for (theme, frame, weak) in [(Theme::Light, 120, 90), (Theme::Dark, 130, 175)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, Color32::from_gray(frame));
            // Hints too have a contrast of at least 4.5.
            style.visuals.weak_text_color = Some(Color32::from_gray(weak));
            style.animation_time = 0.0;
            style.visuals.text_cursor.blink = false;
        });
    }
}

/// Returns the font of ticks and captions.
pub fn small_font() -> FontId {
    FontId::proportional(12.0)
}

/// Returns the font of pane titles.
pub fn title_font() -> FontId {
    FontId::proportional(14.0)
}

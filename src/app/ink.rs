//! The colours of the window, by theme.

use eframe::egui::{Color32, Context, FontId, Stroke, Theme, Visuals};

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
    /// Curves of B.
    pub second: Color32,
    /// Between those two: what is partly the one and partly the other.
    pub mixed: Color32,
    /// Curves as they were before a slider moved.
    pub ghost: Color32,
    /// Refusals.
    pub error: Color32,
    /// Behind a picture that is not there yet.
    pub empty: Color32,
}

impl Ink {
    /// The colours for these visuals.
    #[must_use]
    pub fn of(visuals: &Visuals) -> Self {
        if visuals.dark_mode {
            Self {
                text: Color32::from_gray(230),
                weak: Color32::from_gray(170),
                frame: Color32::from_gray(95),
                pinned: Color32::from_rgb(255, 176, 0),
                hovered: Color32::from_rgb(120, 220, 140),
                curve: Color32::from_rgb(110, 175, 255),
                second: Color32::from_rgb(255, 140, 60),
                mixed: Color32::from_rgb(215, 130, 230),
                ghost: Color32::from_gray(110),
                error: Color32::from_rgb(255, 130, 110),
                empty: Color32::from_gray(40),
            }
        } else {
            Self {
                text: Color32::from_gray(25),
                weak: Color32::from_gray(85),
                frame: Color32::from_gray(150),
                pinned: Color32::from_rgb(170, 80, 0),
                hovered: Color32::from_rgb(0, 110, 50),
                curve: Color32::from_rgb(0, 90, 181),
                second: Color32::from_rgb(214, 92, 0),
                mixed: Color32::from_rgb(140, 50, 160),
                ghost: Color32::from_gray(175),
                error: Color32::from_rgb(180, 30, 10),
                empty: Color32::from_gray(225),
            }
        }
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
#[must_use]
pub fn small_font() -> FontId {
    FontId::proportional(12.0)
}

/// The letters of pane titles.
#[must_use]
pub fn title_font() -> FontId {
    FontId::proportional(14.0)
}

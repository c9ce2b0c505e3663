//! Where words are on the screen: read from the shapes that egui hands to the painter.

use eframe::egui::{Color32, Rangef, Rect, Shape, emath::Rot2};
use egui_kittest::Harness;

/// A text as it is painted.
#[derive(Clone, Debug)]
pub struct Words {
    pub words: String,
    /// The rectangle of its letters, turned as they are.
    pub rect: Rect,
    /// The part of it that is painted at most.
    pub clip: Rect,
    pub is_elided: bool,
    /// How many opaque windows were painted before it.
    pub level: usize,
}

/// Opaque windows and menus, each over everything painted before it.
pub struct Screen {
    pub texts: Vec<Words>,
    /// Windows in the order of painting, with the number of texts before each.
    pub windows: Vec<Rect>,
    pub size: Rect,
}

/// What the last frame shows.
pub fn screen<State>(harness: &Harness<'_, State>) -> Screen {
    let mut screen = Screen {
        texts: Vec::new(),
        windows: Vec::new(),
        size: harness.ctx.content_rect(),
    };
    for clipped in &harness.output().shapes {
        walk(&clipped.shape, clipped.clip_rect, &mut screen);
    }
    screen
}

/// The texts that the last frame shows, including those under a window.
pub fn on_screen<State>(harness: &Harness<'_, State>) -> Vec<Words> {
    screen(harness).texts
}

fn walk(shape: &Shape, clip: Rect, screen: &mut Screen) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, clip, screen)),
        // Windows, menus and dialogs have a frame line and are higher than a button or a field.
        Shape::Rect(rect) => {
            let area = rect.rect.intersect(clip);
            let is_window = rect.fill.is_opaque() && rect.stroke.width > 0.0 && area.height() > 32.0;
            if is_window {
                screen.windows.push(area);
            }
        }
        Shape::Text(text) => {
            let is_seen = text.override_text_color != Some(Color32::TRANSPARENT) && text.opacity_factor > 0.0;
            if !is_seen || text.galley.text().trim().is_empty() {
                return;
            }
            screen.texts.push(Words {
                words: text.galley.text().to_owned(),
                rect: text
                    .galley
                    .rect
                    .rotate_bb(Rot2::from_angle(text.angle))
                    .translate(text.pos.to_vec2()),
                clip,
                is_elided: text.galley.elided,
                level: screen.windows.len(),
            });
        }
        _ => {}
    }
}

impl Screen {
    /// What is wrong with the texts: those that overlap another, and those that are cut off. A text that ends in an
    /// ellipsis counts as cut off, unless `may_be_shortened` knows it.
    pub fn faults(&self, mut may_be_shortened: impl FnMut(&str) -> bool) -> Vec<String> {
        let mut faults = Vec::new();
        for (place, text) in self.texts.iter().enumerate() {
            if !text.clip.intersects(text.rect) {
                continue; // scrolled away
            }
            if text.is_elided && !may_be_shortened(&text.words) {
                faults.push(format!("{:?} is shortened", text.words));
            }
            self.cut(text, &mut faults);
            for other in &self.texts[place + 1..] {
                // A line's box has room above and below its letters; half a point is rounding.
                let common = (text.rect.shrink(0.5).intersect(text.clip)).intersect(other.rect.intersect(other.clip));
                let stands_on = common.width() > 0.5 && common.height() > 0.5;
                if stands_on && !self.is_covered(common, text.level) {
                    faults.push(format!(
                        "{:?} at {:?} stands on {:?} at {:?}",
                        other.words, other.rect, text.words, text.rect
                    ));
                }
            }
        }
        faults
    }

    fn cut(&self, text: &Words, faults: &mut Vec<String>) {
        let mut room = text.clip.intersect(self.size);
        // The contents of a window may be scrolled, so that its lines continue above and below.
        if let Some(window) = text.level.checked_sub(1).map(|last| self.windows[last]) {
            room = Rect::from_x_y_ranges(room.x_range().intersection(window.x_range()), Rangef::EVERYTHING);
        }
        // The drawer at the right may be scrolled too.
        if text.level == 0 && text.clip.width() < 262.0 && text.clip.right() > self.size.right() - 12.0 {
            room = Rect::from_x_y_ranges(room.x_range(), Rangef::EVERYTHING);
        }
        let is_cut = !room.expand(0.6).contains_rect(text.rect);
        if is_cut && !self.is_covered(text.rect.intersect(self.size), text.level) {
            faults.push(format!("{:?} at {:?} is cut off at {room:?}", text.words, text.rect));
        }
    }

    /// Whether a window painted after `level` others hides all of an area.
    fn is_covered(&self, area: Rect, level: usize) -> bool {
        self.windows[level..]
            .iter()
            .any(|window| window.expand(1.0).contains_rect(area))
    }
}

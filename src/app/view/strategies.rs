//! Strategies: what can be done beyond the trained length, one strip each, one
//! above the other. The one in use is marked, a click takes another.

use eframe::egui::{Button, Label, RadioButton, Rect, RichText, TextWrapMode, Ui, UiBuilder, pos2};

use super::strip::{CAPTION, Strip};
use super::{BELOW, Kit, below_header};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::{Beyond, Kind, Scheme, Spec};
use crate::field::Field;
use crate::figure::range::default_range;
use crate::figure::strategies::{Variant, wider};
use crate::text::{Language, count, spec_error, strategy_words};
use crate::tr;

/// Lower strips stand in two columns, in points.
const LEAST_HEIGHT: f32 = 34.0;

/// Draws it.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let below = below_header(area);
    let spec = kit.scene.encoding.spec();
    if let Some((words, is_unset)) = why_none(spec, language) {
        say(ui, below, &words, is_unset, kit);
        return;
    }
    let variants = variants(ui, kit);
    let own = variants.iter().filter_map(|variant| variant.encoding.as_ref().ok());
    let own = own.map(|encoding| default_range(&Field::table(encoding.clone())));
    let range = own.reduce(wider).unwrap_or((-1.0, 1.0));
    for (place, (variant, room)) in variants.iter().zip(rooms(below, variants.len())).enumerate() {
        let is_own = variant.spec == *kit.scene.encoding.spec();
        let encoding = match &variant.encoding {
            Ok(encoding) => encoding,
            Err(error) => {
                // Only chunks that overlap wholly are refused.
                let words = tr!(language, "strategies.refused", error = spec_error(error, language));
                let words = RichText::new(words).color(kit.ink().error);
                ui.scope(|ui| {
                    // What is said must be read, though it cannot be chosen.
                    ui.visuals_mut().disabled_alpha = 1.0;
                    ui.disable();
                    caption_button(ui, room.area, false, words);
                });
                continue;
            }
        };
        let words = strategy_words(&variant.spec, language);
        let text = RichText::new(words.as_str());
        let text = if is_own { text.strong() } else { text };
        if caption_button(ui, room.area, is_own, text) && !is_own {
            kit.change(Change::Settings(Box::new(variant.spec.clone())));
        }
        Strip {
            slot: Slot::Strategy(place),
            name: tr!(language, "strategies.name", words = words).into_owned(),
            encoding,
            range,
            hatched: false,
            has_axis: room.has_axis,
        }
        .show(ui, room.plot(), kit);
    }
}

/// Why there is nothing to compare; and whether a trained length would mend it.
fn why_none(spec: &Spec, language: Language) -> Option<(String, bool)> {
    let Beyond { trained_len, .. } = spec.beyond;
    let words = match spec.scheme {
        Scheme::Sinusoidal if !spec.has_trained_length() => tr!(language, "strategies.direction"),
        Scheme::Sinusoidal | Scheme::Rope if trained_len == 0 => tr!(language, "strategies.unset"),
        Scheme::Sinusoidal | Scheme::Rope if !spec.beyond.is_reached_by(spec.max_len) => tr!(
            language,
            "strategies.within",
            positions = count(spec.max_len),
            length = count(trained_len)
        ),
        Scheme::Learned if spec.strategies().is_empty() => {
            tr!(language, "strategies.untrained")
        }
        Scheme::Sinusoidal | Scheme::Rope | Scheme::Learned => return None,
        Scheme::Normalized => tr!(language, "strategies.normalized"),
        scheme if scheme.kind() == Kind::Bias => tr!(language, "strategies.bias"),
        _ => tr!(language, "strategies.goes_on"),
    };
    Some((words.into_owned(), spec.has_trained_length()))
}

/// Says it, with a button that sets a trained length where that helps.
fn say(ui: &mut Ui, below: Rect, words: &str, is_unset: bool, kit: &mut Kit<'_>) {
    let spec = kit.scene.encoding.spec();
    let half = spec.max_len / 2;
    let mut inner = ui.new_child(UiBuilder::new().max_rect(below.shrink(6.0)));
    inner.add(Label::new(RichText::new(words).color(kit.ink().text)).wrap());
    if !is_unset || half == 0 {
        return;
    }
    let words = tr!(kit.scene.language, "strategies.set", length = count(half));
    if inner.add(Button::new(words).wrap_mode(TextWrapMode::Wrap)).clicked() {
        // Chunks that were set before share less than all of the new ones.
        let overlap = spec.beyond.overlap.min(half - 1);
        let beyond = Beyond {
            trained_len: half,
            overlap,
            ..spec.beyond
        };
        let spec = Spec { beyond, ..spec.clone() };
        kit.change(Change::Settings(Box::new(spec)));
    }
}

fn variants(ui: &Ui, kit: &mut Kit<'_>) -> Vec<Variant> {
    let question = Question::Strategies(kit.scene.encoding.spec().clone());
    match kit.desk.ask(ui.ctx(), Slot::Strategies, &question).answer {
        Some((_, Answer::Strategies(variants))) => variants.clone(),
        _ => Vec::new(),
    }
}

/// Where a strip and its caption are.
struct Room {
    area: Rect,
    has_axis: bool,
}

impl Room {
    fn plot(&self) -> Rect {
        Rect::from_min_max(
            pos2(self.area.left() + 12.0, self.area.top() + CAPTION),
            pos2(self.area.right() - 12.0, self.area.bottom() - 5.0),
        )
    }
}

/// One below the other, or in two columns where they would be too low; the axis
/// is below the last one of a column.
#[expect(clippy::cast_precision_loss, reason = "at most five strips")]
fn rooms(below: Rect, strips: usize) -> Vec<Room> {
    let height = below.height() - BELOW;
    let columns = if strips > 3 && height / (strips as f32) < LEAST_HEIGHT {
        2
    } else {
        1
    };
    let lines = strips.div_ceil(columns);
    let size = eframe::egui::vec2(below.width() / columns as f32, height / lines.max(1) as f32);
    let room = |place: usize| {
        let (column, line) = (place / lines, place % lines);
        let corner = below.min + eframe::egui::vec2(size.x * column as f32, size.y * line as f32);
        Room {
            area: Rect::from_min_size(corner, size),
            has_axis: line + 1 == lines || place + 1 == strips,
        }
    };
    (0..strips).map(room).collect()
}

/// The caption, which takes the strategy; whether it was clicked.
fn caption_button(ui: &mut Ui, area: Rect, is_own: bool, words: RichText) -> bool {
    let line = Rect::from_min_max(
        pos2(area.left() + 10.0, area.top()),
        pos2(area.right() - 8.0, area.top() + CAPTION),
    );
    let mut inner = ui.new_child(UiBuilder::new().max_rect(line));
    inner.spacing_mut().interact_size.y = 15.0;
    inner.spacing_mut().icon_width = 12.0;
    inner.spacing_mut().icon_width_inner = 7.0;
    inner.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    let text = words.font(small_font());
    inner.add(RadioButton::new(is_own, text)).clicked()
}

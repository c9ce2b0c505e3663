//! The title line of a pane, the words above its panels and the lines below them.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Button, Checkbox, ComboBox, Id, Key, Label, Margin, Modifiers, ProgressBar, Rect, Response, RichText, TextEdit, Ui,
    UiBuilder, pos2, vec2,
};

use super::arrange::{Alone, choose};
use super::letters::{fitting, width};
use super::{Stage, map};
use crate::app::action::Action;
use crate::app::commands::key_text;
use crate::app::ink::small_font;
use crate::field::{Key as Part, Reduction};
use crate::plot::remark::PerPixel;
use crate::plot::{Block, Control, Piece, Tone};
use crate::session::Change;
use crate::tr;
use crate::view;

/// The least room in which a remark is shown, in points.
const LEAST_REMARK: f32 = 60.0;

/// The text typed into a field, and whether it was refused.
type Typed = (String, bool);

/// Returns the height of the lines below the panels, in points.
pub fn height(lines: &[Vec<Piece>]) -> f32 {
    22.0 * lines.len() as f32
}

impl Stage<'_> {
    /// Draws the controls in the title line; returns their right end.
    pub(super) fn controls(
        &mut self,
        ui: &mut Ui,
        line: Rect,
        block: &Block,
        alone: Option<Alone>,
        per_pixel: PerPixel,
    ) -> f32 {
        let mut inner = ui.new_child(UiBuilder::new().max_rect(line));
        inner
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.spacing_mut().interact_size.y = 20.0;
                ui.spacing_mut().button_padding = vec2(6.0, 1.0);
                let is_radio = |control: &&Control| matches!(control, Control::Label(_) | Control::Radio { .. });
                let (radios, others): (Vec<_>, Vec<_>) = block.controls.iter().partition(is_radio);
                for control in radios {
                    self.control(ui, control, line, per_pixel, alone);
                }
                self.tabs(ui, block, alone);
                for control in others {
                    self.control(ui, control, line, per_pixel, alone);
                }
                ui.min_rect().right()
            })
            .inner
    }

    /// Draws the map at the right end of the title line, and the remark before it.
    pub(super) fn remark(
        &mut self,
        ui: &mut Ui,
        line: Rect,
        block: &Block,
        per_pixel: PerPixel,
        seen: (Reduction, bool),
    ) {
        let mut right = line.right();
        if block.has_map && self.has_map() {
            let corner = pos2(right - map::SIZE.x, line.top() + 2.0);
            self.map(ui, Rect::from_min_size(corner, map::SIZE));
            right = corner.x - 10.0;
        }
        let (words, is_warning) = block.remark.words(per_pixel, seen, self.subject.language);
        let room = right - line.left() - 12.0;
        if words.is_empty() || room < LEAST_REMARK {
            return;
        }
        let color = if is_warning { self.ink.error } else { self.ink.weak };
        let galley = fitting(ui.painter(), &words, &small_font(), color, room);
        let at = pos2(right - galley.size().x, line.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
    }

    /// Draws a tab for each panel that can be shown alone, unless a control already chooses it.
    fn tabs(&mut self, ui: &mut Ui, block: &Block, alone: Option<Alone>) {
        let Some(alone) = alone else { return };
        let is_chosen = |title: &str| {
            let is = |control: &Control| matches!(control, Control::Radio { words, .. } if words == title);
            block.controls.iter().any(is)
        };
        for (place, panel) in block.panels().enumerate() {
            let words = panel.title.shortest();
            let is_shown = alone.panel == place;
            let name = tr!(self.subject.language, "ways.show", name = words);
            if !is_chosen(words) && switch(ui, is_shown, words, &name).clicked() {
                choose(ui, self, Some(place));
            }
        }
        ui.add_space(8.0);
    }

    fn control(&mut self, ui: &mut Ui, control: &Control, line: Rect, per_pixel: PerPixel, alone: Option<Alone>) {
        match control {
            Control::Label(words) if alone.is_none() => {
                let words = RichText::new(words).font(small_font());
                ui.add(Label::new(words.color(self.ink.weak)));
            }
            Control::Label(_) => {}
            Control::Radio {
                words,
                name,
                hint,
                is_on,
                change,
            } => {
                let is_shown = *is_on && alone.is_none_or(|alone| !alone.is_chosen);
                let button = switch(ui, is_shown, words, name);
                let hint = match change {
                    Some(change) => with_key(ui, hint, change),
                    None => hint.clone(),
                };
                if button.on_hover_text(hint).clicked() {
                    choose(ui, self, None);
                    if let Some(change) = change {
                        self.change(change.clone());
                    }
                }
            }
            Control::Toggle {
                words,
                hint,
                is_on,
                is_enabled,
                is_optional,
                change,
            } => {
                let left = ui.cursor().left();
                let wide = width(ui.painter(), words, &small_font()) + 30.0;
                if *is_optional && left + wide > line.right() {
                    return;
                }
                let mut on = *is_on;
                let text = RichText::new(words).font(small_font());
                let toggle = ui.add_enabled(*is_enabled, Checkbox::new(&mut on, text));
                let is_changed = toggle.changed();
                if !hint.is_empty() {
                    toggle.on_hover_text(hint);
                }
                if is_changed {
                    self.change(change.clone());
                }
            }
            Control::Choice { is_for_mixing, .. } if *is_for_mixing && !per_pixel.mixes() => {}
            Control::Choice {
                name, chosen, options, ..
            } => {
                let shown = ComboBox::from_id_salt((self.place, "choice"))
                    .selected_text(RichText::new(chosen).font(small_font()))
                    .width(136.0)
                    .show_ui(ui, |ui| {
                        for (words, change) in options {
                            if ui.selectable_label(words == chosen, words).clicked() {
                                self.change(change.clone());
                            }
                        }
                    });
                shown.response.accessible_name(name);
            }
        }
    }

    /// Draws the words above the panels, each in its tone.
    pub(super) fn words_above(&self, ui: &Ui, area: Rect, block: &Block) {
        let mut job = LayoutJob::default();
        for piece in &block.above {
            if let Piece::Words(words, tone) = piece {
                job.append(words, 0.0, TextFormat::simple(small_font(), self.tone(*tone)));
            }
        }
        job.wrap = TextWrapping::truncate_at_width(area.width() - 8.0);
        let galley = ui.painter().layout_job(job);
        ui.painter()
            .galley(area.left_top() + vec2(4.0, 0.0), galley, self.ink.text);
    }

    /// Draws the lines below the panels.
    pub(super) fn lines_below(&mut self, ui: &mut Ui, area: Rect, lines: &[Vec<Piece>]) {
        if lines.is_empty() {
            return;
        }
        let mut inner = ui.new_child(UiBuilder::new().max_rect(area));
        inner.spacing_mut().item_spacing = vec2(6.0, 2.0);
        inner.spacing_mut().interact_size.y = 20.0;
        inner.spacing_mut().button_padding.y = 1.0;
        for line in lines {
            inner.horizontal(|ui| {
                ui.set_height(20.0);
                for piece in line {
                    if !self.piece(ui, piece) {
                        break;
                    }
                }
            });
        }
    }

    /// Draws a piece of a line; returns whether the rest of the line is shown.
    fn piece(&mut self, ui: &mut Ui, piece: &Piece) -> bool {
        match piece {
            Piece::Words(words, tone) => self.say(ui, words, *tone),
            Piece::Link { words, hint, changes } => {
                let words = RichText::new(words).font(small_font()).underline();
                ui.visuals_mut().hyperlink_color = self.ink.text;
                if ui.link(words).on_hover_text(hint).clicked() {
                    for change in changes {
                        self.change(change.clone());
                    }
                }
            }
            Piece::Progress { part, fraction } => {
                ui.add(ProgressBar::new(*fraction).desired_width(120.0));
                if ui.button(tr!(self.subject.language, "work.cancel")).clicked() {
                    self.desk.cancel(&Part::new(self.view, part.clone()));
                }
            }
            Piece::Field {
                name,
                text,
                of,
                refused,
            } => {
                if self.field(ui, name, text, *of) {
                    self.say(ui, refused, Tone::Error);
                    return false;
                }
            }
        }
        true
    }

    fn say(&self, ui: &mut Ui, words: &str, tone: Tone) {
        let words = RichText::new(words).font(small_font()).color(self.tone(tone));
        ui.add(Label::new(words).truncate());
    }

    /// Draws the field of a setting; returns whether its text is refused. The text is kept until it
    /// is accepted or given up.
    fn field(&mut self, ui: &mut Ui, name: &str, text: &str, (view, setting): (&'static str, &'static str)) -> bool {
        let id = Id::unique((view, setting, "typed"));
        let kept: Option<Typed> = ui.data(|data| data.get_temp(id));
        let is_typed = kept.is_some();
        let (mut edited, is_refused) = kept.unwrap_or_else(|| (text.to_owned(), false));
        let edit = TextEdit::singleline(&mut edited)
            .id(Id::unique((view, setting)))
            .font(small_font())
            .text_color(if is_refused { self.ink.error } else { self.ink.text })
            .margin(Margin::symmetric(4, 2))
            .desired_width(64.0);
        let response = ui.add(edit).accessible_name(name);
        let is_typed = is_typed || response.changed();
        let keep = |is_refused| ui.data_mut(|data| _ = data.insert_temp::<Typed>(id, (edited.clone(), is_refused)));
        if response.changed() {
            keep(is_refused);
        }
        if !response.lost_focus() {
            return is_refused;
        }
        if !ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            if !is_typed {
                return is_refused;
            }
            let Some(change) = self.set(view, setting, &edited) else {
                keep(true);
                return is_refused;
            };
            self.change(change);
        }
        ui.data_mut(|data| data.remove::<Typed>(id));
        false
    }

    /// Returns the change that sets a setting to the typed text; `None` if it is refused.
    fn set(&self, view: &str, setting: &str, text: &str) -> Option<Change> {
        let view = view::view(view)?;
        let declared = view.settings(self.subject);
        let declared = declared.iter().find(|declared| declared.name == setting)?;
        let value = declared.checked(text).ok()?;
        Some(declared.change(view.name(), &value))
    }
}

/// Returns a hint with the key of its change, if it has one.
fn with_key(ui: &Ui, hint: &str, change: &Change) -> String {
    let key = key_text(ui.ctx(), &Action::Change(change.clone()));
    if key.is_empty() {
        hint.to_owned()
    } else {
        format!("{hint} ({key})")
    }
}

/// Draws a button that is on or off.
fn switch(ui: &mut Ui, is_on: bool, words: &str, name: &str) -> Response {
    let words = RichText::new(words).font(small_font());
    let button = Button::selectable(is_on, words).frame_when_inactive(true);
    ui.add(button).accessible_name(name)
}

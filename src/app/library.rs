//! Presets and mistakes: find one by its words, and look at it.

use std::sync::Arc;

use eframe::egui::{
    self, Align, Button, Color32, Context, FontId, Frame, Galley, Id, Key, KeyboardShortcut, Label, Layout, Margin,
    Modifiers, Response, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, text::LayoutJob, vec2,
};

use super::action::Action;
use super::controls::named;
use super::ink::{Ink, small_font, title_font};
use crate::encoding::{Mistake, Preset};
use crate::text::{Language, MistakeWords, PresetWords};
use crate::tr;

/// Height of a preset's two lines, in points.
const ROW_HEIGHT: f32 = 42.0;

/// From the left end of a column of a preset's first line to that of the next,
/// from the right, in points: cycles and base.
const COLUMNS: [f32; 2] = [206.0, 98.0];

/// What stands where a scheme has no such number.
const NOTHING: Option<&str> = Some("—");

/// The narrowest list whose first lines have room for the cycles, in points.
const WIDE: f32 = 540.0;

const SHOW: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Enter);
const DIFFERENCE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter);

/// What is searched, and what was typed.
#[derive(Default)]
pub struct Library {
    tab: Tab,
    query: String,
    chosen: usize,
    /// The search field takes the keyboard in the next frame.
    focus: bool,
    /// The query is another one than in the last frame.
    is_new: bool,
    /// In the language that was spoken last.
    entries: Option<(Language, Arc<Entries>)>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Tab {
    #[default]
    Presets,
    Mistakes,
}

impl Tab {
    fn other(self) -> Self {
        match self {
            Self::Presets => Self::Mistakes,
            Self::Mistakes => Self::Presets,
        }
    }
}

/// All there is, with its words.
struct Entries {
    presets: Vec<(Preset, PresetWords)>,
    mistakes: Vec<(Mistake, MistakeWords)>,
}

impl Entries {
    fn new(language: Language) -> Self {
        let presets = Preset::all().into_iter();
        let mistakes = Mistake::all().into_iter();
        Self {
            presets: presets
                .map(|preset| {
                    let words = PresetWords::new(&preset, language);
                    (preset, words)
                })
                .collect(),
            mistakes: mistakes
                .map(|mistake| {
                    let words = MistakeWords::new(&mistake, language);
                    (mistake, words)
                })
                .collect(),
        }
    }
}

/// What the keys of this frame ask for.
struct Keys {
    moved: bool,
    show: bool,
    difference: bool,
}

impl Library {
    /// Begins a new search. The tab stays: whoever goes through the mistakes
    /// comes back to them.
    pub fn open(&mut self) {
        self.query.clear();
        (self.chosen, self.focus) = (0, true);
    }

    /// Draws the dialog; whether it stays open.
    pub fn show(&mut self, ctx: &Context, language: Language, ink: Ink, actions: &mut Vec<Action>) -> bool {
        let entries = self.entries_in(language);
        let query = &self.query;
        let presets: Vec<_> = entries.presets.iter().filter(|(_, words)| words.have(query)).collect();
        let mistakes: Vec<_> = entries.mistakes.iter().filter(|(_, words)| words.have(query)).collect();
        let counts = [presets.len(), mistakes.len()];
        // What was typed may be in the other tab alone. Who opens an empty one stays there.
        let other = self.tab.other();
        if std::mem::take(&mut self.is_new) && counts[self.tab as usize] == 0 && counts[other as usize] > 0 {
            self.tab = other;
        }
        let keys = self.keys(ctx, counts[self.tab as usize]);
        let room = ctx.content_rect().size() - vec2(60.0, 130.0);
        let height = room.y.clamp(80.0, 470.0);
        let modal = egui::Modal::new(Id::unique("library")).show(ctx, |ui| {
            ui.set_width(room.x.min(700.0));
            self.head(ui, language, counts);
            ui.add_space(4.0);
            let list = ScrollArea::vertical()
                .id_salt(self.tab as usize)
                .min_scrolled_height(height)
                .max_height(height)
                .auto_shrink([false, false]);
            list.show(ui, |ui| {
                if counts[self.tab as usize] == 0 {
                    ui.label(tr!(language, "library.none"));
                }
                match self.tab {
                    Tab::Presets => preset_list(ui, &presets, self.chosen, &keys, ink),
                    Tab::Mistakes => mistake_list(ui, &mistakes, self.chosen, &keys, language, ink),
                }
            })
            .inner
        });
        if let Some(action) = modal.inner {
            actions.push(action);
            return false;
        }
        !modal.should_close()
    }

    fn entries_in(&mut self, language: Language) -> Arc<Entries> {
        match &self.entries {
            Some((known, entries)) if *known == language => entries.clone(),
            _ => {
                let entries = Arc::new(Entries::new(language));
                self.entries = Some((language, entries.clone()));
                entries
            }
        }
    }

    /// Moves the choice among `count` entries. A button that has the keyboard
    /// keeps its keys.
    fn keys(&mut self, ctx: &Context, count: usize) -> Keys {
        let last = count.saturating_sub(1);
        self.chosen = self.chosen.min(last);
        if ctx.memory(|memory| memory.focused().is_some_and(|focused| focused != field_id())) {
            return Keys {
                moved: false,
                show: false,
                difference: false,
            };
        }
        ctx.input_mut(|input| {
            let down = input.consume_key(Modifiers::NONE, Key::ArrowDown);
            let up = input.consume_key(Modifiers::NONE, Key::ArrowUp);
            if down {
                self.chosen = (self.chosen + 1).min(last);
            }
            if up {
                self.chosen = self.chosen.saturating_sub(1);
            }
            // With Shift first: the other would take it too.
            let difference = input.consume_shortcut(&DIFFERENCE);
            Keys {
                moved: up || down,
                difference,
                show: input.consume_shortcut(&SHOW),
            }
        })
    }

    /// The tabs, with how many entries each has for the query, and the search
    /// field.
    fn head(&mut self, ui: &mut Ui, language: Language, counts: [usize; 2]) {
        ui.horizontal(|ui| {
            let tabs = [(Tab::Presets, "library.presets"), (Tab::Mistakes, "library.mistakes")];
            for ((tab, key), count) in tabs.into_iter().zip(counts) {
                let title = tr!(language, key);
                let response = ui.selectable_label(self.tab == tab, format!("{title} · {count}"));
                response.widget_info(|| WidgetInfo::selected(Role::Tab, true, self.tab == tab, &*title));
                if response.clicked() {
                    self.tab = tab;
                    (self.chosen, self.focus) = (0, true);
                }
            }
            let edit = TextEdit::singleline(&mut self.query)
                .id(field_id())
                .hint_text(tr!(language, "library.hint"))
                .desired_width(f32::INFINITY);
            let response = ui.add(edit);
            named(
                &response,
                Role::TextInput,
                &self.query,
                &tr!(language, "library.search"),
            );
            if std::mem::take(&mut self.focus) {
                response.request_focus();
            }
            if response.changed() {
                (self.chosen, self.is_new) = (0, true);
            }
        });
    }
}

fn field_id() -> Id {
    Id::unique("library search")
}

/// Draws the presets; what was asked for of one.
fn preset_list(
    ui: &mut Ui,
    presets: &[&(Preset, PresetWords)],
    chosen: usize,
    keys: &Keys,
    ink: Ink,
) -> Option<Action> {
    let mut asked = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    for (place, (preset, words)) in presets.iter().enumerate() {
        let is_chosen = place == chosen;
        let response = preset_row(ui, preset, words, is_chosen, ink);
        if is_chosen && keys.moved {
            response.scroll_to_me(None);
        }
        if response.clicked() || is_chosen && (keys.show || keys.difference) {
            asked = Some(Action::Preset(preset.name));
        }
    }
    asked
}

/// Name and numbers in columns, and below them scheme, note and source.
fn preset_row(ui: &mut Ui, preset: &Preset, words: &PresetWords, is_chosen: bool, ink: Ink) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let (cycles, base) = (words.cycles.as_deref(), words.base.as_deref());
    let said = [Some(preset.name), Some(&words.scheme), Some(&words.size), base, cycles];
    let note = words.note.as_deref();
    let said: Vec<&str> = said.into_iter().chain([note, Some(preset.source)]).flatten().collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, said.join(", ")));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    let (mut strong, mut weak) = (ink.text, ink.weak);
    if is_chosen {
        (strong, weak) = (visuals.selection.stroke.color, visuals.selection.stroke.color);
        ui.painter().rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter()
            .rect_filled(rect, 4.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let inner = rect.shrink2(vec2(8.0, 4.0));
    let is_wide = rect.width() >= WIDE;
    let mut right = inner.right();
    let mut number = |text: Option<&str>, width: f32, color: Color32| {
        if let Some(text) = text {
            let galley = line(ui, text, small_font(), color, f32::INFINITY);
            let place = pos2(right - galley.size().x, inner.top() + 2.0);
            ui.painter().galley(place, galley, color);
        }
        right -= width;
    };
    if is_wide {
        number(cycles.or(NOTHING), COLUMNS[0], weak);
    }
    number(base.or(NOTHING), COLUMNS[1], weak);
    number(Some(&words.size), 0.0, strong);
    let name = line(ui, preset.name, title_font(), strong, f32::INFINITY);
    ui.painter().galley(inner.left_top(), name, strong);
    let below = [
        Some(words.scheme.as_str()),
        cycles.filter(|_| !is_wide),
        note,
        Some(preset.source),
    ];
    let below: Vec<&str> = below.into_iter().flatten().collect();
    let below_text = below.join(" · ");
    let below = line(ui, &below_text, small_font(), weak, inner.width());
    let is_cut = below.elided;
    ui.painter()
        .galley(pos2(inner.left(), inner.bottom() - below.size().y), below, weak);
    if is_cut {
        response.on_hover_text(below_text)
    } else {
        response
    }
}

/// A line of text, cut off with an ellipsis where it is wider.
fn line(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Draws the mistakes; what was asked for of one.
fn mistake_list(
    ui: &mut Ui,
    mistakes: &[&(Mistake, MistakeWords)],
    chosen: usize,
    keys: &Keys,
    language: Language,
    ink: Ink,
) -> Option<Action> {
    let mut asked = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    for (place, (mistake, words)) in mistakes.iter().enumerate() {
        let is_chosen = place == chosen;
        let selection = ui.visuals().selection;
        let (fill, color) = if is_chosen {
            (selection.bg_fill, selection.stroke.color)
        } else {
            (Color32::TRANSPARENT, ink.text)
        };
        let row = Frame::new()
            .inner_margin(Margin::symmetric(8, 5))
            .corner_radius(4.0)
            .fill(fill);
        let (mut show, mut difference) = (is_chosen && keys.show, is_chosen && keys.difference);
        let response = row.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(RichText::new(&words.title).font(title_font()).color(color));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    // From the right.
                    difference |= button(
                        ui,
                        "library.difference",
                        "library.difference_named",
                        DIFFERENCE,
                        words,
                        language,
                    );
                    show |= button(ui, "library.show", "library.show_named", SHOW, words, language);
                });
            });
            ui.add(
                Label::new(RichText::new(&words.look).font(small_font()).color(color))
                    .wrap()
                    .selectable(false),
            );
        });
        if is_chosen && keys.moved {
            response.response.scroll_to_me(None);
        }
        if difference {
            asked = Some(Action::CompareMistake(mistake.name));
        } else if show {
            asked = Some(Action::Mistake(mistake.name));
        }
    }
    asked
}

/// A button that is called by its mistake where it is heard and not seen;
/// whether it was clicked.
fn button(
    ui: &mut Ui,
    key: &str,
    name_key: &str,
    shortcut: KeyboardShortcut,
    words: &MistakeWords,
    language: Language,
) -> bool {
    let response = ui.add(Button::new(tr!(language, key)));
    let name = tr!(language, name_key, title = words.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &*name));
    let keys = ui.ctx().format_shortcut(&shortcut);
    response.on_hover_text(keys).clicked()
}

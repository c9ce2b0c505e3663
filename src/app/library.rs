//! The library of presets and mistakes: find one by its words and show it.

use std::sync::OnceLock;

use eframe::egui::{
    self, Align, Color32, Context, Frame, Id, Key, KeyboardShortcut, Label, Layout, Margin, Modifiers, Response,
    RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::action::Action;
use super::focus::ring;
use super::ink::{ScreenInk, small_font, title_font};
use super::search::Search;
use super::stage::letters::fitting;
use crate::encoding::{Mistake, Preset};
use crate::text::{Language, MistakeWords, PresetWords};
use crate::tr;

/// The height of a preset's two lines, in points.
const ROW_HEIGHT: f32 = 42.0;

/// The widths of the columns of a preset's first line, right to left, in points: from cycles to
/// base, and from base to size.
const COLUMNS: [f32; 2] = [206.0, 98.0];

/// The placeholder for a number that a scheme does not have.
const NOTHING: Option<&str> = Some("—");

/// The narrowest list, in points, whose first lines have room for the cycles.
const WIDE: f32 = 540.0;

const SHOW: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Enter);
const DIFFERENCE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter);

/// The open tab and what was typed.
#[derive(Default)]
pub struct Library {
    tab: Tab,
    search: Search,
    /// Whether the query has changed since the last frame.
    is_new: bool,
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

/// All presets and mistakes, with their words.
struct Entries {
    presets: Vec<(PresetWords, Preset)>,
    mistakes: Vec<(MistakeWords, Mistake)>,
}

impl Entries {
    /// Returns all entries in a language; their words are put together once.
    fn of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Entries>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];
        ALL[language as usize].get_or_init(|| {
            let preset = |preset| (PresetWords::new(&preset, language), preset);
            let mistake = |mistake| (MistakeWords::new(&mistake, language), mistake);
            Self {
                presets: Preset::all().into_iter().map(preset).collect(),
                mistakes: Mistake::all().into_iter().map(mistake).collect(),
            }
        })
    }
}

/// What the keys of this frame ask for.
#[derive(Default)]
struct LibraryKeys {
    moved: bool,
    show: bool,
    difference: bool,
}

impl Library {
    /// Begins a new search in the tab that was open last, so that going through the mistakes resumes there.
    pub fn open(&mut self) {
        self.search.begin();
    }

    /// Draws the dialog; returns whether it stays open.
    pub fn show(&mut self, ctx: &Context, language: Language, ink: ScreenInk, actions: &mut Vec<Action>) -> bool {
        let entries = Entries::of(language);
        let query = &self.search.query;
        let presets: Vec<_> = entries.presets.iter().filter(|(words, _)| words.have(query)).collect();
        let mistakes: Vec<_> = entries.mistakes.iter().filter(|(words, _)| words.have(query)).collect();
        let counts = [presets.len(), mistakes.len()];
        // What was typed may match only in the other tab. A tab opened by hand stays, even if it is empty.
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
                let chosen = self.search.chosen;
                match self.tab {
                    Tab::Presets => rows(ui, &presets, chosen, keys.moved, |ui, (words, preset), is_chosen| {
                        let response = preset_row(ui, preset, words, is_chosen, ink);
                        let is_asked = response.clicked() || is_chosen && (keys.show || keys.difference);
                        (response, is_asked.then_some(Action::Preset(preset.name)))
                    }),
                    Tab::Mistakes => rows(ui, &mistakes, chosen, keys.moved, |ui, (words, mistake), is_chosen| {
                        let keys = is_chosen.then_some(&keys);
                        let (response, [show, difference]) = mistake_row(ui, words, keys, language, ink);
                        let compare = difference.then_some(Action::CompareMistake(mistake.name));
                        (response, compare.or(show.then_some(Action::Mistake(mistake.name))))
                    }),
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

    /// Handles the keys for a list of `count` entries. A button with the keyboard focus keeps its keys.
    fn keys(&mut self, ctx: &Context, count: usize) -> LibraryKeys {
        self.search.limit(count);
        if ctx.memory(|memory| memory.focused().is_some_and(|focused| focused != field_id())) {
            return LibraryKeys::default();
        }
        ctx.input_mut(|input| LibraryKeys {
            moved: self.search.step(input, count),
            // With Shift first, since the other shortcut would match it too.
            difference: input.consume_shortcut(&DIFFERENCE),
            show: input.consume_shortcut(&SHOW),
        })
    }

    /// Draws the tabs, each with its number of matches, and the search field.
    fn head(&mut self, ui: &mut Ui, language: Language, counts: [usize; 2]) {
        ui.horizontal(|ui| {
            let tabs = [(Tab::Presets, "library.presets"), (Tab::Mistakes, "library.mistakes")];
            for ((tab, key), count) in tabs.into_iter().zip(counts) {
                let title = tr!(language, key);
                let response = ui.selectable_label(self.tab == tab, format!("{title} · {count}"));
                response.widget_info(|| WidgetInfo::selected(Role::Tab, true, self.tab == tab, &*title));
                if response.clicked() {
                    self.tab = tab;
                    self.search.begin_again();
                }
            }
            let [hint, name] = ["library.hint", "library.search"].map(|key| tr!(language, key));
            self.is_new |= self.search.field(ui, field_id(), hint, name);
        });
    }
}

fn field_id() -> Id {
    Id::unique("library search")
}

/// Draws one row per entry; returns the action asked for, if any.
fn rows<T>(
    ui: &mut Ui,
    entries: &[&T],
    chosen: usize,
    moved: bool,
    row: impl Fn(&mut Ui, &T, bool) -> (Response, Option<Action>),
) -> Option<Action> {
    let mut asked = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    for (place, entry) in entries.iter().enumerate() {
        let (response, action) = row(ui, entry, place == chosen);
        if place == chosen && moved {
            response.scroll_to_me(None);
        }
        asked = action.or(asked);
    }
    asked
}

/// Draws name and numbers in columns; scheme, note and source below.
fn preset_row(ui: &mut Ui, preset: &Preset, words: &PresetWords, is_chosen: bool, ink: ScreenInk) -> Response {
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
    ring(ui, &response);
    let inner = rect.shrink2(vec2(8.0, 4.0));
    let is_wide = rect.width() >= WIDE;
    let mut right = inner.right();
    let mut number = |text: Option<&str>, width: f32, color: Color32| {
        if let Some(text) = text {
            let galley = fitting(ui.painter(), text, &small_font(), color, f32::INFINITY);
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
    let name = fitting(ui.painter(), preset.name, &title_font(), strong, f32::INFINITY);
    ui.painter().galley(inner.left_top(), name, strong);
    let below = [
        Some(words.scheme.as_str()),
        cycles.filter(|_| !is_wide),
        note,
        Some(preset.source),
    ];
    let below: Vec<&str> = below.into_iter().flatten().collect();
    let below_text = below.join(" · ");
    let below = fitting(ui.painter(), &below_text, &small_font(), weak, inner.width());
    let is_cut = below.elided;
    ui.painter()
        .galley(pos2(inner.left(), inner.bottom() - below.size().y), below, weak);
    if is_cut {
        response.on_hover_text(below_text)
    } else {
        response
    }
}

/// Draws the title and sentence of a mistake; returns whether its table was asked for, and whether
/// the difference that it makes. The chosen row answers to keys too.
fn mistake_row(
    ui: &mut Ui,
    words: &MistakeWords,
    keys: Option<&LibraryKeys>,
    language: Language,
    ink: ScreenInk,
) -> (Response, [bool; 2]) {
    let selection = ui.visuals().selection;
    let (fill, color) = match keys {
        Some(_) => (selection.bg_fill, selection.stroke.color),
        None => (Color32::TRANSPARENT, ink.text),
    };
    let row = Frame::new()
        .inner_margin(Margin::symmetric(8, 5))
        .corner_radius(4.0)
        .fill(fill);
    let [mut show, mut difference] = keys.map_or([false; 2], |keys| [keys.show, keys.difference]);
    let row = row.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(&words.title).font(title_font()).color(color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // From right to left.
                let keys = ["library.difference", "library.difference_named"];
                difference |= button(ui, keys, DIFFERENCE, words, language);
                show |= button(ui, ["library.show", "library.show_named"], SHOW, words, language);
            });
        });
        let look = RichText::new(&words.look).font(small_font()).color(color);
        ui.add(Label::new(look).wrap().selectable(false));
    });
    (row.response, [show, difference])
}

/// Draws a button whose accessible name includes the title of the mistake; returns whether it was clicked.
fn button(
    ui: &mut Ui,
    [key, name_key]: [&str; 2],
    shortcut: KeyboardShortcut,
    words: &MistakeWords,
    language: Language,
) -> bool {
    let name = tr!(language, name_key, title = words.title);
    let response = ui.button(tr!(language, key)).accessible_name(name);
    let keys = ui.ctx().format_shortcut(&shortcut);
    response.on_hover_text(keys).clicked()
}

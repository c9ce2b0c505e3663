//! The one table of commands: what each does, its words, its keys and its place in the menus. The
//! keyboard, the palette, the menus and the list of keys all read it.

use std::sync::LazyLock;

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::action::{Action, Dialog};
use super::pane::Pane;
use crate::code::Programming;
use crate::encoding::{Mistake, Preset, Scheme};
use crate::field::Reduction;
use crate::session::{Change, ColorMap, Ways};
use crate::text::{Language, mistake_title, reduction_name, scheme_name};
use crate::tr;
use crate::view;

/// Something that can be asked for by name or by key.
pub struct Command {
    /// What the command does.
    pub action: Action,
    /// The locale key of its words in the palette.
    words: &'static str,
    /// Its keys. The first is shown; the others produce the same sign on keyboards that need Shift for it.
    pub keys: Vec<KeyboardShortcut>,
    /// Its row in the list of keys, and the locale key of the row's words; commands in one row share them.
    help: Option<(u8, &'static str)>,
    /// Its section of the menus, its place there, and the locale key of its words there; if that is
    /// empty the command is called by its name.
    menu: Option<(Section, u8, &'static str)>,
}

/// A part of a menu between two separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// View, color map: the maps.
    ColorMaps,
    /// View, color map: the direction.
    ColorMapEnd,
    /// View, reduction: what a pixel shows.
    Reductions,
    /// View: how cells, axes and scales are shown.
    Look,
    /// View: which cells are shown.
    Range,
    /// View: the panes.
    Panes,
    /// More, in a narrow window: the palette.
    Palette,
    /// More, sessions: open and save.
    Files,
    /// More, sessions: share as text.
    Sharing,
    /// More: undo and redo.
    Steps,
    /// More, code: the languages.
    Code,
    /// More: light and dark.
    Themes,
    /// More: the size of everything.
    Zoom,
    /// More: keys, and about.
    About,
}

/// Returns every command, in the order of the palette.
pub fn all() -> &'static [Command] {
    static ALL: LazyLock<Vec<Command>> = LazyLock::new(table);
    &ALL
}

fn table() -> Vec<Command> {
    // Some commands exist once per scheme, per colour map or per pane.
    let codes = Programming::ALL
        .iter()
        .map(|&to| command(Action::CopyCode(to), "code.command").named_in(Section::Code));
    let schemes = Scheme::ALL.map(|scheme| command(Action::Scheme(scheme), "command.scheme"));
    let reductions = Reduction::ALL.map(|reduction| {
        command(change(Change::Reduction(reduction)), "command.reduction").named_in(Section::Reductions)
    });
    let maps = ColorMap::ALL
        .map(|map| command(change(Change::ColorMap(map)), "command.color_map").named_in(Section::ColorMaps));
    let panes = Pane::VIEWS.map(|pane| {
        let keys: Vec<_> = pane.key().into_iter().map(bare).collect();
        command(Action::Maximize(Some(pane)), "command.maximize").keys(&keys, 1, "help.maximize")
    });
    // The strips have their own commands, which change the session.
    let is_strip = |name: &str| Ways::ALL.iter().any(|way| way.view() == name);
    let views = view::listed().map(|view| view.name()).filter(|name| !is_strip(name));
    let views = views.map(|name| command(Action::Show(name), "command.show_view"));
    let presets = Preset::all().into_iter();
    let presets = presets.map(|preset| command(Action::Preset(preset.name), "command.preset"));
    let mistakes = Mistake::all().into_iter();
    let mistakes = mistakes.map(|mistake| command(Action::Mistake(mistake.name), "command.mistake"));
    let [first, changes, last] = single();
    let mut table = first;
    table.extend(codes.into_iter().chain(schemes));
    table.extend(changes.into_iter().chain(reductions).chain(maps));
    table.extend(panes.into_iter().chain(last));
    table.extend(views.chain(presets).chain(mistakes));
    table
}

/// Returns the commands that exist once: those before the schemes, those that change how things are
/// shown, and those after the panes.
#[rustfmt::skip]
fn single() -> [Vec<Command>; 3] {
    use Section::{About, ColorMapEnd, Files, Look, Palette, Panes, Range, Sharing, Steps, Themes, Zoom};
    let toggle = |dialog| Action::Toggle(dialog);
    [
        vec![
            command(Action::Undo, "command.undo").key(ctrl(Key::Z), 10).menu(Steps, 1),
            command(Action::Redo, "command.redo").key(ctrl_shift(Key::Z), 11).menu(Steps, 2),
            command(toggle(Dialog::Commands), "toolbar.commands").keys(&[ctrl(Key::K)], 12, "help.commands").menu(Palette, 1),
            command(toggle(Dialog::Export), "command.export").key(ctrl(Key::E), 16),
            command(toggle(Dialog::Library), "command.library").keys(&[ctrl(Key::P)], 13, "library.title"),
            command(toggle(Dialog::Conventions), "command.conventions"),
            command(toggle(Dialog::Numbers), "command.numbers").key(bare(Key::N), 8).menu(Range, 4),
            command(toggle(Dialog::Help), "command.help").keys(&[bare(Key::Questionmark), shift(Key::Slash)], 19, "command.help").menu(About, 1),
            command(toggle(Dialog::About), "command.about").menu(About, 2),
            command(toggle(Dialog::OpenSession), "sessions.command_open").key(ctrl(Key::O), 14).menu(Files, 1),
            command(toggle(Dialog::SaveSession), "sessions.command_save").key(ctrl(Key::S), 15).menu(Files, 2),
            command(Action::ShareSession, "sessions.command_share").menu(Sharing, 1),
            command(Action::PasteSession, "sessions.command_paste").menu(Sharing, 2),
            command(Action::CopyPicture, "command.copy_picture").key(ctrl_shift(Key::C), 17),
        ],
        vec![
            command(change(Change::ToggleRegrouped), "command.regroup").key(bare(Key::G), 3).menu_as(Look, 2, "view.regrouped"),
            command(change(Change::ToggleTransposed), "command.transpose").key(bare(Key::T), 4).menu_as(Look, 1, "view.transposed"),
            command(change(Change::ToggleFromTop), "command.from_top").menu_as(Look, 1, "view.from_top"),
            command(change(Change::ToggleReversed), "command.reverse").menu_as(ColorMapEnd, 1, "view.reversed"),
            command(change(Change::ToggleOwnScales), "command.own_scales").menu_as(Look, 3, "view.own_scales"),
            command(change(Change::Ways(Ways::Three)), "ways.command_three"),
            command(change(Change::Ways(Ways::Strategies)), "ways.command_strategies"),
            command(change(Change::Ways(Ways::Pairs)), "ways.command_pairs"),
            command(change(Change::Ways(Ways::Heads)), "ways.command_heads"),
            command(change(Change::ToggleLogOffsets), "command.log_offsets").menu_as(Look, 4, "view.log_offsets"),
            command(change(Change::ShowAll), "command.show_all").key(bare(Key::F), 5).menu(Range, 1),
            command(change(Change::Closer(1)), "command.closer")
                .keys(&[bare(Key::Plus), bare(Key::Equals), shift(Key::Equals)], 7, "help.closer").menu(Range, 2),
            command(change(Change::Closer(-1)), "command.farther").keys(&[bare(Key::Minus)], 7, "help.closer").menu(Range, 3),
            command(change(Change::Pin(None)), "command.unpin").key(bare(Key::Escape), 9),
            command(Action::ResetParameters, "command.reset_parameters"),
            command(change(Change::ToggleVersus), "ab.command_switch"),
            command(change(Change::Flip), "ab.command_flip").key(bare(Key::X), 6),
            command(change(Change::ToggleLinked), "ab.command_linked"),
            command(change(Change::ToggleAligned), "ab.command_aligned"),
        ],
        vec![
            command(Action::Maximize(None), "command.restore").key(bare(Key::Num0), 2),
            command(Action::ToggleLayoutLock, "command.lock").menu_as(Panes, 1, "view.unlock"),
            command(Action::ResetLayout, "command.reset_layout").menu(Panes, 2),
            command(Action::Language(Language::English), "command.english"),
            command(Action::Language(Language::Chinese), "command.chinese"),
            command(Action::Theme(ThemePreference::System), "command.theme_system").menu(Themes, 1),
            command(Action::Theme(ThemePreference::Light), "command.theme_light").menu(Themes, 2),
            command(Action::Theme(ThemePreference::Dark), "command.theme_dark").menu(Themes, 3),
            command(Action::Zoom(1), "command.zoom_in").keys(&[ctrl(Key::Plus), ctrl(Key::Equals)], 18, "help.zoom").menu(Zoom, 1),
            command(Action::Zoom(-1), "command.zoom_out").keys(&[ctrl(Key::Minus)], 18, "help.zoom").menu(Zoom, 2),
            command(Action::Zoom(0), "command.zoom_reset").keys(&[ctrl(Key::Num0)], 18, "help.zoom").menu(Zoom, 3),
        ],
    ]
}

fn command(action: Action, words: &'static str) -> Command {
    Command {
        action,
        words,
        keys: Vec::new(),
        help: None,
        menu: None,
    }
}

fn change(change: Change) -> Action {
    Action::Change(change)
}

fn bare(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

impl Command {
    /// Adds a key, with its own row in the list of keys.
    fn key(self, key: KeyboardShortcut, row: u8) -> Self {
        let words = self.words;
        self.keys(&[key], row, words)
    }

    /// Adds keys, with other words in the list of keys.
    fn keys(self, keys: &[KeyboardShortcut], row: u8, words: &'static str) -> Self {
        Self {
            keys: keys.to_vec(),
            help: Some((row, words)),
            ..self
        }
    }

    /// Adds a place in the menus.
    fn menu(self, section: Section, place: u8) -> Self {
        let words = self.words;
        self.menu_as(section, place, words)
    }

    /// Adds a place in the menus, with other words there.
    fn menu_as(self, section: Section, place: u8, words: &'static str) -> Self {
        Self {
            menu: Some((section, place, words)),
            ..self
        }
    }

    /// Adds the command to a section of the menus, where it is called by its name alone; commands
    /// of a section stay in the order of the table.
    fn named_in(self, section: Section) -> Self {
        self.menu_as(section, 0, "")
    }

    /// Returns the words of the command in the palette.
    pub fn title(&self, language: Language) -> String {
        tr!(language, self.words, name = self.name(language))
    }

    /// Returns the words of the command in a menu; `None` if it is in no menu.
    pub fn menu_title(&self, language: Language) -> Option<String> {
        let (.., words) = self.menu?;
        Some(match words {
            "" => self.name(language),
            words => tr!(language, words),
        })
    }

    /// Returns the words of the command in the list of keys; `None` if it has no key.
    pub fn help_title(&self, language: Language) -> Option<String> {
        self.help.map(|(_, words)| tr!(language, words))
    }

    /// Returns the name of what the command chooses, such as a scheme; empty for most commands.
    fn name(&self, language: Language) -> String {
        match &self.action {
            Action::CopyCode(to) => to.title().to_owned(),
            Action::Maximize(Some(pane)) => pane.title(language),
            Action::Show(name) => view::title_of(name, language),
            Action::Preset(name) => (*name).to_owned(),
            Action::Mistake(name) => mistake_title(name, language),
            Action::Scheme(scheme) => scheme_name(*scheme, language),
            Action::Change(Change::Reduction(reduction)) => reduction_name(*reduction, language),
            Action::Change(Change::ColorMap(map)) => map.name().to_owned(),
            _ => String::new(),
        }
    }

    /// Returns the first key as a person writes it, such as `Ctrl+Z` or `?`; empty if there is none.
    pub fn key_text(&self, ctx: &Context) -> String {
        let first = self.keys.first();
        let text = first.map_or_else(String::new, |key| ctx.format_shortcut(key));
        // egui spells out the names of these signs.
        [("Questionmark", "?"), ("Plus", "+"), ("Minus", "−")]
            .into_iter()
            .fold(text, |text, (name, sign)| text.replace(name, sign))
    }
}

/// Returns the key of an action as a person writes it; empty if it has none.
pub fn key_text(ctx: &Context, action: &Action) -> String {
    let command = all().iter().find(|command| command.action == *action);
    command.map(|command| command.key_text(ctx)).unwrap_or_default()
}

/// Returns the commands of a section of the menus, in menu order.
pub fn in_menu(section: Section) -> Vec<&'static Command> {
    let is_in = |command: &&Command| command.menu.is_some_and(|(own, ..)| own == section);
    let mut commands: Vec<&Command> = all().iter().filter(is_in).collect();
    commands.sort_by_key(|command| command.menu.map(|(_, place, _)| place));
    commands
}

/// Returns the rows of the list of keys: the keys, and what they do.
pub fn key_rows(ctx: &Context, language: Language) -> Vec<(String, String)> {
    let mut commands: Vec<&Command> = all().iter().filter(|command| command.help.is_some()).collect();
    commands.sort_by_key(|command| command.help.map(|(row, _)| row));
    let rows = commands.chunk_by(|one, next| one.help == next.help);
    rows.map(|row| {
        let keys: Vec<String> = row.iter().map(|command| command.key_text(ctx)).collect();
        (keys.join(" "), row[0].help_title(language).unwrap_or_default())
    })
    .collect()
}

/// Returns the commands whose title contains every word of the query, with their titles, in the
/// order of the table; the palette does not list itself.
pub fn matching(query: &str, language: Language) -> Vec<(&'static Command, String)> {
    let query = query.to_lowercase();
    let is_listed = |command: &&Command| command.action != Action::Toggle(Dialog::Commands);
    let listed = all().iter().filter(is_listed);
    let mut titled: Vec<_> = listed.map(|command| (command, command.title(language))).collect();
    titled.retain(|(_, title)| {
        let title = title.to_lowercase();
        query.split_whitespace().all(|word| title.contains(word))
    });
    titled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_query_counts() {
        let titles = |query| -> Vec<String> {
            let found = matching(query, Language::English).into_iter();
            found.map(|(_, title)| title).collect()
        };
        assert!(titles("viridis").iter().all(|title| title.contains("viridis")));
        assert_eq!(titles("viridis").len(), 1);
        assert!(titles("no such thing").is_empty());
        assert!(titles("").len() > 30);
    }
}

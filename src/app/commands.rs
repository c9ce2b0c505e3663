//! The command palette: every command by name, and its key.

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::action::{Action, Dialog};
use super::pane::Pane;
use super::session_menu;
use crate::code::Programming;
use crate::encoding::{Mistake, Preset, Scheme};
use crate::field::Reduction;
use crate::session::{Change, ColorMap, Ways};
use crate::text::{Language, MistakeWords, reduction_name, scheme_name};
use crate::tr;

/// Something that can be asked for by name or by key.
pub struct Command {
    /// What it does.
    pub action: Action,
    /// How it is called.
    pub title: String,
}

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// The key of an action. One list for the keyboard, the palette and the help.
#[must_use]
pub fn key_of(action: &Action) -> Option<KeyboardShortcut> {
    let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
    let ctrl = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
    match action {
        Action::Undo => ctrl(Key::Z),
        Action::Redo => Some(KeyboardShortcut::new(CTRL_SHIFT, Key::Z)),
        Action::Toggle(Dialog::Commands) => ctrl(Key::K),
        Action::Toggle(Dialog::Library) => ctrl(Key::P),
        Action::Toggle(Dialog::Export) => ctrl(Key::E),
        Action::Toggle(Dialog::OpenSession) => ctrl(Key::O),
        Action::Toggle(Dialog::SaveSession) => ctrl(Key::S),
        Action::Toggle(Dialog::Help) => Some(KeyboardShortcut::new(Modifiers::NONE, Key::Questionmark)),
        Action::CopyPicture => Some(KeyboardShortcut::new(CTRL_SHIFT, Key::C)),
        Action::Change(Change::ToggleRegrouped) => plain(Key::G),
        Action::Change(Change::ToggleTransposed) => plain(Key::T),
        Action::Change(Change::ShowAll) => plain(Key::F),
        Action::Change(Change::Flip) => plain(Key::X),
        Action::Toggle(Dialog::Numbers) => plain(Key::N),
        Action::Change(Change::Pin(None)) => plain(Key::Escape),
        Action::Maximize(Some(Pane::Heatmap)) => plain(Key::Num1),
        Action::Maximize(Some(Pane::NearFar)) => plain(Key::Num2),
        Action::Maximize(Some(Pane::Bands)) => plain(Key::Num3),
        Action::Maximize(Some(Pane::ThreeWays)) => plain(Key::Num4),
        Action::Maximize(None) => plain(Key::Num0),
        Action::Change(Change::Closer(1)) => plain(Key::Plus),
        Action::Change(Change::Closer(-1)) => plain(Key::Minus),
        Action::Zoom(1) => ctrl(Key::Plus),
        Action::Zoom(-1) => ctrl(Key::Minus),
        Action::Zoom(0) => ctrl(Key::Num0),
        _ => None,
    }
}

/// The key of an action as a person writes it, such as `Ctrl+Z` or `?`; empty
/// without a key.
#[must_use]
pub fn key_text(ctx: &Context, action: &Action) -> String {
    let text = key_of(action).map(|key| ctx.format_shortcut(&key)).unwrap_or_default();
    // Where a sign is on the keyboard, egui gives its name.
    [("Questionmark", "?"), ("Plus", "+"), ("Minus", "−")]
        .into_iter()
        .fold(text, |text, (name, sign)| text.replace(name, sign))
}

/// Every command, in the order in which the palette lists them.
#[must_use]
pub fn all(language: Language) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut add = |action: Action, title: String| commands.push(Command { action, title });
    let dialogs = [
        (Dialog::Export, "command.export"),
        (Dialog::Library, "command.library"),
        (Dialog::Conventions, "command.conventions"),
        (Dialog::Numbers, "command.numbers"),
        (Dialog::Help, "command.help"),
        (Dialog::About, "command.about"),
    ];
    add(Action::Undo, tr!(language, "command.undo").into_owned());
    add(Action::Redo, tr!(language, "command.redo").into_owned());
    for (dialog, key) in dialogs {
        add(Action::Toggle(dialog), tr!(language, key).into_owned());
    }
    for (key, action) in session_menu::COMMANDS {
        add(action, tr!(language, key).into_owned());
    }
    add(Action::CopyPicture, tr!(language, "command.copy_picture").into_owned());
    for programming in Programming::ALL {
        add(
            Action::CopyCode(programming),
            tr!(language, "code.command", language = programming.title()).into_owned(),
        );
    }
    for scheme in Scheme::ALL {
        let name = scheme_name(scheme, language);
        add(
            Action::Change(Change::Scheme(scheme)),
            tr!(language, "command.scheme", name = name).into_owned(),
        );
    }
    let changes = [
        (Change::ToggleRegrouped, "command.regroup"),
        (Change::ToggleTransposed, "command.transpose"),
        (Change::ToggleReversed, "command.reverse"),
        (Change::ToggleOwnScales, "command.own_scales"),
        (Change::Ways(Ways::Three), "ways.command_three"),
        (Change::Ways(Ways::Strategies), "ways.command_strategies"),
        (Change::Ways(Ways::Pairs), "ways.command_pairs"),
        (Change::ToggleLogOffsets, "command.log_offsets"),
        (Change::ShowAll, "command.show_all"),
        (Change::Closer(1), "command.closer"),
        (Change::Closer(-1), "command.farther"),
        (Change::Pin(None), "command.unpin"),
        (Change::ResetParameters, "command.reset_parameters"),
        (Change::ToggleVersus, "ab.command_switch"),
        (Change::Flip, "ab.command_flip"),
        (Change::ToggleLinked, "ab.command_linked"),
        (Change::ToggleAligned, "ab.command_aligned"),
    ];
    for (change, key) in changes {
        add(Action::Change(change), tr!(language, key).into_owned());
    }
    for reduction in Reduction::ALL {
        let name = reduction_name(reduction, language);
        add(
            Action::Change(Change::Reduction(reduction)),
            tr!(language, "command.reduction", name = name).into_owned(),
        );
    }
    for map in ColorMap::ALL {
        add(
            Action::Change(Change::ColorMap(map)),
            tr!(language, "command.color_map", name = map.name()).into_owned(),
        );
    }
    for pane in Pane::VIEWS {
        let title = tr!(language, "command.maximize", name = pane.title(language));
        add(Action::Maximize(Some(pane)), title.into_owned());
    }
    add(Action::Maximize(None), tr!(language, "command.restore").into_owned());
    add(Action::ToggleLayoutLock, tr!(language, "command.lock").into_owned());
    add(Action::ResetLayout, tr!(language, "command.reset_layout").into_owned());
    for (language_to, key) in [
        (Language::English, "command.english"),
        (Language::Chinese, "command.chinese"),
    ] {
        add(Action::Language(language_to), tr!(language, key).into_owned());
    }
    for (theme, key) in THEMES {
        add(Action::Theme(theme), tr!(language, key).into_owned());
    }
    for (steps, key) in [
        (1, "command.zoom_in"),
        (-1, "command.zoom_out"),
        (0, "command.zoom_reset"),
    ] {
        add(Action::Zoom(steps), tr!(language, key).into_owned());
    }
    for preset in Preset::all() {
        let title = tr!(language, "command.preset", name = preset.name);
        add(Action::Change(Change::Spec(Box::new(preset.spec))), title.into_owned());
    }
    for mistake in Mistake::all() {
        let words = MistakeWords::new(&mistake, language);
        let title = tr!(language, "command.mistake", title = words.title);
        add(Action::Change(Change::Spec(Box::new(mistake.spec))), title.into_owned());
    }
    commands
}

/// The themes and the names of their commands.
pub const THEMES: [(ThemePreference, &str); 3] = [
    (ThemePreference::System, "command.theme_system"),
    (ThemePreference::Light, "command.theme_light"),
    (ThemePreference::Dark, "command.theme_dark"),
];

/// The commands whose title has every word of the query, in their order.
#[must_use]
pub fn matching(query: &str, language: Language) -> Vec<Command> {
    let query = query.to_lowercase();
    let mut commands = all(language);
    commands.retain(|command| {
        let title = command.title.to_lowercase();
        query.split_whitespace().all(|word| title.contains(word))
    });
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key_or_a_title() {
        for language in Language::ALL {
            let commands = all(language);
            for (i, one) in commands.iter().enumerate() {
                for other in &commands[i + 1..] {
                    assert!(
                        key_of(&one.action).is_none() || key_of(&one.action) != key_of(&other.action),
                        "{} and {}",
                        one.title,
                        other.title
                    );
                    assert_ne!(one.title, other.title);
                }
            }
        }
    }

    #[test]
    fn every_word_of_the_query_counts() {
        let titles = |query| {
            matching(query, Language::English)
                .into_iter()
                .map(|command| command.title)
                .collect::<Vec<_>>()
        };
        assert!(titles("viridis").iter().all(|title| title.contains("viridis")));
        assert_eq!(titles("viridis").len(), 1);
        assert!(titles("no such thing").is_empty());
        assert!(titles("").len() > 30);
    }
}

//! What a click asks for. Views and controls only ask; actions are done once, after everything is drawn.

use std::path::PathBuf;

use eframe::egui::ThemePreference;

use crate::code::Programming;
use crate::encoding::Scheme;
use crate::session::Change;
use crate::text::Language;

use super::pane::Pane;

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Change the session.
    Change(Change),
    /// Choose another scheme.
    Scheme(Scheme),
    /// Put the parameters and settings back to their defaults.
    ResetParameters,
    /// Show the preset with this name.
    Preset(&'static str),
    /// Show the mistake with this name.
    Mistake(&'static str),
    /// Show the mistake with this name beside the correct table.
    CompareMistake(&'static str),
    /// Go back one step.
    Undo,
    /// Go forward one step.
    Redo,
    /// Switch to another language.
    Language(Language),
    /// Use the light theme, the dark one, or the system's.
    Theme(ThemePreference),
    /// Make everything larger or smaller by this many steps; 0 returns to 100 %.
    Zoom(i8),
    /// Show one pane alone; `None` shows all panes again.
    Maximize(Option<Pane>),
    /// Show a view in a tab of a pane.
    Show(&'static str),
    /// Unlock the panes so that they can be dragged, or lock them.
    ToggleLayoutLock,
    /// Restore the first arrangement of the panes.
    ResetLayout,
    /// Open or close a dialog.
    Toggle(Dialog),
    /// Open the session in a file.
    OpenFile(PathBuf),
    /// Open the session in a pasted text.
    OpenText(String),
    /// Put the session on the clipboard as a short text.
    ShareSession,
    /// Open the session that is on the clipboard.
    PasteSession,
    /// Put a text on the clipboard.
    CopyText(String),
    /// Put the code that makes the table in front on the clipboard.
    CopyCode(Programming),
    /// Put the picture of the heatmap on the clipboard.
    CopyPicture,
    /// Cancel the export that is under way.
    CancelExport,
    /// Close the notice.
    DismissNotice,
}

/// The dialogs and drawers within the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialog {
    /// The drawer with the settings of this scheme.
    Conventions,
    /// The command palette: every command, by name.
    Commands,
    /// The library of presets and mistakes.
    Library,
    /// The export dialog for pictures and tables.
    Export,
    /// The dialog that opens a session from a file or from a shared text.
    OpenSession,
    /// The dialog that saves the session to a file.
    SaveSession,
    /// The cells around the pin, as numbers.
    Numbers,
    /// The list of keys.
    Help,
    /// About the program.
    About,
}

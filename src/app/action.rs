//! What a click asks for. Views and controls only ask; it is done once, after
//! they are drawn.

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
    /// Put the parameters and the settings back to those of the first start.
    ResetParameters,
    /// Show the preset of this name.
    Preset(&'static str),
    /// Show the mistake of this name.
    Mistake(&'static str),
    /// Show the mistake of this name beside the right table.
    CompareMistake(&'static str),
    /// Go back a step.
    Undo,
    /// Go forward a step.
    Redo,
    /// Speak another language.
    Language(Language),
    /// Light, dark, or as the system has it.
    Theme(ThemePreference),
    /// Make everything larger or smaller by so many steps; 0 is back to 100 %.
    Zoom(i8),
    /// Show one pane alone; none shows all again.
    Maximize(Option<Pane>),
    /// Shows a view, in a tab of a pane.
    Show(&'static str),
    /// Let panes be dragged, or hold them.
    ToggleLayoutLock,
    /// Put the panes back.
    ResetLayout,
    /// Open or close a dialog.
    Toggle(Dialog),
    /// Open the session in a file.
    OpenFile(PathBuf),
    /// Open the session in a text that was pasted.
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
    /// Give up the export that is under way.
    CancelExport,
    /// Close the notice.
    DismissNotice,
}

/// The windows within the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialog {
    /// The settings of this scheme.
    Conventions,
    /// Every command, by name.
    Commands,
    /// Presets and mistakes.
    Library,
    /// Pictures and tables to keep.
    Export,
    /// A session from a file or from a shared text.
    OpenSession,
    /// The session into a file.
    SaveSession,
    /// The cells around the pin as numbers.
    Numbers,
    /// Keys.
    Help,
    /// What this is.
    About,
}

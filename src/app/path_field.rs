//! The path field, with a button for the system's own file dialog.

use std::path::{Path, PathBuf};

use eframe::egui::{Label, Response, RichText, TextEdit, Ui};

use super::asked::{Answer, Asked};
use super::fonts::{boxed, drawable};
use crate::file;
use crate::text::Language;
use crate::tr;

/// A path that is typed or chosen.
#[derive(Default)]
pub struct PathField {
    /// The text of the field.
    pub text: String,
    /// The system's dialog, while it is open.
    pub asked: Option<Asked>,
    /// The last text that was looked up, and whether its file exists.
    exists: Option<(String, bool)>,
}

impl PathField {
    /// Returns a field with initial text.
    pub fn with(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// Draws the field and the button; returns the field's response and whether to open the system's dialog.
    pub fn show(&mut self, ui: &mut Ui, name: &str, language: Language) -> (Response, bool) {
        let mut layouter = boxed;
        let edit = TextEdit::singleline(&mut self.text)
            .desired_width((ui.available_width() - 90.0).max(80.0))
            .layouter(&mut layouter);
        let response = ui.add(edit).accessible_name(name);
        let browse = ui.button(tr!(language, "export.browse")).clicked();
        (response, browse && self.asked.is_none())
    }

    /// Shows the path with undrawable characters as code points, if it has any.
    pub fn spelled(&self, ui: &mut Ui) {
        let spelled = drawable(ui.ctx(), &self.text);
        if spelled != self.text {
            ui.add(Label::new(RichText::new(spelled).weak()).wrap());
        }
    }

    /// Takes over the path that was chosen in the system's dialog. Returns whether the system has none.
    pub fn has_no_dialog(&mut self) -> bool {
        let Some(answer) = self.asked.as_ref().map(Asked::answer) else {
            return false;
        };
        if !matches!(answer, Answer::Waiting) {
            self.asked = None;
        }
        let has_none = matches!(answer, Answer::NoDialog);
        if let Answer::Path(path) = answer {
            self.text = path.to_string_lossy().into_owned();
        }
        has_none
    }

    /// Returns whether the file exists; it is looked up when the text has changed.
    pub fn is_there(&mut self, endings: &[&str]) -> bool {
        match &self.exists {
            Some((known, is_there)) if *known == self.text => *is_there,
            _ => {
                let is_there = file::exists(&self.path(endings));
                self.exists = Some((self.text.clone(), is_there));
                is_there
            }
        }
    }

    /// Makes the next call of [`Self::is_there`] look the file up again.
    pub fn look_again(&mut self) {
        self.exists = None;
    }

    /// Returns the typed path, with the first of these extensions added if it has none of them.
    pub fn path(&self, endings: &[&str]) -> PathBuf {
        let path = file::expand_home(self.text.trim());
        if has_ending(&path, endings) {
            path
        } else {
            path.with_added_extension(endings[0])
        }
    }
}

/// Returns whether a path has one of these extensions, ignoring case.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let given = path.extension().unwrap_or_default();
    endings.iter().any(|ending| given.eq_ignore_ascii_case(ending))
}

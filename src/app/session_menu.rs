//! The menu of sessions: open, save, recent files, share.

use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::{Button, Role, Ui, WidgetInfo};

use super::action::Action;
use super::commands::Section;
use super::fonts::drawable;
use super::menu::{self, MenuMark};
use crate::file;
use crate::text::Language;
use crate::tr;

/// How long the answer to whether a file exists is trusted.
const BELIEVED: Duration = Duration::from_secs(2);

/// The most characters shown of a file's name and of its folder's name.
const SHOWN: [usize; 2] = [40, 24];

/// Which of the recent files exist.
#[derive(Default)]
pub struct Recent {
    looked_for: Option<(Instant, Vec<String>, Vec<bool>)>,
}

impl Recent {
    /// Returns whether each of the files exists.
    fn are_there(&mut self, files: &[String]) -> &[bool] {
        let is_fresh =
            |(since, known, _): &(Instant, Vec<String>, Vec<bool>)| since.elapsed() < BELIEVED && known == files;
        if !self.looked_for.as_ref().is_some_and(is_fresh) {
            let there = files.iter().map(|path| file::exists(Path::new(path))).collect();
            self.looked_for = Some((Instant::now(), files.to_vec(), there));
        }
        self.looked_for.as_ref().map_or(&[], |(_, _, there)| there)
    }

    /// Draws the menu.
    pub fn menu(&mut self, ui: &mut Ui, files: &[String], language: Language, actions: &mut Vec<Action>) {
        ui.menu_button(tr!(language, "sessions.menu"), |ui| {
            menu::section(ui, Section::Files, language, |_| MenuMark::Item(true), actions);
            ui.add_enabled_ui(!files.is_empty(), |ui| {
                ui.menu_button(tr!(language, "sessions.recent"), |ui| {
                    let there = self.are_there(files);
                    for (path, &is_there) in files.iter().zip(there) {
                        entry(ui, path, is_there, language, actions);
                    }
                });
            });
            ui.separator();
            menu::section(ui, Section::Sharing, language, |_| MenuMark::Item(true), actions);
        });
    }
}

/// Draws an entry for a recent file; one that is gone is shown but cannot be chosen.
fn entry(ui: &mut Ui, path: &str, is_there: bool, language: Language, actions: &mut Vec<Action>) {
    let [name, folder] = [
        Path::new(path).file_name(),
        Path::new(path).parent().and_then(Path::file_name),
    ]
    .map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
    let [name, folder] =
        [(name, SHOWN[0]), (folder, SHOWN[1])].map(|(part, most)| drawable(ui.ctx(), &shortened(&part, most)));
    let response = ui.add_enabled(is_there, Button::new(name).shortcut_text(folder));
    let spelled = drawable(ui.ctx(), path);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_there, &*spelled));
    let gone = tr!(language, "sessions.gone", path = spelled);
    if response.on_hover_text(&*spelled).on_disabled_hover_text(gone).clicked() {
        actions.push(Action::OpenFile(path.into()));
        ui.close();
    }
}

/// Returns a text of at most `most` characters, its middle replaced by an ellipsis.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = most / 2;
    let head = text.chars().take(half);
    head.chain(['…']).chain(text.chars().skip(count - half + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_ending() {
        assert_eq!(shortened("a.poscope", 40), "a.poscope");
        assert_eq!(
            shortened(&format!("{}.png", "位".repeat(50)), 12),
            "位位位位位位…位.png"
        );
    }
}

//! A search in a list: the query, and the entry chosen with the arrow keys.

use eframe::egui::{Id, InputState, Key, Modifiers, TextEdit, Ui};

/// The query, and the index of the chosen entry among the matches.
#[derive(Default)]
pub struct Search {
    /// The text of the query.
    pub query: String,
    /// The index of the chosen entry.
    pub chosen: usize,
    /// Whether the field takes the keyboard focus in the next frame.
    focus: bool,
}

impl Search {
    /// Begins a new search.
    pub fn begin(&mut self) {
        self.query.clear();
        self.begin_again();
    }

    /// Returns to the first entry and gives the field the keyboard focus.
    pub fn begin_again(&mut self) {
        (self.chosen, self.focus) = (0, true);
    }

    /// Limits the choice to the first `count` entries.
    pub fn limit(&mut self, count: usize) {
        self.chosen = self.chosen.min(count.saturating_sub(1));
    }

    /// Moves the choice among `count` entries with the arrow keys; returns whether one was pressed.
    pub fn step(&mut self, input: &mut InputState, count: usize) -> bool {
        let [down, up] = [Key::ArrowDown, Key::ArrowUp].map(|key| input.consume_key(Modifiers::NONE, key));
        self.chosen += usize::from(down);
        self.limit(count);
        self.chosen = self.chosen.saturating_sub(usize::from(up));
        down || up
    }

    /// Draws the field; returns whether the query has changed.
    pub fn field(&mut self, ui: &mut Ui, id: Id, hint: String, name: String) -> bool {
        let edit = TextEdit::singleline(&mut self.query)
            .id(id)
            .hint_text(hint)
            .desired_width(f32::INFINITY);
        let response = ui.add(edit).accessible_name(name);
        if std::mem::take(&mut self.focus) {
            response.request_focus();
        }
        if response.changed() {
            self.chosen = 0;
        }
        response.changed()
    }
}

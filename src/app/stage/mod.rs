//! The stage: draws blocks with egui and reads the pointer. It names no view and no scheme: what is
//! hovered, held, panned and zoomed follows from what the axes measure.
//!
//! | file | what it knows |
//! |---|---|
//! | `arrange` | where the panels of a block stand in a pane |
//! | `along` | mapping between an axis and the screen |
//! | `panel` | one panel: its layers in order, its pointer |
//! | `cells` | cells as a texture, with the progress of their work |
//! | `texture` | rasters as textures |
//! | `lines` | curves, points and rings |
//! | `marks` | the cursor, what is held, stretches and lines across |
//! | `axes` | ticks, names, words beside a plot, the colour bar |
//! | `head` | the line above a plot |
//! | `gestures` | panning, zooming, boxes |
//! | `controls` | the title line of a pane and the lines below |
//! | `map` | the window onto the table, as a small map |
//! | `letters` | the width of words |

mod along;
mod arrange;
mod axes;
mod cells;
mod controls;
mod gestures;
mod head;
pub mod letters;
mod lines;
mod map;
mod marks;
mod panel;
pub mod texture;

use eframe::egui::{self, Color32, Label, Rect, RichText, Ui, UiBuilder, pos2, vec2};

use super::action::Action;
use super::desk::Desk;
use super::ink::ScreenInk;
use crate::field::{Key, Reduction};
use crate::plot::cursor::{Cursor, Held};
use crate::plot::{Block, Refusal, Tone};
use crate::session::Change;
use crate::view::Subject;
pub use arrange::is_small;

use arrange::Arranged;
use texture::Textures;

/// What a frame has found: what is under the pointer, and what a pixel stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// The place under the pointer.
    pub cursor: Option<Cursor>,
    /// Positions and dimensions per pixel of the table.
    pub per_pixel: Option<[f64; 2]>,
}

/// What a pane is drawn with, and what it asks for.
pub struct Stage<'a> {
    /// The subject of all views.
    pub subject: &'a Subject,
    /// The colours.
    pub ink: ScreenInk,
    /// The name of the view that is drawn.
    pub view: &'static str,
    /// The number of the pane in which it is drawn.
    pub place: u64,
    /// The desk that answers its queries.
    pub desk: &'a mut Desk,
    /// The textures of its cells.
    pub textures: &'a mut Textures,
    /// What has been found in this frame.
    pub seen: &'a mut Seen,
    /// The actions that clicks ask for.
    pub actions: &'a mut Vec<Action>,
}

impl Stage<'_> {
    /// Draws what a view shows, or why it shows nothing. `left` is where the free part of its title line begins.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, left: f32, described: Result<Block, Refusal>) {
        let below = Rect::from_min_max(area.min + vec2(8.0, 26.0), area.max - vec2(8.0, 4.0));
        match described {
            Ok(block) => self.block(ui, area, left, below, block),
            Err(refusal) => self.refuse(ui, below, &refusal),
        }
    }

    fn block(&mut self, ui: &mut Ui, area: Rect, left: f32, below: Rect, mut block: Block) {
        let alone = arrange::alone(ui, below.width(), &block, self);
        // The lines are about all panels; the one in front, if shown alone, leaves no room for them.
        let has_lines = alone.is_none_or(|alone| alone.is_chosen);
        let lines = if has_lines {
            std::mem::take(&mut block.below)
        } else {
            Vec::new()
        };
        let height = controls::height(&lines);
        let words = Rect::from_min_max(pos2(below.left(), below.bottom() - height), below.max);
        let above = if block.above.is_empty() { 0.0 } else { 17.0 };
        let body = Rect::from_min_max(below.min + vec2(0.0, above), pos2(below.right(), words.top()));
        let arranged = arrange::arrange(ui, body, &mut block, alone);
        let block = &block;
        let line = Rect::from_min_max(
            pos2(left, area.top() + 2.0),
            pos2(area.right() - 8.0, area.top() + 24.0),
        );
        let per_pixel = arranged.per_pixel(ui);
        let used = self.controls(ui, line, block, alone, per_pixel);
        let seen = self.panels(ui, &arranged, block);
        self.remark(ui, line.with_min_x(used), block, per_pixel, seen);
        if !block.above.is_empty() {
            self.words_above(ui, Rect::from_min_size(below.min, vec2(below.width(), above)), block);
        }
        self.lines_below(ui, words, &lines);
    }

    /// Draws the panels; returns the reduction of the first panel's picture, and whether that is exact.
    fn panels(&mut self, ui: &mut Ui, arranged: &Arranged, block: &Block) -> (Reduction, bool) {
        let mut first = None;
        for (panel, plot) in &arranged.panels {
            let shown = self.panel(ui, panel, *plot, arranged, block);
            first.get_or_insert(shown);
        }
        first.unwrap_or((Reduction::Mean, true))
    }

    /// Says why there is nothing to show, with a button that mends it.
    fn refuse(&mut self, ui: &mut Ui, area: Rect, refusal: &Refusal) {
        let mut inner = ui.new_child(UiBuilder::new().max_rect(area.shrink(6.0)));
        inner.add(Label::new(RichText::new(&refusal.words).color(self.ink.text)).wrap());
        if let Some((words, change)) = refusal.mend.as_deref() {
            let button = egui::Button::new(words).wrap_mode(egui::TextWrapMode::Wrap);
            if inner.add(button).clicked() {
                self.change(change.clone());
            }
        }
    }

    /// Asks for a change of the session.
    fn change(&mut self, change: Change) {
        self.actions.push(Action::Change(change));
    }

    /// Returns the key of a part of this pane.
    fn key(&self, part: String) -> Key {
        Key {
            place: self.place,
            ..Key::new(self.view, part)
        }
    }

    /// Returns what is held.
    fn held(&self) -> Held {
        Held::of(self.subject)
    }

    /// Returns the colour of a tone.
    fn tone(&self, tone: Tone) -> Color32 {
        self.ink.tone(tone)
    }
}

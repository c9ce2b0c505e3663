//! The status bar: one live sentence about the encoding, and notices.

use eframe::egui::{self, Label, Response, RichText, Ui};

use super::action::Action;
use super::fonts::drawable;
use super::ink::ScreenInk;
use crate::analysis::{finished_cycles, overflow};
use crate::encoding::learned::{DEVIATION, LearnedTable, USUAL};
use crate::encoding::rope::{Pairs, Scaling};
use crate::encoding::{Encoding, Mistake, Scheme, SchemeKind};
use crate::text::{Language, MistakeWords, count, overflow_words, significant};
use crate::tr;
use crate::view::drawn_words;

/// What the status bar shows.
pub struct Status<'a> {
    /// The encoding that the sentence is about.
    pub encoding: &'a Encoding,
    /// Positions and dimensions per pixel of the table in the last frame.
    pub per_pixel: Option<[f64; 2]>,
    /// The progress of an export while its dialog is closed.
    pub export: Option<f32>,
    /// Something that happened, until it is closed.
    pub notice: Option<String>,
}

impl Status<'_> {
    /// Draws the status bar.
    pub fn show(&self, ui: &mut Ui, language: Language, ink: ScreenInk, actions: &mut Vec<Action>) {
        if let Some(notice) = &self.notice {
            line(ui, |ui| {
                if ui.button(tr!(language, "notice.close")).clicked() {
                    actions.push(Action::DismissNotice);
                }
                rest(ui, RichText::new(drawable(ui.ctx(), notice)).color(ink.text), None);
            });
        }
        if let Some(fraction) = self.export {
            ui.horizontal(|ui| {
                ui.label(tr!(language, "export.under_way"));
                ui.add(egui::ProgressBar::new(fraction).desired_width(160.0));
                if ui.button(tr!(language, "work.cancel")).clicked() {
                    actions.push(Action::CancelExport);
                }
            });
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        }
        if let Some(mistake) = Mistake::making(self.encoding.spec()) {
            let MistakeWords { title, look, .. } = MistakeWords::new(&mistake, language);
            let caption = tr!(language, "library.caption", title, look);
            ui.add(Label::new(RichText::new(caption).color(ink.text)).wrap());
        }
        let sentence = sentence(self.encoding, language);
        // That numbers are drawn comes first: the end of the line may be cut off.
        let words = [drawn_words(self.encoding, language), Some(sentence)];
        let words: Vec<String> = words.into_iter().flatten().filter(|words| !words.is_empty()).collect();
        let words = words.join(" · ");
        let words = RichText::new(words).color(ink.text);
        let hint = sentence_hint(self.encoding, language);
        let mixes = |per_pixel: &[f64; 2]| per_pixel.iter().any(|&cells| cells > 1.0);
        let Some([positions, dimensions]) = self.per_pixel.filter(mixes) else {
            explained(ui.add(Label::new(words).wrap()), hint);
            return;
        };
        let key = match self.encoding.kind() {
            SchemeKind::Added | SchemeKind::Rotation => "status.pixel",
            SchemeKind::Bias => "status.pixel_bias",
        };
        let [positions, dimensions] = [positions, dimensions].map(|cells| significant(cells, 3));
        let pixel = tr!(language, key, positions, dimensions);
        line(ui, |ui| {
            ui.label(RichText::new(pixel).color(ink.weak));
            rest(ui, words, hint);
        });
    }
}

/// Draws a line that is filled from its right end.
fn line(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), add));
}

/// Draws words into the rest of such a line, from its left end, truncated if they are longer.
fn rest(ui: &mut Ui, words: RichText, hint: Option<String>) {
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        explained(ui.add(Label::new(words).truncate()), hint);
    });
}

fn explained(response: Response, hint: Option<String>) {
    if let Some(hint) = hint {
        response.on_hover_text(hint);
    }
}

/// Returns what the words of the sentence mean, if they need an explanation.
fn sentence_hint(encoding: &Encoding, language: Language) -> Option<String> {
    let counts_cycles = matches!(encoding.spec().scheme, Scheme::Sinusoidal | Scheme::Rope) && encoding.pairs() > 0;
    counts_cycles.then(|| tr!(language, "sentence.cycle_hint"))
}

/// Returns one sentence that is true of this encoding, with its numbers.
pub fn sentence(encoding: &Encoding, language: Language) -> String {
    let spec = encoding.spec();
    let length = count(spec.max_len);
    if let Some(overflow) = overflow(encoding) {
        return overflow_words(overflow, language);
    }
    match spec.scheme {
        Scheme::Index => tr!(language, "sentence.index", last = count(spec.max_len - 1)),
        Scheme::Normalized => {
            let step = significant(encoding.value(1, 0).unwrap_or(0.0), 3);
            tr!(language, "sentence.normalized", length, step)
        }
        Scheme::Binary => {
            let needed = usize::BITS - (spec.max_len - 1).leading_zeros();
            let columns = count(spec.d_model);
            if spec.d_model >= needed as usize {
                tr!(language, "sentence.binary_unique", columns, length)
            } else {
                tr!(
                    language,
                    "sentence.binary_repeats",
                    columns,
                    codes = count(1 << spec.d_model),
                    length
                )
            }
        }
        Scheme::Rope => rotation(encoding, language),
        Scheme::Sinusoidal if encoding.pairs() > 0 => cycles(encoding, language),
        Scheme::Sinusoidal if encoding.frequency(0).is_none() => tr!(language, "sentence.zeros"),
        Scheme::Sinusoidal => tr!(language, "sentence.single_sine"),
        Scheme::Learned => learned(spec.learned.table, language),
        // Each remaining scheme has its own sentence.
        scheme => tr!(language, format!("sentence.{}", scheme.name())),
    }
}

/// Returns the sentence of a learned table: what it is, and where its colours end.
fn learned(table: LearnedTable, language: Language) -> String {
    let limit = significant(USUAL, 3);
    match table {
        LearnedTable::MiniLm => tr!(language, "sentence.learned", limit),
        LearnedTable::Untrained => {
            let deviations = significant(USUAL / DEVIATION, 3);
            tr!(language, "sentence.untrained", limit, deviations)
        }
    }
}

/// Returns the sentence on how many pairs finish a cycle.
fn cycles(encoding: &Encoding, language: Language) -> String {
    finished_cycles(encoding).map_or_else(String::new, |cycles| {
        tr!(
            language,
            "sentence.sinusoidal",
            finished = count(cycles.finished),
            pairs = count(cycles.pairs),
            length = count(encoding.max_len())
        )
    })
}

/// Returns the sentence of a rotary encoding: finished cycles, and what its scaling does to the pairs.
fn rotation(encoding: &Encoding, language: Language) -> String {
    let cycles = cycles(encoding, language);
    let spec = encoding.spec();
    match Pairs::new(spec) {
        Ok(pairs) if spec.rope.scaling != Scaling::None => {
            let [kept, mixed, divided] = pairs.counts().map(count);
            let words = tr!(language, "sentence.scaling", kept, mixed, divided);
            format!("{cycles} · {words}")
        }
        _ => cycles,
    }
}

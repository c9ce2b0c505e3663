//! The articles' three ways to number positions: index, normalized and sinusoidal, as strips.

use super::settings::{Declared, SettingKind, SettingStore};
use super::table::table_panel;
use super::{Subject, Takes, View};
use crate::analysis::three_ways::ThreeWaysQuery as Ways;
use crate::encoding::{Encoding, Numbering};
use crate::field::{Answers, Field as Cells, Key};
use crate::plot::palette::Palette;
use crate::plot::range::default_range;
use crate::plot::{Block, Control, Look, Panel, Quantity, Refusal, Row, Title};
use crate::session::Change;
use crate::text::way_words;
use crate::tr;

/// The view of index, normalized and sinusoidal encodings of the same size as the encoding in front.
pub struct ThreeWays;

/// The keys of the strips.
const KEYS: [&str; 3] = ["index", "normalized", "sinusoidal"];

impl View for ThreeWays {
    fn name(&self) -> &'static str {
        "three-ways"
    }

    fn has_dimensions(&self) -> bool {
        true
    }

    fn takes(&self) -> Takes {
        Takes::Schemes
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![Declared {
            excludes: &["range"],
            ..Declared::new("own_scales", SettingKind::Flag, "false", SettingStore::OwnScales)
        }]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let language = subject.language;
        let query = Ways {
            spec: subject.encoding.spec().clone(),
        };
        let reply = answers.ask(&Key::new(self.name(), "ways"), query);
        let own = subject.views.own_scales;
        let shared = subject.palette((-1.0, 1.0));
        let ways = reply.answer().map_or(&[][..], Vec::as_slice);
        let mut strips = Vec::new();
        // Index and normalized count rows; a sinusoid that numbers them otherwise leaves no common positions.
        let counts_rows = ways.iter().any(|way| Numbering::new(way.encoding.spec()).is_some());
        for (way, key) in ways.iter().zip(KEYS) {
            let palette = if own {
                subject.colors(default_range(&Cells::table(way.encoding.clone())))
            } else {
                shared
            };
            let words = way_words(&way.encoding, way.step, language);
            let mut panel = strip(subject, key, &way.encoding, palette);
            if let Some(cells) = panel.cells_mut() {
                cells.look.hatch_outside = !own;
            }
            panel.name = tr!(language, "three_ways.name", words);
            panel.title = Title {
                hint: tr!(language, "three_ways.hint"),
                ..Title::of(words)
            };
            if counts_rows {
                panel.count_rows(&tr!(language, "axis.rows"));
            }
            panel.bar = if own || strips.is_empty() {
                subject.bar(palette, "axis.value", !own)
            } else {
                None
            };
            strips.push(panel);
        }
        let is_outside = |(low, high): (f64, f64), palette: &Palette| low < palette.low || high > palette.high;
        let is_hatched = ways.iter().any(|way| is_outside(way.encoding.bounds(), &shared)) && !own;
        Ok(Block {
            title: tr!(language, "three_ways.title"),
            heading: tr!(language, "figure.three_ways"),
            controls: vec![Control::Toggle {
                words: tr!(language, "three_ways.scale_switch"),
                hint: String::new(),
                is_on: own,
                is_enabled: true,
                is_optional: true,
                change: Change::ToggleOwnScales,
            }],
            rows: stacked(strips),
            notes: is_hatched
                .then(|| tr!(language, "figure.hatched"))
                .into_iter()
                .collect(),
            summary: tr!(language, "three_ways.title"),
            tall: 0.68,
            ..Block::default()
        })
    }
}

/// Returns a strip: a low picture of a table, aligned with the heatmap.
pub(super) fn strip(subject: &Subject, key: &'static str, encoding: &Encoding, palette: Palette) -> Panel {
    let look = Look::new(Cells::table(encoding.clone()), palette);
    let mut panel = table_panel(subject, key, encoding, look, Quantity::OtherDimension);
    (panel.is_plain, panel.is_strip) = (true, true);
    panel
}

/// Returns strips one below the other: the last one has the axis, the first one the words of marks.
/// Only the middle one names the vertical axis, since strips are lower than that name is long.
pub(super) fn stacked(strips: Vec<Panel>) -> Vec<Row> {
    let count = strips.len();
    let row = |(place, mut panel): (usize, Panel)| {
        if place + 1 != count {
            panel.x = panel.x.bare();
        }
        if place != (count - 1) / 2 {
            panel.y.name.clear();
        }
        if place != 0 {
            panel.silence_marks();
        }
        Row::of(vec![panel])
    };
    strips.into_iter().enumerate().map(row).collect()
}

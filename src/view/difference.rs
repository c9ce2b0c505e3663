//! A, B and B - A, side by side.

use super::settings::{Declared, SettingKind, SettingStore};
use super::table::{name_groups, table_panel};
use super::{Subject, Takes, View, waiting};
use crate::analysis::{Parted, Parting, Partings};
use crate::encoding::{Encoding, SchemeKind};
use crate::field::{Answers, ColumnOrder, Field, Key, Reply};
use crate::plot::cursor::{Cursor, Held};
use crate::plot::palette::Palette;
use crate::plot::range::{default_range, wider};
use crate::plot::remark::Remark;
use crate::plot::{
    Arrangement, Block, Columns, Control, Layer, Look, Panel, PanelChoice, Piece, Quantity, Refusal, Row, Title, Tone,
};
use crate::session::{Change, Compared, Pin};
use crate::text::{count, differences, reduce_error, scheme_name, significant};
use crate::tr;

/// The view of two tables and their difference.
pub struct Difference;

/// One of the three panels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DifferencePanel {
    A,
    B,
    Difference,
}

impl View for Difference {
    fn name(&self) -> &'static str {
        "difference"
    }

    fn has_dimensions(&self) -> bool {
        true
    }

    fn takes(&self) -> Takes {
        Takes::Two
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![Declared::new(
            "tolerance",
            SettingKind::NumberFrom(0.0),
            "0.000001",
            SettingStore::Tolerance,
        )]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, compared) = (subject.language, subject.both()?);
        // The key includes the schemes, so that an answer about others is not shown meanwhile.
        let part = compared.kin();
        let reply = (compared.have_one_width() && compared.have_one_meaning()).then(|| {
            let query = Partings {
                a: compared.a.clone(),
                b: compared.shown_b.clone(),
                tolerance: compared.versus.tolerance,
            };
            answers.ask(&Key::new(self.name(), part.clone()), query)
        });
        let found = reply.as_ref().and_then(Reply::answer).copied();
        let sides = Sides {
            subject,
            compared,
            order: common_order(subject, compared),
            // A failed answer shows nothing, and neither does the last answer while a long one is computed.
            found: found.filter(|_| {
                let is_about_these = |reply: &Reply<Partings>| reply.error().is_none() && reply.progress().is_none();
                reply.as_ref().is_some_and(is_about_these)
            }),
            error: reply
                .as_ref()
                .and_then(Reply::error)
                .map(|error| reduce_error(error, language)),
        };
        Ok(Block {
            title: String::new(),
            heading: tr!(language, "figure.difference"),
            controls: controls(subject, compared),
            remark: sides.values_at_cursor(),
            has_map: true,
            rows: vec![Row::of(
                [DifferencePanel::A, DifferencePanel::B, DifferencePanel::Difference]
                    .map(|side| sides.panel(side))
                    .into(),
            )],
            arrangement: Arrangement::AllOrOne,
            below: reply.map_or_else(Vec::new, |reply| sides.lines(&part, &reply)),
            notes: sides.notes(),
            results: sides.results(),
            summary: tr!(language, "figure.difference"),
            shows_both: true,
            tall: 0.42,
            ..Block::default()
        })
    }
}

/// Returns the column order of all three panels: as stored, if A and B would be reordered differently
/// or differ in width.
fn common_order(subject: &Subject, compared: &Compared) -> ColumnOrder {
    let order = subject.order();
    let is_alike = compared.have_one_width() && order.column(1, &compared.a) == order.column(1, &compared.shown_b);
    if is_alike { order } else { ColumnOrder::AsStored }
}

/// Returns the controls for which encoding is in front, and how the two are compared.
fn controls(subject: &Subject, compared: &Compared) -> Vec<Control> {
    let language = subject.language;
    let front = if compared.versus.front_is_b { "B" } else { "A" };
    let mut controls = vec![Control::Label(tr!(language, "ab.front"))];
    controls.extend(["A", "B"].map(|side| Control::Radio {
        words: side.to_owned(),
        name: tr!(language, "ab.in_front", side),
        hint: tr!(language, "ab.in_front_hint"),
        is_on: side == front,
        change: (side != front).then_some(Change::Flip),
    }));
    let toggle = |key: &str, hint: &str, is_on, is_enabled, change| Control::Toggle {
        words: tr!(language, key),
        hint: tr!(language, hint),
        is_on,
        is_enabled,
        is_optional: false,
        change,
    };
    // Without sines and cosines there is nothing to align.
    let has_order = compared.a.pairs() > 0 && compared.b.pairs() > 0;
    controls.push(toggle(
        "ab.linked",
        "ab.linked_hint",
        compared.versus.linked,
        true,
        Change::ToggleLinked,
    ));
    controls.push(toggle(
        "ab.aligned",
        "ab.aligned_hint",
        compared.versus.aligned,
        has_order,
        Change::ToggleAligned,
    ));
    controls
}

/// What the three panels need.
struct Sides<'a> {
    subject: &'a Subject,
    compared: &'a Compared,
    order: ColumnOrder,
    found: Option<Parted>,
    /// Why the differences are unknown.
    error: Option<String>,
}

impl DifferencePanel {
    fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Difference => "B − A",
        }
    }
}

impl Sides<'_> {
    fn encoding(&self, side: DifferencePanel) -> &Encoding {
        match side {
            DifferencePanel::A | DifferencePanel::Difference => &self.compared.a,
            DifferencePanel::B => &self.compared.shown_b,
        }
    }

    fn field(&self, side: DifferencePanel) -> Field {
        let table = |side| Field::Table {
            encoding: self.encoding(side).clone(),
            order: self.order,
        };
        match side {
            DifferencePanel::A | DifferencePanel::B => table(side),
            DifferencePanel::Difference => Field::difference(table(DifferencePanel::A), table(DifferencePanel::B)),
        }
    }

    /// Returns the largest magnitude of a difference.
    fn most(&self) -> Option<f64> {
        let most = self.found?.largest?.difference.abs();
        most.is_finite().then_some(most)
    }

    /// Returns the colours: one scale for A and B, and another one for the difference.
    fn palette(&self, side: DifferencePanel) -> Palette {
        if side != DifferencePanel::Difference {
            let [a, b] = [DifferencePanel::A, DifferencePanel::B].map(|side| default_range(&self.field(side)));
            return self.subject.colors(wider(a, b));
        }
        self.subject.palette(match self.most() {
            Some(most) if most > 0.0 => (-most, most),
            _ if self.found.is_some() => (-1.0, 1.0),
            _ => default_range(&self.field(side)),
        })
    }

    fn panel(&self, side: DifferencePanel) -> Panel {
        let (subject, compared) = (self.subject, self.compared);
        let (encoding, field, palette) = (self.encoding(side), self.field(side), self.palette(side));
        let (positions, dimensions) = field.shape();
        let (key, name_key) = match side {
            DifferencePanel::A => ("a", "ab.name"),
            DifferencePanel::B => ("b", "ab.name"),
            DifferencePanel::Difference => ("difference", "ab.difference_name"),
        };
        let columns = Quantity::Dimension(Box::new(Columns {
            encoding: compared.a.clone(),
            order: self.order,
            front: compared.versus.front_is_b.then(|| compared.shown_b.clone()),
        }));
        let mut panel = table_panel(subject, key, encoding, Look::new(field, palette), columns);
        if side == DifferencePanel::Difference {
            let axis = if subject.views.transposed {
                &mut panel.y
            } else {
                &mut panel.x
            };
            (axis.name, axis.scale) = subject.row_axis(encoding, axis.scale.span());
        }
        // Groups of columns that A and B do not share are not named.
        if self.order == subject.order() {
            name_groups(&mut panel, &compared.a, subject);
        }
        let language = subject.language;
        panel.name = tr!(
            language,
            name_key,
            side = side.letter(),
            scheme = scheme_name(encoding.spec().scheme, language),
            positions = count(positions),
            dimensions = count(dimensions)
        );
        panel.title = self.title(side);
        panel.is_plain = side == DifferencePanel::Difference;
        if side == DifferencePanel::Difference {
            panel.marks.retain(|mark| mark.is_held);
            panel.layers.truncate(1);
        } else {
            panel.layers.push(Layer::TooFast {
                encoding: encoding.clone(),
                order: self.order,
                is_x: subject.views.transposed,
            });
        }
        if side != DifferencePanel::A || subject.is_live {
            panel.silence_marks();
        }
        if side != DifferencePanel::A {
            panel.y = panel.y.bare();
            panel.bar = subject.bar(palette, "axis.value", side == DifferencePanel::B);
        }
        if side == DifferencePanel::Difference && !compared.have_one_meaning() {
            let [a, b] = [&compared.a, &compared.b].map(|table| scheme_name(table.spec().scheme, language));
            panel.refusal = Some(Refusal {
                setting: Some("scheme"),
                ..Refusal::of(tr!(language, "ab.meanings", a, b))
            });
        } else if side == DifferencePanel::Difference && !compared.have_one_width() {
            let words = tr!(
                language,
                "ab.widths",
                a = count(compared.a.d_model()),
                b = count(compared.b.d_model())
            );
            panel.refusal = Some(Refusal {
                setting: Some("d_model"),
                ..Refusal::of(words)
            });
        }
        panel
    }

    /// Returns the title of a panel, the longest form first: the scheme and what A and B differ in. If
    /// that is too long, the scheme, which is then the same for both, is left out.
    fn title(&self, side: DifferencePanel) -> Title {
        let Compared { a, b, .. } = self.compared;
        let letter = side.letter();
        let front = if self.compared.versus.front_is_b {
            DifferencePanel::B
        } else {
            DifferencePanel::A
        };
        let language = self.subject.language;
        let (own, other, tone) = match side {
            DifferencePanel::A => (a.spec(), b.spec(), Tone::First),
            DifferencePanel::B => (b.spec(), a.spec(), Tone::Second),
            DifferencePanel::Difference => {
                let most = self
                    .most()
                    .map(|most| tr!(language, "ab.most", most = significant(most, 4)));
                let words = most.into_iter();
                return Title {
                    words: words.chain([letter.to_owned()]).collect(),
                    choice: Some(PanelChoice {
                        is_on: false,
                        change: None,
                    }),
                    ..Title::default()
                };
            }
        };
        let scheme = scheme_name(own.scheme, language);
        let mut differences = differences(own, other, language);
        differences.truncate(2);
        // In a window there is no separate line for the words of marks.
        let end = self.encoding(side).trained_end().filter(|_| self.subject.is_live);
        let trained = end.map(|end| self.subject.trained_words(end));
        let joined = |scheme: Option<&str>, trained: Option<&str>| {
            let parts = [Some(letter), scheme].into_iter();
            let parts = parts.chain(differences.iter().map(|words| Some(words.as_str())));
            parts.chain([trained]).flatten().collect::<Vec<_>>().join(" · ")
        };
        let mut words = vec![joined(Some(&scheme), trained.as_deref())];
        if !differences.is_empty() {
            words.extend([joined(None, trained.as_deref()), joined(None, None)]);
        }
        words.push(letter.to_owned());
        Title {
            words,
            tone,
            is_front: side == front,
            choice: Some(PanelChoice {
                is_on: side == front,
                change: (side != front).then_some(Change::Flip),
            }),
            ..Title::default()
        }
    }

    /// Returns the values of all three in the cell under the pointer, otherwise in the pinned one.
    fn values_at_cursor(&self) -> Remark {
        let subject = self.subject;
        let pinned = subject.views.pin_within(self.compared.shape());
        let cell = match subject.cursor {
            Some(Cursor::Cell(cell)) => Some(cell),
            Some(_) => Held::of(subject).focus(subject.cursor),
            None => pinned,
        };
        let Some(cell) = cell else { return Remark::Nothing };
        if !self.compared.have_one_meaning() {
            // Numbers of two kinds have no difference.
            return Remark::Nothing;
        }
        let dimension = self.compared.shown_column(cell.dimension);
        let value = |side| self.encoding(side).value(cell.position, dimension);
        let (a, b) = (value(DifferencePanel::A), value(DifferencePanel::B));
        let spelled = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| significant(value, 4));
        let words = tr!(
            subject.language,
            "ab.values",
            position = subject.row(cell.position),
            dimension = count(dimension),
            a = spelled(a),
            b = spelled(b),
            difference = spelled(a.zip(b).map(|(a, b)| b - a))
        );
        Remark::Words(words)
    }

    /// Returns the lines about where A and B differ: the largest difference, and the first cell beyond
    /// a tolerance, with a field for the tolerance.
    fn lines(&self, part: &str, reply: &Reply<Partings>) -> Vec<Vec<Piece>> {
        let language = self.subject.language;
        let say = |key: &str, tone: Tone| Piece::Words(tr!(language, key), tone);
        let is_current = reply.current().is_some();
        let waiting = waiting(part, reply, language);
        let mut first = match (waiting, self.found.map(|found| found.largest)) {
            (Some(progress @ Piece::Progress { .. }), _) => vec![say("ab.looking", Tone::Weak), progress],
            (Some(error), _) => vec![error],
            (None, None) => vec![say("ab.looking", Tone::Weak)],
            (None, Some(None)) => vec![say("ab.no_numbers", Tone::Text)],
            (None, Some(Some(cell))) if cell.difference == 0.0 => vec![say("ab.equal", Tone::Text)],
            (None, Some(Some(cell))) => vec![self.place("ab.largest", cell, is_current)],
        };
        let rows = self.subject.common_rows(self.compared, "ab.common_rows");
        first.extend(rows.map(|words| Piece::Words(words, Tone::Weak)));
        let mut second = vec![
            say("ab.first_beyond", Tone::Text),
            Piece::Field {
                name: tr!(language, "ab.tolerance"),
                text: spelled(self.compared.versus.tolerance),
                of: ("difference", "tolerance"),
                refused: tr!(language, "ab.tolerance_refused"),
            },
        ];
        second.extend(match self.found.map(|found| found.first) {
            None => None,
            Some(None) => Some(say("ab.none_beyond", Tone::Text)),
            Some(Some(cell)) => Some(self.place("ab.first", cell, is_current)),
        });
        vec![first, second]
    }

    /// Returns words about a cell and its difference; a click goes to the cell. If they are about
    /// earlier tables, since the answer for these is being computed, they are pale and not a link.
    fn place(&self, key: &str, cell: Parting, is_current: bool) -> Piece {
        let language = self.subject.language;
        let words = words_of(key, cell, 4, self.subject);
        if !is_current {
            return Piece::Words(words, Tone::Before);
        }
        let pin = Pin {
            position: cell.position,
            dimension: self.compared.front_column(cell.dimension),
        };
        Piece::Link {
            words,
            hint: tr!(language, "ab.go_to_hint"),
            // A move by zero cells brings the pin into view.
            changes: vec![Change::Pin(Some(pin)), Change::MovePin(0, 0)],
        }
    }

    /// Returns the lines that a command prints.
    fn results(&self) -> Vec<String> {
        let subject = self.subject;
        let rows = self.subject.common_rows(self.compared, "cli.common_rows");
        let said = |(key, cell): (&str, Option<Parting>)| Some(words_of(key, cell?, 6, self.subject));
        let found = self.found.unwrap_or_default();
        let first = found.first.filter(|_| subject.given.contains(&"tolerance"));
        let cells = [
            ("cli.largest_difference", found.largest),
            ("cli.first_difference", first),
        ];
        let known = cells.into_iter().filter_map(said);
        rows.into_iter().chain(self.error.clone()).chain(known).collect()
    }

    /// Returns the notes below a figure.
    fn notes(&self) -> Vec<String> {
        let (subject, language) = (self.subject, self.subject.language);
        let Compared { a, b, shown_b, .. } = self.compared;
        let mut notes = subject.sides(self.compared).to_vec();
        if shown_b != b {
            notes.push(tr!(language, "figure.aligned"));
        }
        match self.found.and_then(|found| found.largest) {
            Some(cell) if cell.difference == 0.0 => notes.push(tr!(language, "figure.equal")),
            Some(cell) => notes.push(words_of("figure.largest", cell, 6, self.subject)),
            None => {}
        }
        notes.extend(self.error.clone());
        notes.extend(self.subject.common_rows(self.compared, "figure.common_rows"));
        notes.extend(
            [a, shown_b]
                .into_iter()
                .filter_map(|encoding| subject.overflow(encoding)),
        );
        notes
    }
}

/// Returns the words for a cell and its difference, with `digits` digits.
fn words_of(key: &str, cell: Parting, digits: usize, subject: &Subject) -> String {
    tr!(
        subject.language,
        key,
        difference = significant(cell.difference, digits),
        place = tr!(
            subject.language,
            if subject.encoding.kind() == SchemeKind::Bias {
                "ab.place_bias"
            } else {
                "ab.place"
            },
            position = subject.row(cell.position),
            dimension = count(cell.dimension)
        )
    )
}

/// Returns a tolerance as a person would type it: `0.01`, `1e-6`.
fn spelled(tolerance: f64) -> String {
    if tolerance != 0.0 && !(1e-3..1e6).contains(&tolerance) {
        format!("{tolerance:e}")
    } else {
        format!("{tolerance}")
    }
}

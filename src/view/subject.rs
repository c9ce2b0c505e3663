//! What a session looks at, checked: whoever holds a subject need not check again.

use crate::analysis::{Relation, overflow};
use crate::encoding::{Encoding, Numbering, SchemeKind, SpecError, float};
use crate::field::{ColumnOrder, Field, Span};
use crate::plot::cursor::{Cursor, Held};
use crate::plot::palette::Palette;
use crate::plot::{Bar, Mark, Refusal, Scale};
use crate::session::{Change, Compared, Pin, Session, Settings, Views};
use crate::text::{
    Language, axis_names, count, differences, overflow_words, preset_words, row_words, scheme_name, spec_words,
};
use crate::tr;

/// What is looked at, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The encoding in front.
    pub encoding: Encoding,
    /// What the encoding says about two positions; for a bias, for the pinned head.
    pub relation: Relation,
    /// The name of its preset or mistake.
    pub preset: Option<String>,
    /// A and B, if two are compared.
    pub compared: Option<Compared>,
    /// Colours, order, spans, lanes, pin.
    pub views: Views,
    /// The views' own settings.
    pub settings: Settings,
    /// The language of words.
    pub language: Language,
    /// The encoding before a slider moved, while its curves are still shown.
    pub ghost: Option<Encoding>,
    /// What was under the pointer in the last frame, in any view.
    pub cursor: Option<Cursor>,
    /// The position that an animation holds: its cells are framed, and relations are shown between this
    /// position and all others.
    pub held: Option<usize>,
    /// Whether a lane whose band the encoding lacks is drawn empty instead of left out.
    pub keeps_lanes: bool,
    /// The settings that are given on the command line.
    pub given: Vec<&'static str>,
    /// Whether the subject is shown in a window, where the pinned cell is marked and strips stay upright.
    pub is_live: bool,
}

impl Subject {
    /// Returns the subject of a session.
    ///
    /// # Errors
    /// [`SpecError`] if a specification is refused.
    pub fn of(session: &Session, language: Language) -> Result<Self, SpecError> {
        let encoding = Encoding::new(session.spec.clone())?;
        let compared = match &session.versus {
            Some(versus) => {
                let other = Encoding::new(versus.spec.clone())?;
                Some(Compared::new(versus, encoding.clone(), other, None))
            }
            None => None,
        };
        Ok(Self::new(encoding, compared, session, language))
    }

    /// Returns the subject of a session whose encodings have been checked.
    pub fn new(encoding: Encoding, compared: Option<Compared>, session: &Session, language: Language) -> Self {
        let head = session.views.pin.map_or(0, |pin| pin.dimension);
        Self {
            relation: Relation::new(&encoding, head),
            encoding,
            preset: session.preset.clone(),
            compared,
            views: session.views.clone(),
            settings: session.settings.clone(),
            language,
            ghost: None,
            cursor: None,
            held: None,
            keeps_lanes: false,
            given: Vec::new(),
            is_live: false,
        }
    }

    /// Returns the name of the scheme.
    pub fn scheme(&self) -> String {
        scheme_name(self.encoding.spec().scheme, self.language)
    }

    /// Returns the specification in words; with `of_both`, only what A and B share.
    pub fn words(&self, of_both: bool) -> Vec<String> {
        let mut words = spec_words(self.encoding.spec(), self.language);
        let preset = self.preset.as_deref().filter(|_| !of_both);
        words.splice(
            0..0,
            preset.and_then(|name| preset_words(name, self.encoding.spec(), self.language)),
        );
        if let Some(compared) = self.compared.as_ref().filter(|_| of_both) {
            let both = [&compared.a, &compared.b].map(|encoding| spec_words(encoding.spec(), self.language));
            words.retain(|words| both.iter().all(|all| all.contains(words)));
        }
        words
    }

    /// Returns the positions and dimensions that can come into view: for two tables, the larger numbers.
    pub fn shape(&self) -> (usize, usize) {
        match &self.compared {
            Some(compared) => compared.shape(),
            None => (self.encoding.max_len(), self.encoding.d_model()),
        }
    }

    /// Returns the positions and the dimensions in view.
    pub fn window(&self) -> (Span, Span) {
        self.views.window(self.shape())
    }

    /// Returns the order in which columns are shown.
    pub fn order(&self) -> ColumnOrder {
        self.views.order()
    }

    /// Returns the pinned cell, if the table in front has it.
    pub fn pin(&self) -> Option<Pin> {
        self.views.pin_of(&self.encoding)
    }

    /// Returns the colours over the chosen range, or over `own` if none is chosen.
    pub fn palette(&self, own: (f64, f64)) -> Palette {
        let (low, high) = self.views.range.unwrap_or(own);
        self.colors((low, high))
    }

    /// Returns the colours over a range.
    pub fn colors(&self, (low, high): (f64, f64)) -> Palette {
        Palette::new(self.views.color_map, self.views.reversed, low, high)
    }

    /// Returns the colour bar of values with this name.
    pub fn bar(&self, palette: Palette, key: &str, is_shared: bool) -> Option<Bar> {
        Some(Bar {
            palette,
            name: tr!(self.language, key),
            is_shared,
        })
    }

    /// Returns why the table in front has nothing to show; a figure, which stands alone, names its scheme.
    pub fn refusal(&self, words: impl std::fmt::Display) -> Refusal {
        if self.is_live {
            return Refusal::of(words.to_string());
        }
        let words = tr!(self.language, "view.of_scheme", scheme = self.scheme(), words);
        Refusal::of(words)
    }

    /// Returns the comparison.
    ///
    /// # Errors
    /// [`Refusal`] if nothing is compared, with the change that turns A/B on.
    pub fn both(&self) -> Result<&Compared, Refusal> {
        self.compared.as_ref().ok_or_else(|| Refusal {
            words: if self.is_live {
                tr!(self.language, "view.not_compared")
            } else {
                tr!(self.language, "figure.not_compared")
            },
            mend: Some(Box::new((
                tr!(self.language, "ab.command_switch"),
                Change::ToggleVersus,
            ))),
            setting: Some("versus"),
        })
    }

    /// Returns how many rows A and B share, in the words of a key; `None` if their numbers of rows are equal.
    pub fn common_rows(&self, compared: &Compared, key: &str) -> Option<String> {
        let (a, b) = (compared.a.max_len(), compared.b.max_len());
        (a != b).then(|| tr!(self.language, key, rows = count(a.min(b))))
    }

    /// Returns what A and B are, and how each differs from the other: `A: Sinusoidal, start = 0`.
    pub fn sides(&self, compared: &Compared) -> [String; 2] {
        let (a, b) = (&compared.a, &compared.b);
        let (mut presets, versus) = ([&self.preset, &compared.versus.preset], &compared.versus);
        if versus.front_is_b {
            presets.reverse();
        }
        let [of_a, of_b] = presets.map(Option::as_deref);
        [("A", a, b, of_a), ("B", b, a, of_b)].map(|(name, encoding, other, preset)| {
            let mut words = vec![scheme_name(encoding.spec().scheme, self.language)];
            words.extend(preset.and_then(|preset| preset_words(preset, encoding.spec(), self.language)));
            words.extend(differences(encoding.spec(), other.spec(), self.language));
            words.extend(drawn_words(encoding, self.language).filter(|_| encoding.kind() != SchemeKind::Rotation));
            let [colon, comma] = ["figure.colon", "figure.comma"].map(|key| tr!(self.language, key));
            format!("{name}{colon}{}", words.join(&comma))
        })
    }

    /// Returns which rows or values of a table overflow, in words.
    pub fn overflow(&self, encoding: &Encoding) -> Option<String> {
        overflow(encoding).map(|found| overflow_words(found, self.language))
    }

    /// Returns the notes below a figure of a table: as [`Self::notes`], but without the drawn query and
    /// key of a rotation.
    pub fn table_notes(&self) -> Vec<String> {
        match self.encoding.kind() {
            SchemeKind::Rotation => self.overflow(&self.encoding).into_iter().collect(),
            SchemeKind::Added | SchemeKind::Bias => self.notes(),
        }
    }

    /// Returns what A and B are, below a figure that draws both; empty if there is one encoding.
    pub fn both_sides(&self) -> Vec<String> {
        self.compared.iter().flat_map(|compared| self.sides(compared)).collect()
    }

    /// Returns the notes below a figure: that numbers are random, or too large for the type of the table.
    pub fn notes(&self) -> Vec<String> {
        let drawn = drawn_words(&self.encoding, self.language);
        drawn.into_iter().chain(self.overflow(&self.encoding)).collect()
    }

    /// Checks whether values of a field may lie outside the range of its colours.
    pub fn clips(&self, field: &Field) -> bool {
        let is_difference = matches!(field, Field::Difference(..)) && self.views.range.is_none();
        let (usual, bounds) = (self.encoding.usual_range(), self.encoding.bounds());
        let is_chosen = self.views.range.is_some() || usual.0 > bounds.0 || usual.1 < bounds.1;
        is_chosen && !is_difference
    }

    /// Returns the words at the end of the trained length: `trained 25`.
    pub fn trained_words(&self, end: usize) -> String {
        tr!(self.language, "trained.label_length", length = count(end))
    }

    /// Returns the mark of the trained length of an encoding, along its positions.
    pub fn trained_mark(&self, encoding: &Encoding, is_x: bool) -> Vec<Mark> {
        let mark = |end: usize| Mark {
            short: tr!(self.language, "trained.label"),
            ..Mark::new(float(end), is_x, self.trained_words(end))
        };
        encoding.trained_end().map(mark).into_iter().collect()
    }

    /// Returns the position of a row in words; if two tables are compared, for both of them.
    pub fn row(&self, row: usize) -> String {
        match &self.compared {
            Some(compared) => row_words(row, &[compared.a.spec(), compared.b.spec()], self.language),
            None => row_words(row, &[self.encoding.spec()], self.language),
        }
    }

    /// Returns the name and the scale of an axis of rows: positions, or rows if A and B number them differently.
    pub fn row_axis(&self, encoding: &Encoding, rows: Span) -> (String, Scale) {
        let [name, _] = axis_names(encoding.kind(), self.language);
        let numberings = |compared: &Compared| [&compared.a, &compared.b].map(|table| Numbering::new(table.spec()));
        match self.compared.as_ref().map(numberings) {
            Some([a, b]) if a != b => (tr!(self.language, "axis.rows"), Scale::Cells(rows)),
            _ => (name, Scale::rows(rows, encoding)),
        }
    }

    /// Returns the mark of the position that an animation holds, along the positions of a table.
    pub fn held_mark(&self, is_x: bool) -> Option<Mark> {
        let key = match self.encoding.kind() {
            SchemeKind::Added | SchemeKind::Rotation => "animation.position",
            SchemeKind::Bias => "animation.offset",
        };
        self.held.map(|held| Mark {
            is_held: true,
            ..Mark::new(float(held), is_x, tr!(self.language, key, position = self.row(held)))
        })
    }
}

impl Held {
    /// Returns what is held in a subject.
    pub fn of(subject: &Subject) -> Self {
        Self {
            pin: subject.pin(),
            kind: subject.encoding.kind(),
            length: subject.encoding.max_len(),
            zero: subject.encoding.spec().zero_offset_row(),
        }
    }
}

/// Returns the seed of the random numbers of an encoding, or of the query and key of a RoPE, in words;
/// `None` if there are none.
pub fn drawn_words(encoding: &Encoding, language: Language) -> Option<String> {
    let seed = encoding.spec().drawn_with()?;
    let key = match encoding.kind() {
        SchemeKind::Rotation => "view.drawn_content",
        SchemeKind::Added | SchemeKind::Bias => "view.drawn",
    };
    Some(tr!(language, key, seed = count(seed)))
}

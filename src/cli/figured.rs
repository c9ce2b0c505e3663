//! From the arguments of `export VIEW` to what its figure shows.

use crate::analysis::Relation;
use crate::encoding::Encoding;
use crate::field::Span;
use crate::figure::sheet::Sheet;
use crate::session::{Compared, Pin, Session, Versus, Views as Looks};
use crate::text::Language;
use crate::view::{self, Subject, Takes, VIEWS, View};

use super::error::CliError;
use super::export::{Common, ExportedViews};
use super::settings;
use super::sheet::FigureOrder;
use super::spec::{preset_in, versus};

/// What a figure shows.
pub struct Figured {
    /// The views, from top to bottom.
    pub views: Vec<&'static dyn View>,
    /// The checked subject of the views.
    pub subject: Subject,
    /// The subject as a session.
    pub session: Session,
    /// Whether the views of a page have ranges of their own.
    pub own_scales: bool,
}

impl Figured {
    /// Returns the encodings whose numbers are shown.
    pub fn encodings(&self) -> Vec<&Encoding> {
        match &self.subject.compared {
            Some(compared) => vec![&compared.a, &compared.shown_b],
            None => vec![&self.subject.encoding],
        }
    }
}

/// The most views on a page.
const VIEWS_LIMIT: usize = 8;

impl ExportedViews {
    /// Returns what the figure of these arguments shows.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn figured(&self, language: Language) -> Result<Figured, CliError> {
        let Some(view) = view::view(&self.name) else {
            return self.page(language);
        };
        let (encoding, compared) = self.encodings(view)?;
        let mut figured = self.figured_of(vec![view], encoding, compared, language)?;
        let declared = view.settings(&figured.subject);
        for (name, text) in &self.settings {
            if declared
                .iter()
                .any(|declared| declared.name == *name && declared.is_idle)
            {
                return Err(CliError::NoEffect(settings::option(name)));
            }
            view::set(view, name, text, &figured.subject, &mut figured.session)?;
        }
        figured.subject = self.subject(figured.subject, &figured.session)?;
        self.check_effect(&figured)?;
        Ok(figured)
    }

    /// Returns the encodings that a view takes: one, or two with how they are compared.
    fn encodings(&self, view: &dyn View) -> Result<(Encoding, Option<Compared>), CliError> {
        let spec = &self.common.spec;
        let what = format!("export {}", view.name());
        Ok(match view.takes() {
            takes @ (Takes::One(_) | Takes::Two) if view.draws_both() => {
                let first = spec.encoding_on(view.first())?;
                let second = self.second(&first)?;
                if takes == Takes::Two && second.is_none() {
                    return Err(CliError::NotCompared);
                }
                let compared = second.map(|(second, versus)| Compared::new(&versus, first.clone(), second, None));
                (first, compared)
            }
            // The view itself says what is missing.
            Takes::One(_) | Takes::Two => (spec.encoding_on(view.first())?, None),
            Takes::Strategies => (spec.for_strategies(&what)?, None),
            Takes::Schemes => {
                let spec = spec.for_several_schemes(view.first())?;
                let [_, _, sinusoidal] = crate::analysis::three_ways::encodings(&spec)?;
                (sinusoidal, None)
            }
        })
    }

    /// Returns the second encoding and how it is compared: from `--versus`, else from the session; `None` if neither has
    /// one.
    fn second(&self, first: &Encoding) -> Result<Option<(Encoding, Versus)>, CliError> {
        let opened = self.common.spec.opened()?;
        let compared = opened.and_then(|opened| opened.session.versus);
        let (second, was) = if let Some(text) = &self.versus.versus {
            let was = Versus {
                front_is_b: false,
                preset: preset_in(text),
                ..compared.unwrap_or_default()
            };
            (versus(first, text)?, was)
        } else {
            let Some(compared) = compared else { return Ok(None) };
            (Encoding::new(compared.spec.clone())?, compared)
        };
        let versus = Versus {
            spec: second.spec().clone(),
            aligned: self.alignment.aligned || was.aligned,
            ..was
        };
        Ok(Some((second, versus)))
    }

    fn page(&self, language: Language) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        let text = self.page.views.as_deref().unwrap_or("heatmap,bands,near-far");
        // A page shows one session; two encodings have their own views.
        let choices = || VIEWS.iter().copied().filter(|view| view.takes() != Takes::Two);
        let mut views = Vec::new();
        for name in text.split(',') {
            let named = match name.trim() {
                // The names that the views of relations have as commands.
                "scores" | "bias" | "relation" => "near-far",
                name => name,
            };
            let choice = || CliError::choice("--views", name, choices().map(|view| view.name()));
            views.push(choices().find(|view| view.name() == named).ok_or_else(choice)?);
        }
        if views.len() > VIEWS_LIMIT {
            return Err(CliError::Views { most: VIEWS_LIMIT });
        }
        let mut figured = self.figured_of(views, encoding, None, language)?;
        figured.session.views.own_scales |= self.page.own_scales;
        figured.own_scales = figured.session.views.own_scales;
        figured.subject = self.subject(figured.subject, &figured.session)?;
        Ok(figured)
    }

    fn figured_of(
        &self,
        views: Vec<&'static dyn View>,
        encoding: Encoding,
        compared: Option<Compared>,
        language: Language,
    ) -> Result<Figured, CliError> {
        let session = self.session(&encoding, compared.as_ref())?;
        Ok(Figured {
            views,
            subject: Subject::new(encoding, compared, &session, language),
            session,
            own_scales: false,
        })
    }

    pub(super) fn is_given(&self, setting: &str) -> bool {
        self.settings.iter().any(|(name, _)| *name == setting)
    }

    /// Returns the subject as a session shows it.
    fn subject(&self, subject: Subject, session: &Session) -> Result<Subject, CliError> {
        let mut compared = subject.compared;
        if let (Some(compared), Some(versus)) = (&mut compared, &session.versus) {
            compared.versus.tolerance = versus.tolerance;
        }
        Ok(Subject {
            // A given position is compared with all others.
            held: session
                .views
                .pin
                .map(|pin| pin.position)
                .filter(|_| self.is_given("position")),
            given: self.settings.iter().map(|(name, _)| *name).collect(),
            ..Subject::new(subject.encoding, compared, session, subject.language)
        })
    }

    /// Returns the session that shows an encoding as it was asked for; everything else is as in the
    /// session of `--session`.
    fn session(&self, encoding: &Encoding, compared: Option<&Compared>) -> Result<Session, CliError> {
        let figure = &self.common.figure;
        let opened = self.common.spec.opened()?.map(|opened| opened.session);
        let Session {
            views: was,
            settings,
            preset: was_preset,
            ..
        } = opened.unwrap_or_else(|| {
            let mut first = Session::default();
            first.views.pin = None;
            first
        });
        let (color_map, reversed) = figure.colormap()?.unwrap_or((was.color_map, was.reversed));
        let part = |span: Span, cells| (span != Span::whole(cells)).then_some(span);
        let (mut positions, mut dimensions, mut pairs) = (was.positions, was.dimensions, was.pairs);
        if let Some(given) = figure.positions(encoding.max_len())? {
            positions = part(given, encoding.max_len());
            pairs = positions.map(|span| (span, span));
        }
        if let Some(given) = self.dimensions.of(encoding.d_model())? {
            dimensions = part(given, encoding.d_model());
        }
        let views = Looks {
            color_map,
            reversed,
            range: figure.range()?.or(was.range),
            transposed: figure.transpose || was.transposed,
            from_top: figure.from_top()?.unwrap_or(was.from_top),
            positions,
            dimensions,
            pairs,
            // If no cell was held, views of one position show the first position that has a value.
            pin: was.pin_of(encoding).or_else(|| {
                Some(Pin {
                    position: Relation::new(encoding, 0).first_defined(),
                    dimension: 0,
                })
            }),
            ..was
        };
        Ok(Session {
            spec: encoding.spec().clone(),
            preset: self.common.spec.preset_of(encoding.spec(), was_preset),
            versus: compared.map(|compared| compared.versus.clone()),
            views,
            settings,
        })
    }

    /// Refuses options of cells in a figure without cells, and exchanged axes that would stay as they are.
    fn check_effect(&self, figured: &Figured) -> Result<(), CliError> {
        let [view] = figured.views.as_slice() else {
            return Ok(());
        };
        let telling = view::telling(*view);
        let cancel = super::progress::interrupt();
        let block = view.block(&telling, &mut crate::field::InPlace::new(cancel));
        let Ok(block) = block else { return Ok(()) };
        let figure = &self.common.figure;
        if block.panels().all(|panel| panel.cells().is_none()) {
            figure.without_cells()?;
        }
        let is_table = block
            .panels()
            .any(|panel| panel.cells().is_some() && !panel.is_of_pairs());
        if !is_table {
            figure.without_transpose()?;
        }
        Ok(())
    }
}

impl Common {
    /// Returns the figure that is asked for.
    ///
    /// # Errors
    /// The first option that is refused.
    pub(super) fn order<'a>(&self, figured: &'a Figured) -> Result<FigureOrder<'a>, CliError> {
        let format = self.sheet.format(&self.output)?;
        let sheet = Sheet {
            own_scales: figured.own_scales,
            ..self.sheet.sheet(&self.figure)?
        };
        Ok(FigureOrder {
            figured,
            sheet,
            format,
            outlines: self.sheet.outlines(format)?,
        })
    }
}

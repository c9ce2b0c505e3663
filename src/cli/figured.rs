//! From the arguments of `export VIEW` to what its figure shows.

use crate::analysis::Relation;
use crate::encoding::{Encoding, Kind};
use crate::figure::three_ways;
use crate::figure::views::View as Shown;
use crate::session::{LANES_LIMIT, Pin, Session, Versus};

use super::error::{CliError, shown};
use super::export::{Bands, Bias, Common, Difference, Heatmap, Page, Similarity, Simple, ThreeWays, VIEWS_LIMIT, View};
use super::figure::Dimensions;
use super::spec::versus;

/// What a figure shows.
#[derive(Debug)]
pub struct Figured {
    /// From the top.
    pub views: Vec<Shown>,
    /// What is looked at, and how.
    pub session: Session,
    /// Whether the views of a page have ranges of their own.
    pub own_scales: bool,
}

impl Figured {
    pub(super) fn of(view: Shown, session: Session) -> Self {
        Self {
            views: vec![view],
            session,
            own_scales: false,
        }
    }
}

impl View {
    /// What the figure of these arguments shows.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn figured(&self) -> Result<Figured, CliError> {
        match self {
            Self::Heatmap(arguments) => arguments.figured(),
            Self::Bands(arguments) => arguments.figured(),
            Self::Similarity(arguments) => arguments.figured(),
            Self::Scores(arguments) => arguments.scores_figured(),
            Self::Bias(arguments) => arguments.figured(),
            Self::Difference(arguments) => arguments.figured(),
            Self::ThreeWays(arguments) => arguments.figured(),
            Self::Strategies(arguments) => arguments.figured(),
            Self::Wavelengths(arguments) => arguments.wavelengths_figured(),
            Self::Page(arguments) => arguments.figured(),
            Self::Window(_) => {
                let names = Shown::ALL.iter().map(|view| view.name());
                Err(CliError::choice("VIEW", "window", names))
            }
        }
    }

    /// The options that every figure has; the window has none of them.
    pub fn common(&self) -> Option<&Common> {
        match self {
            Self::Heatmap(arguments) => Some(&arguments.common),
            Self::Bands(arguments) => Some(&arguments.common),
            Self::Similarity(arguments) => Some(&arguments.common),
            Self::Scores(arguments) | Self::Wavelengths(arguments) => Some(&arguments.common),
            Self::Bias(arguments) => Some(&arguments.common),
            Self::Difference(arguments) => Some(&arguments.common),
            Self::ThreeWays(arguments) => Some(&arguments.common),
            Self::Strategies(arguments) => Some(&arguments.common),
            Self::Page(arguments) => Some(&arguments.common),
            Self::Window(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn common_mut(&mut self) -> Option<&mut Common> {
        match self {
            Self::Heatmap(arguments) => Some(&mut arguments.common),
            Self::Bands(arguments) => Some(&mut arguments.common),
            Self::Similarity(arguments) => Some(&mut arguments.common),
            Self::Scores(arguments) | Self::Wavelengths(arguments) => Some(&mut arguments.common),
            Self::Bias(arguments) => Some(&mut arguments.common),
            Self::Difference(arguments) => Some(&mut arguments.common),
            Self::ThreeWays(arguments) => Some(&mut arguments.common),
            Self::Strategies(arguments) => Some(&mut arguments.common),
            Self::Page(arguments) => Some(&mut arguments.common),
            Self::Window(_) => None,
        }
    }
}

impl Heatmap {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let session = self.common.session(&self.common.spec.encoding()?, &self.dimensions)?;
        Ok(Figured::of(Shown::Heatmap, session))
    }
}

impl Simple {
    pub(super) fn scores_figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Rotation, "export scores")?;
        relation_figured(&self.common, &encoding, None)
    }

    pub(super) fn wavelengths_figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        self.common.only_figure()?;
        self.common.figure.without_cells()?;
        let session = self.common.session(&encoding, &Dimensions::default())?;
        Ok(Figured::of(Shown::Wavelengths, session))
    }
}

impl Similarity {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let mut session = self
            .common
            .session(&self.common.spec.encoding()?, &Dimensions::default())?;
        self.common.figure.without_transpose()?;
        session.views.log_offsets = self.log_offsets;
        Ok(Figured::of(Shown::Similarity, session))
    }
}

impl Bands {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        self.common.only_figure()?;
        self.common.figure.without_cells()?;
        let mut session = self.common.session(&encoding, &Dimensions::default())?;
        if let Some(text) = &self.bands {
            let last = encoding.bands().len() - 1;
            let band = |text: &str| text.trim().parse().ok().filter(|&band: &usize| band <= last);
            let bands: Option<Vec<usize>> = text.split(',').map(band).collect();
            let bands = bands.filter(|bands| bands.len() <= LANES_LIMIT);
            session.views.lanes = bands.ok_or_else(|| CliError::Bands {
                text: shown(text),
                last,
                most: LANES_LIMIT,
            })?;
        }
        Ok(Figured::of(Shown::Bands, session))
    }
}

impl Page {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        self.common.only_figure()?;
        let text = self.views.as_deref().unwrap_or("heatmap,bands,similarity");
        // A page is of one session: of two encodings there is `export difference`.
        let choices: Vec<Shown> = Shown::ALL
            .iter()
            .copied()
            .filter(|view| *view != Shown::Difference)
            .collect();
        let view = |name: &str| match name.trim() {
            // As the commands for these are called.
            "scores" | "bias" => Some(Shown::Relation),
            name => choices.iter().find(|view| view.name() == name).copied(),
        };
        let mut views = Vec::new();
        for name in text.split(',') {
            let choice = || CliError::choice("--views", name, choices.iter().map(|view| view.name()));
            views.push(view(name).ok_or_else(choice)?);
        }
        if views.len() > VIEWS_LIMIT {
            return Err(CliError::Views { most: VIEWS_LIMIT });
        }
        let mut session = self.common.session(&encoding, &self.dimensions)?;
        session.views.own_scales = self.own_scales;
        Ok(Figured {
            views,
            session,
            own_scales: self.own_scales,
        })
    }
}

impl Difference {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let first = self.common.spec.encoding()?;
        let second = self.second(&first)?;
        let mut session = self.common.session(&first, &self.dimensions)?;
        session.versus = Some(Versus {
            spec: second.spec().clone(),
            aligned: self.is_aligned()?,
            ..Versus::default()
        });
        Ok(Figured::of(Shown::Difference, session))
    }

    /// The second table: the one that is described, else that of the session.
    pub(super) fn second(&self, first: &Encoding) -> Result<Encoding, CliError> {
        match (&self.versus, self.compared()?) {
            (Some(text), _) => versus(first, text),
            (None, Some(compared)) => Ok(Encoding::new(compared.spec)?),
            (None, None) => Err(CliError::NotCompared),
        }
    }

    /// Whether the second one's columns are put in the order of the first's.
    pub(super) fn is_aligned(&self) -> Result<bool, CliError> {
        let of_session = || Ok(self.compared()?.is_some_and(|compared| compared.aligned));
        if self.aligned || self.versus.is_some() {
            Ok(self.aligned)
        } else {
            of_session()
        }
    }

    /// What the session of `--session` compares.
    fn compared(&self) -> Result<Option<Versus>, CliError> {
        Ok(self.common.spec.opened()?.and_then(|opened| opened.session.versus))
    }
}

impl Bias {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let (encoding, head) = self.chosen()?;
        relation_figured(&self.common, &encoding, Some(head))
    }

    /// The encoding and the head.
    pub(super) fn chosen(&self) -> Result<(Encoding, usize), CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Bias, "export bias")?;
        let heads = encoding.d_model();
        let head = match self.head.as_deref() {
            None => 0,
            Some(text) => {
                let head = text.trim().parse().ok().filter(|&head: &usize| head < heads);
                head.ok_or_else(|| CliError::Head {
                    text: shown(text),
                    heads,
                })?
            }
        };
        Ok((encoding, head))
    }
}

impl ThreeWays {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let [_, _, sinusoidal] = three_ways::encodings(&self.common.spec.for_several_schemes()?)?;
        let mut session = self.common.session(&sinusoidal, &self.dimensions)?;
        session.views.own_scales = self.own_scales;
        Ok(Figured::of(Shown::ThreeWays, session))
    }
}

/// What a table says of every two positions; a head is one that the encoding has.
fn relation_figured(common: &Common, encoding: &Encoding, head: Option<usize>) -> Result<Figured, CliError> {
    common.figure.without_transpose()?;
    let mut session = common.session(encoding, &Dimensions::default())?;
    if let Some(dimension) = Relation::new(encoding, head.unwrap_or(0)).head() {
        session.views.pin = Some(Pin { position: 0, dimension });
    }
    Ok(Figured::of(Shown::Relation, session))
}

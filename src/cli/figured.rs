//! From the arguments of `export VIEW` to what its figure shows.

use crate::encoding::{Encoding, Kind};
use crate::figure::three_ways;
use crate::figure::views::{FigureError, View as Shown};
use crate::session::{LANES_LIMIT, Pin, Session, Versus};

use super::error::{CliError, shown};
use super::export::{
    Bands, Bias, Common, Difference, Heatmap, Page, Similarity, Simple, Strategies, ThreeWays, VIEWS_LIMIT, View,
};
use super::figure::{Dimensions, whole};
use super::spec::versus;

/// What a figure shows.
#[derive(Debug)]
pub struct Figured {
    /// From the top.
    pub views: Vec<Shown>,
    /// What is looked at, and how.
    pub session: Session,
    /// The encoding in front of it.
    pub encoding: Encoding,
    /// Whether the views of a page have ranges of their own.
    pub own_scales: bool,
}

impl Figured {
    pub(super) fn of(view: Shown, encoding: Encoding, session: Session) -> Self {
        Self {
            views: vec![view],
            session,
            encoding,
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
        let encoding = self.common.spec.encoding()?;
        let session = self.common.session(&encoding, &self.dimensions)?;
        Ok(Figured::of(Shown::Heatmap, encoding, session))
    }
}

impl Simple {
    pub(super) fn scores_figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Rotation, "export scores")?;
        relation_figured(&self.common, encoding, 0)
    }

    pub(super) fn wavelengths_figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        self.common.figure.without_cells()?;
        let session = self.common.session(&encoding, &Dimensions::default())?;
        Ok(Figured::of(Shown::Wavelengths, encoding, session))
    }
}

impl Similarity {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
        self.common.figure.without_transpose()?;
        let mut session = self.common.session(&encoding, &Dimensions::default())?;
        session.views.log_offsets = self.log_offsets;
        Ok(Figured::of(Shown::Similarity, encoding, session))
    }
}

impl Bands {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
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
        Ok(Figured::of(Shown::Bands, encoding, session))
    }
}

impl Page {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding()?;
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
            encoding,
            own_scales: self.own_scales,
        })
    }
}

impl Difference {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let (first, versus) = self.pair()?;
        let mut session = self.common.session(&first, &self.dimensions)?;
        session.versus = Some(versus);
        Ok(Figured::of(Shown::Difference, first, session))
    }

    /// The first table, and what it is compared with: what is described, else what the session
    /// compares.
    fn pair(&self) -> Result<(Encoding, Versus), CliError> {
        let first = self.common.spec.encoding()?;
        if let Some(text) = &self.versus {
            let second = versus(&first, text)?;
            let versus = Versus {
                spec: second.spec().clone(),
                aligned: self.aligned,
                ..Versus::default()
            };
            return Ok((first, versus));
        }
        let opened = self.common.spec.opened()?;
        let compared = opened.and_then(|opened| opened.session.versus);
        let compared = compared.ok_or(FigureError::NotCompared)?;
        let versus = Versus {
            spec: compared.spec,
            aligned: self.aligned || compared.aligned,
            ..Versus::default()
        };
        Ok((first, versus))
    }
}

impl Bias {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Bias, "export bias")?;
        let head = match &self.head {
            None => 0,
            Some(text) => whole("--head", text, (0, encoding.d_model() - 1))?,
        };
        relation_figured(&self.common, encoding, head)
    }
}

impl ThreeWays {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let [_, _, sinusoidal] = three_ways::encodings(&self.common.spec.for_several_schemes()?)?;
        let mut session = self.common.session(&sinusoidal, &self.dimensions)?;
        session.views.own_scales = self.own_scales;
        Ok(Figured::of(Shown::ThreeWays, sinusoidal, session))
    }
}

impl Strategies {
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.for_strategies()?;
        let session = self.common.session(&encoding, &self.dimensions)?;
        Ok(Figured::of(Shown::Strategies, encoding, session))
    }
}

/// What a table says of every two positions; a head is one that the encoding has.
fn relation_figured(common: &Common, encoding: Encoding, head: usize) -> Result<Figured, CliError> {
    common.figure.without_transpose()?;
    let mut session = common.session(&encoding, &Dimensions::default())?;
    session.views.pin = Some(Pin {
        position: 0,
        dimension: head,
    });
    Ok(Figured::of(Shown::Relation, encoding, session))
}

//! The views as figures: from what is looked at to a described figure.
//!
//! | file | what it makes |
//! |---|---|
//! | `heatmap` | the table |
//! | `bands` | single frequencies as lanes |
//! | `relation` | similarity, scores, biases: the matrix and its curve |
//! | `strips` | three ways, and what is done beyond the trained length |
//! | `difference` | A, B and B - A |
//! | `wavelengths` | how slow each pair is |
//! | `sheet` | one view, or a page of several, on its paper |

mod bands;
mod difference;
mod heatmap;
mod relation;
mod sheet;
mod strips;
mod wavelengths;

use crate::analysis::{Parting, Relation, aligned, overflow};
use crate::encoding::{Encoding, Kind, SpecError, one_of};
use crate::field::{Cancel, Field, ReduceError, Span};
use crate::session::{Session, Views};
use crate::text::{Language, overflow_words, scheme_name};
use crate::tr;

use super::colormap::Palette;
use super::draw::DrawError;
use super::page::{Axis, Bar, Cells, Content, Mark, Panel, Row, Scale};
use super::paper::PaperError;
use super::plain::Look;
use super::render::RenderError;

pub use sheet::{Sheet, figure, figure_keeping};

one_of! {
    /// What a figure shows.
    pub enum View {
        /// The table.
        Heatmap = "heatmap",
        /// Single frequencies as lanes.
        Bands = "bands",
        /// The cosine of every two rows, and the curve of it.
        Similarity = "similarity",
        /// The score of every query and key, or the bias added to it, and the curve of it; the
        /// cosine for added vectors.
        Relation = "relation",
        /// Index, normalized and sinusoidal as strips.
        ThreeWays = "three-ways",
        /// A, B and B - A.
        Difference = "difference",
        /// What can be done beyond the trained length, as strips.
        Strategies = "strategies",
        /// How slow each pair is.
        Wavelengths = "wavelengths",
    }
}

/// What is looked at, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The encoding in front.
    pub encoding: Encoding,
    /// A and B, where two are compared; B with its columns in the order in which it is shown.
    pub compared: Option<(Encoding, Encoding)>,
    /// Colours, order, spans, lanes, pin.
    pub views: Views,
    /// The range of the colours, unless it is the view's own.
    pub range: Option<(f64, f64)>,
    /// Where A and B differ most, where that was looked for already.
    pub largest: Option<Parting>,
    /// The language of words.
    pub language: Language,
    /// The position that is marked, where one is: its column is framed, and what is said of every
    /// two positions is said of this one and all others.
    pub held: Option<usize>,
    /// Whether a lane that the encoding has no band for is empty, instead of left out.
    pub keeps_lanes: bool,
}

/// Why there is no figure.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// One of the encodings that it shows is refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Something that it says was not computed.
    #[error(transparent)]
    NotComputed(#[from] ReduceError),
    /// The sheet has no such size.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// It was not drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// No file came of it.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A scheme without waves.
    #[error("{0} has no wavelengths")]
    NoWavelengths(&'static str),
    /// There is no second encoding.
    #[error("there is no second encoding")]
    NotCompared,
    /// Two tables that cannot be subtracted.
    #[error("{first} and {second} dimensions")]
    Widths {
        /// Columns of A.
        first: usize,
        /// Columns of B.
        second: usize,
    },
    /// A scheme that has no strategies.
    #[error("{0} has no strategies")]
    NoStrategies(&'static str),
    /// A trained length that no position is beyond, or none.
    #[error("no position is beyond the trained length")]
    NothingBeyond {
        /// Positions of the table.
        max_len: usize,
    },
}

/// What a view puts on a sheet.
#[derive(Debug)]
struct Block {
    title: String,
    /// Above its first panel on a page that says the scheme; empty where panels have titles.
    short: String,
    rows: Vec<Row>,
    notes: Vec<String>,
    /// How many times as high as wide it wants to be.
    tall: f64,
}

impl Subject {
    /// What a session looks at.
    ///
    /// # Errors
    /// [`SpecError`], where a specification is refused.
    pub fn of(session: &Session, language: Language) -> Result<Self, SpecError> {
        let front = Encoding::new(session.spec.clone())?;
        let compared = match &session.versus {
            None => None,
            Some(versus) => {
                let other = Encoding::new(versus.spec.clone())?;
                let (a, b) = if versus.front_is_b {
                    (other, front.clone())
                } else {
                    (front.clone(), other)
                };
                let shown = if versus.aligned { aligned(&a, &b) } else { b };
                Some((a, shown))
            }
        };
        Ok(Self {
            encoding: front,
            compared,
            views: session.views.clone(),
            range: None,
            largest: None,
            language,
            held: None,
            keeps_lanes: false,
        })
    }

    /// What a view shows of this.
    fn block(&self, view: View, cancel: &Cancel) -> Result<Block, FigureError> {
        match view {
            View::Heatmap => Ok(heatmap::block(self)),
            View::Bands => Ok(bands::block(self)),
            View::Similarity => Ok(relation::block(self, &Relation::cosines(&self.encoding))),
            View::Relation => Ok(relation::block(self, &Relation::new(&self.encoding, self.head()))),
            View::ThreeWays => strips::three_ways(self),
            View::Difference => difference::block(self, cancel),
            View::Strategies => strips::beyond(self),
            View::Wavelengths => wavelengths::block(self),
        }
    }

    fn scheme(&self) -> String {
        scheme_name(self.encoding.spec().scheme, self.language)
    }

    fn palette(&self, own: (f64, f64)) -> Palette {
        let (low, high) = self.range.unwrap_or(own);
        Palette::new(self.views.color_map, self.views.reversed, low, high)
    }

    /// The positions and the dimensions in view.
    fn window(&self, encoding: &Encoding) -> (Span, Span) {
        self.views.window((encoding.max_len(), encoding.d_model()))
    }

    /// The head whose bias is shown.
    fn head(&self) -> usize {
        self.views.pin.map_or(0, |pin| pin.dimension)
    }

    /// Cells of a table with positions to the right (upward, where that is chosen).
    fn table_panel(&self, field: Field, palette: Palette, names: [String; 2], hatch_outside: bool) -> Panel {
        let (rows, columns) = field.shape();
        let (rows, columns) = self.views.window((rows, columns));
        let [row_name, column_name] = names;
        let rows_axis = Axis::new(row_name, Scale::Cells(rows));
        let columns_axis = Axis::new(column_name, Scale::Cells(columns));
        let transposed = self.views.transposed;
        let (x, y) = if transposed {
            (columns_axis, rows_axis)
        } else {
            (rows_axis, columns_axis)
        };
        let cells = Cells {
            look: Look {
                field,
                palette,
                hatch_outside,
            },
            rows,
            columns,
            transposed,
        };
        Panel::new(x, y, Content::Cells(Box::new(cells)))
    }

    /// Which rows of a table have no numbers.
    fn overflow(&self, encoding: &Encoding) -> Option<String> {
        overflow(encoding).map(|found| overflow_words(found, self.language))
    }

    /// The mark of the trained length of an encoding, along its positions.
    fn trained_mark(&self, encoding: &Encoding, is_x: bool) -> Vec<Mark> {
        let Some(end) = encoding.trained_end() else {
            return Vec::new();
        };
        #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
        let at = end as f64;
        let words = tr!(self.language, "trained.label_length", length = crate::text::count(end));
        vec![Mark {
            at,
            is_x,
            is_held: false,
            words: words.into_owned(),
        }]
    }

    /// The mark of the position that is held, along the positions of a table.
    fn held_mark(&self, is_x: bool) -> Option<Mark> {
        #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
        let mark = |held: usize| Mark {
            at: held as f64,
            is_x,
            is_held: true,
            words: self.held_words(held),
        };
        self.held.map(mark)
    }

    /// `position 12`.
    fn held_words(&self, held: usize) -> String {
        let key = match self.encoding.kind() {
            Kind::Added | Kind::Rotation => "animation.position",
            Kind::Bias => "animation.offset",
        };
        tr!(self.language, key, position = crate::text::count(held)).into_owned()
    }

    /// The colour bar of values.
    fn bar(&self, palette: Palette, key: &str, is_shared: bool) -> Option<Bar> {
        Some(Bar {
            palette,
            name: tr!(self.language, key).into_owned(),
            is_shared,
        })
    }
}

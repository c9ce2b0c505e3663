//! Questions that may take long to answer, and what answers them.
//!
//! A [`Query`] is plain data: a question, with the type and the cost of its answer. Code that draws
//! asks through [`Answers`], under a [`Key`] that identifies it, and does not know what answers:
//! [`InPlace`] at once, or the desk of the window in its own time, with an older answer to show
//! until then.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use super::{Cancel, ReduceError};

/// A question as plain data. Equal queries have equal answers.
pub trait Query: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The name of the query as text; no two queries share a name.
    const NAME: &'static str;

    /// The type of the answer.
    type Answer: Send + Sync + 'static;

    /// Estimates the time of [`Self::answer`] on one core, in milliseconds.
    fn cost_ms(&self, last: Option<Last<'_, Self>>) -> f64;

    /// Computes the answer, reusing the last one if that saves work; the answer is the same without it.
    ///
    /// # Errors
    /// [`ReduceError::Cancelled`] if the flag was raised, and every other reason to refuse the query.
    fn answer(&self, last: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Self::Answer, ReduceError>;
}

/// An earlier query under the same key, and its answer.
#[derive(Debug)]
pub struct Last<'a, Q: Query> {
    /// The earlier query.
    pub query: &'a Q,
    /// Its answer.
    pub answer: &'a Q::Answer,
}

impl<Q: Query> Clone for Last<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Query> Copy for Last<'_, Q> {}

/// Identifies who asks. It is never an index into something that changes, so answers are not mixed up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// The pane or sheet; 0 if there is only one.
    pub place: u64,
    /// The name of the view.
    pub view: &'static str,
    /// The part of the view: `cells:a`, `lane:3`.
    pub part: Cow<'static, str>,
}

impl Key {
    /// Returns the key of a part of a view that exists in one place only.
    pub fn new(view: &'static str, part: impl Into<Cow<'static, str>>) -> Self {
        Self {
            place: 0,
            view,
            part: part.into(),
        }
    }
}

/// The reply to a query: an answer, if there is one, and its state.
#[derive(Clone, Debug)]
pub struct Reply<Q: Query> {
    /// The newest answer with its query: the query asked, or an earlier one under the same key
    /// while the new answer is being computed.
    pub seen: Option<(Arc<Q>, Arc<Q::Answer>)>,
    /// Distinguishes the answers of a key, for code that keeps something made of them: no two
    /// answers of one desk have the same version.
    pub version: u64,
    /// Whether `seen` is the answer to the query asked.
    pub state: State,
}

/// The progress of the answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// The answer is there.
    Current,
    /// The answer is being computed.
    Pending {
        /// The share of the work that is done, 0 to 1; `None` until the work has taken a while.
        progress: Option<f32>,
    },
    /// There will be no answer.
    Failed(ReduceError),
}

impl<Q: Query> Reply<Q> {
    /// Returns the newest answer, possibly to an older query.
    pub fn answer(&self) -> Option<&Q::Answer> {
        self.seen.as_ref().map(|(_, answer)| &**answer)
    }

    /// Returns the answer to the query asked; `None` until it is there.
    pub fn current(&self) -> Option<&Q::Answer> {
        self.answer().filter(|_| self.state == State::Current)
    }

    /// Returns how much of the work is done, 0 to 1; `None` until the work has taken a while.
    pub fn progress(&self) -> Option<f32> {
        match self.state {
            State::Pending { progress } => progress,
            State::Current | State::Failed(_) => None,
        }
    }

    /// Returns the reason why the query has no answer.
    pub fn error(&self) -> Option<&ReduceError> {
        match &self.state {
            State::Failed(error) => Some(error),
            State::Current | State::Pending { .. } => None,
        }
    }
}

/// What answers queries. Callers use `ask`; implementors provide [`Self::ask_any`].
pub trait Answers {
    /// Replies to a query of any type.
    fn ask_any(&mut self, key: &Key, query: Arc<dyn AnyQuery>) -> AnyReply;
}

impl dyn Answers + '_ {
    /// Replies to a query.
    pub fn ask<Q: Query>(&mut self, key: &Key, query: Q) -> Reply<Q> {
        let AnyReply { seen, version, state } = self.ask_any(key, Arc::new(query));
        Reply {
            seen: seen.and_then(|seen| seen.typed()),
            version,
            state,
        }
    }
}

/// A query of any type; every [`Query`] is one.
pub trait AnyQuery: Any + Debug + Send + Sync {
    /// Returns the name of the query.
    fn name(&self) -> &'static str;

    /// Whether `other` is the same query: of the same type, and equal.
    fn equals(&self, other: &dyn AnyQuery) -> bool;

    /// Estimates as [`Query::cost_ms`] does; a last answer to a query of another type is ignored.
    fn cost_ms_any(&self, last: Option<&Answered>) -> f64;

    /// Answers as [`Query::answer`] does.
    ///
    /// # Errors
    /// As for [`Query::answer`].
    fn answer_any(self: Arc<Self>, last: Option<&Answered>, cancel: &Cancel) -> Result<Answered, ReduceError>;
}

/// A query of any type, with its answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The query that was asked.
    pub query: Arc<dyn AnyQuery>,
    answer: Arc<dyn Any + Send + Sync>,
}

/// The reply to a query of any type; see [`Reply`].
#[derive(Clone, Debug)]
pub struct AnyReply {
    /// See [`Reply::seen`].
    pub seen: Option<Answered>,
    /// See [`Reply::version`].
    pub version: u64,
    /// See [`Reply::state`].
    pub state: State,
}

impl Answered {
    /// Returns query and answer by their types; `None` if the query is of another type.
    fn typed<Q: Query>(self) -> Option<(Arc<Q>, Arc<Q::Answer>)> {
        let query: Arc<dyn Any + Send + Sync> = self.query;
        Some((query.downcast().ok()?, self.answer.downcast().ok()?))
    }

    fn last<Q: Query>(&self) -> Option<Last<'_, Q>> {
        let query: &dyn Any = &*self.query;
        Some(Last {
            query: query.downcast_ref()?,
            answer: self.answer.downcast_ref()?,
        })
    }
}

impl<Q: Query> AnyQuery for Q {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn equals(&self, other: &dyn AnyQuery) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Q>() == Some(self)
    }

    fn cost_ms_any(&self, last: Option<&Answered>) -> f64 {
        self.cost_ms(last.and_then(Answered::last))
    }

    fn answer_any(self: Arc<Self>, last: Option<&Answered>, cancel: &Cancel) -> Result<Answered, ReduceError> {
        let answer = self.answer(last.and_then(Answered::last), cancel)?;
        Ok(Answered {
            query: self,
            answer: Arc::new(answer),
        })
    }
}

/// Answers at once, and keeps what it answered: for figures, stills and tests.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::{Answers, Cancel, Field, InPlace, Key, FieldPicture, Reduction, Window};
/// let field = Field::table(Encoding::new(Spec { d_model: 2, ..Spec::default() })?);
/// let window = Window::exact(field.shape());
/// let cancel = Cancel::default();
/// let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
/// let reply = answers.ask(&Key::new("heatmap", "table"), FieldPicture { field, reduction: Reduction::Mean, window });
/// assert_eq!(reply.current().map(|raster| raster.at(1, 0)), Some(1f32.sin()));
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[derive(Debug)]
pub struct InPlace<'a> {
    cancel: &'a Cancel,
    kept: Vec<Answered>,
}

impl<'a> InPlace<'a> {
    /// Creates a source of answers. Raising `cancel` fails the current query and all later ones.
    pub fn new(cancel: &'a Cancel) -> Self {
        Self {
            cancel,
            kept: Vec::new(),
        }
    }
}

impl Answers for InPlace<'_> {
    /// Ignores the key: equal queries have one answer.
    fn ask_any(&mut self, _key: &Key, query: Arc<dyn AnyQuery>) -> AnyReply {
        let known = self.kept.iter().position(|kept| query.equals(&*kept.query));
        let result = match known {
            Some(place) => Ok(place),
            None => query.answer_any(None, self.cancel).map(|answered| {
                self.kept.push(answered);
                self.kept.len() - 1
            }),
        };
        match result {
            Ok(place) => AnyReply {
                seen: self.kept.get(place).cloned(),
                version: place as u64,
                state: State::Current,
            },
            Err(error) => AnyReply {
                seen: None,
                version: 0,
                state: State::Failed(error),
            },
        }
    }
}

//! What is computed, kept and waited for.
//!
//! A view asks a [`Question`] each frame. The [`Desk`] keeps the last answer of
//! each view and gives it back as long as the question is equal. A new question
//! that is quick is answered at once; another one goes to a thread, and until
//! its answer comes the view has the last one to show.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use eframe::egui;

use crate::analysis::strategies::{Strategies, Variant};
use crate::analysis::three_ways::{ThreeWays, Way};
use crate::analysis::{PairWave, PairWaves, Parted, Partings, Trace, Traces};
use crate::encoding::{Encoding, Spec};
use crate::field::{Axis, Cancel, Field, Last, Offsets, Picture, Query, Raster, ReduceError, Reduction, Window};

/// Work estimated above this goes to a thread.
const AT_ONCE_MS: f64 = 8.0;

/// After so long a wait a progress bar is shown.
const PROGRESS_AFTER: Duration = Duration::from_millis(300);

/// The threads of slow work: other than those on which quick questions of the
/// same frame are answered, which would have to wait for it.
fn background() -> Option<&'static rayon::ThreadPool> {
    static POOL: LazyLock<Option<rayon::ThreadPool>> = LazyLock::new(|| rayon::ThreadPoolBuilder::new().build().ok());
    POOL.as_ref()
}

/// What a view wants to know. Equal questions have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A window onto a field.
    Picture {
        /// Of what.
        field: Field,
        /// What a pixel says.
        reduction: Reduction,
        /// Which part, in how many pixels.
        window: Window,
    },
    /// Columns of a table along the positions.
    Traces {
        /// Whose columns.
        encoding: Encoding,
        /// Which columns.
        columns: Vec<usize>,
        /// Which positions, in how many pixels.
        axis: Axis,
    },
    /// The mean cosines over offsets from each edge to the next one.
    Offsets {
        /// Whose.
        encoding: Encoding,
        /// They rise.
        edges: Vec<usize>,
    },
    /// The three encodings of this specification that are compared, whatever
    /// its own scheme.
    Ways(Spec),
    /// This specification with each strategy beyond the trained length.
    Strategies(Spec),
    /// How slow the pairs are.
    Pairs(Encoding),
    /// Where two tables part.
    Partings {
        /// The one that is taken away.
        a: Encoding,
        /// The one that it is taken from.
        b: Encoding,
        /// Differences up to this are none.
        tolerance: f64,
    },
}

/// What it is.
#[derive(Clone, Debug)]
pub enum Answer {
    /// To [`Question::Picture`].
    Picture(Arc<Raster>),
    /// To [`Question::Traces`], one a column.
    Traces(Vec<Trace>),
    /// To [`Question::Offsets`].
    Offsets(Vec<f64>),
    /// To [`Question::Ways`], from the top.
    Ways(Vec<Way>),
    /// To [`Question::Strategies`], from the top.
    Strategies(Vec<Variant>),
    /// To [`Question::Pairs`].
    Pairs(Arc<[PairWave]>),
    /// To [`Question::Partings`].
    Partings(Parted),
}

/// The last answer as one to a query of this type.
fn last_of<'a, Q: Query>(query: &'a Option<Q>, answer: Option<&'a Q::Answer>) -> Option<Last<'a, Q>> {
    Some(Last {
        query: query.as_ref()?,
        answer: answer?,
    })
}

impl Question {
    fn picture(&self) -> Option<Picture> {
        match self.clone() {
            Self::Picture {
                field,
                reduction,
                window,
            } => Some(Picture {
                field,
                reduction,
                window,
            }),
            _ => None,
        }
    }

    fn partings(&self) -> Option<Partings> {
        match self.clone() {
            Self::Partings { a, b, tolerance } => Some(Partings { a, b, tolerance }),
            _ => None,
        }
    }

    /// How long an answer will take, with the last one at hand.
    fn cost_ms(&self, last: Option<&(Self, Answer)>) -> f64 {
        let none = &Cancel::default();
        self.work(last, none, true).map_or_else(|cost| cost, |_| 0.0)
    }

    fn answer(&self, last: Option<&(Self, Answer)>, cancel: &Cancel) -> Result<Answer, ReduceError> {
        self.work(last, cancel, false).unwrap_or(Err(ReduceError::Cancelled))
    }

    /// The answer, or what it costs.
    fn work(
        &self,
        last: Option<&(Self, Answer)>,
        cancel: &Cancel,
        costs: bool,
    ) -> Result<Result<Answer, ReduceError>, f64> {
        fn done<Q: Query>(
            query: &Q,
            last: Option<Last<'_, Q>>,
            (cancel, costs): (&Cancel, bool),
            wrap: fn(Q::Answer) -> Answer,
        ) -> Result<Result<Answer, ReduceError>, f64> {
            if costs {
                return Err(query.cost_ms(last));
            }
            Ok(query.answer(last, cancel).map(wrap))
        }
        let how = (cancel, costs);
        match self.clone() {
            Self::Picture {
                field,
                reduction,
                window,
            } => {
                let query = last.and_then(|(question, _)| question.picture());
                let answer = match last {
                    Some((_, Answer::Picture(raster))) => Some(&**raster),
                    _ => None,
                };
                let picture = Picture {
                    field,
                    reduction,
                    window,
                };
                done(&picture, last_of(&query, answer), how, |raster| {
                    Answer::Picture(Arc::new(raster))
                })
            }
            Self::Traces {
                encoding,
                columns,
                axis,
            } => {
                let query = Traces {
                    encoding,
                    columns,
                    axis,
                };
                done(&query, None, how, Answer::Traces)
            }
            Self::Offsets { encoding, edges } => done(&Offsets { encoding, edges }, None, how, Answer::Offsets),
            Self::Ways(spec) => done(&ThreeWays { spec }, None, how, Answer::Ways),
            Self::Strategies(spec) => done(&Strategies { spec }, None, how, Answer::Strategies),
            Self::Pairs(encoding) => done(&PairWaves { encoding }, None, how, |pairs| Answer::Pairs(pairs.into())),
            Self::Partings { a, b, tolerance } => {
                let query = last.and_then(|(question, _)| question.partings());
                let answer = match last {
                    Some((_, Answer::Partings(found))) => Some(found),
                    _ => None,
                };
                let partings = Partings { a, b, tolerance };
                done(&partings, last_of(&query, answer), how, Answer::Partings)
            }
        }
    }
}

/// Who asks: each has one answer kept and at most one under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The heatmap.
    Heatmap,
    /// The similarity matrix.
    Matrix,
    /// The similarity curve.
    Curve,
    /// The curve of a bias for keys after the query.
    CurveAfter,
    /// The similarity curve as it was.
    GhostCurve,
    /// The lanes of the bands.
    Lanes,
    /// The lanes as they were.
    GhostLanes,
    /// What the three ways are.
    Ways,
    /// The picture of one of them.
    Way(usize),
    /// What the strategies are.
    Strategies,
    /// The picture of one of them.
    Strategy(usize),
    /// How slow the pairs are.
    Pairs,
    /// The picture of A, where two are compared.
    SideA,
    /// The picture of B.
    SideB,
    /// The picture of the difference.
    Difference,
    /// Where A and B part.
    Partings,
    /// The lanes of B.
    LanesOfB,
}

impl Slot {
    /// Those that only a comparison has.
    pub const VERSUS: [Self; 5] = [
        Self::SideA,
        Self::SideB,
        Self::Difference,
        Self::Partings,
        Self::LanesOfB,
    ];

    /// Those of the strategies.
    pub const STRATEGIES: [Self; 6] = [
        Self::Strategies,
        Self::Strategy(0),
        Self::Strategy(1),
        Self::Strategy(2),
        Self::Strategy(3),
        Self::Strategy(4),
    ];

    /// Those of the three ways.
    pub const THREE: [Self; 4] = [Self::Ways, Self::Way(0), Self::Way(1), Self::Way(2)];
}

/// What the desk has for a question.
pub struct Reply<'a> {
    /// The newest answer, with the question that it answers: the one asked, or
    /// an earlier one while the new answer is under way.
    pub answer: Option<(&'a Question, &'a Answer)>,
    /// Counts the answers of this slot, for whoever keeps something made of
    /// them.
    pub version: u64,
    /// How far the work is, once it takes long.
    pub progress: Option<f32>,
    /// Why the question has no answer.
    pub error: Option<&'a ReduceError>,
}

#[derive(Default)]
struct Entry {
    answer: Option<(Question, Answer)>,
    version: u64,
    failed: Option<(Question, ReduceError)>,
    under_way: Option<UnderWay>,
}

struct UnderWay {
    question: Question,
    cancel: Cancel,
    since: Instant,
    number: u64,
}

struct Done {
    slot: Slot,
    number: u64,
    result: Result<Answer, ReduceError>,
}

/// Keeps answers, and has slow ones worked out elsewhere.
pub struct Desk {
    entries: HashMap<Slot, Entry>,
    number: u64,
    sender: Sender<Done>,
    receiver: Receiver<Done>,
}

impl Default for Desk {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            entries: HashMap::new(),
            number: 0,
            sender,
            receiver,
        }
    }
}

impl Desk {
    /// Takes in what has come since. Once a frame, before the views ask.
    pub fn collect(&mut self) {
        while let Ok(done) = self.receiver.try_recv() {
            let Some(entry) = self.entries.get_mut(&done.slot) else {
                continue;
            };
            // An answer that nobody waits for any more is dropped.
            let Some(under_way) = entry.under_way.take_if(|under_way| under_way.number == done.number) else {
                continue;
            };
            entry.settle(under_way.question, done.result);
        }
    }

    /// The answer, if there is one. If there is none it is worked out: at once
    /// where that is quick, else elsewhere, and the window is drawn again when
    /// it is there.
    pub fn ask(&mut self, ctx: &egui::Context, slot: Slot, question: &Question) -> Reply<'_> {
        let entry = self.entries.entry(slot).or_default();
        if entry.lacks(question) {
            let is_quick = question.cost_ms(entry.answer.as_ref()) <= AT_ONCE_MS;
            // A thread that is nearly done is left to finish: its answer is
            // newer than what is shown. One that takes long is given up.
            let busy = entry
                .under_way
                .as_ref()
                .is_some_and(|under_way| under_way.since.elapsed() < PROGRESS_AFTER);
            if is_quick || !busy {
                entry.give_up();
            }
            if is_quick {
                let result = question.answer(entry.answer.as_ref(), &Cancel::default());
                entry.settle(question.clone(), result);
            } else if !busy {
                self.number += 1;
                entry.send_off(question, slot, self.number, &self.sender, ctx);
            }
        }
        let progress = entry.under_way.as_ref().and_then(|under_way| {
            let waited = under_way.since.elapsed();
            let shows = waited >= PROGRESS_AFTER;
            ctx.request_repaint_after(if shows {
                Duration::from_millis(100)
            } else {
                PROGRESS_AFTER - waited
            });
            shows.then(|| under_way.cancel.fraction())
        });
        Reply {
            answer: entry.answer.as_ref().map(|(question, answer)| (question, answer)),
            version: entry.version,
            progress,
            error: entry
                .failed
                .as_ref()
                .filter(|(failed, _)| failed == question)
                .map(|(_, error)| error),
        }
    }

    /// Gives up what is under way for a view. Its question stays unanswered
    /// until it changes.
    pub fn cancel(&mut self, slot: Slot) {
        if let Some(entry) = self.entries.get_mut(&slot)
            && let Some(under_way) = entry.under_way.take()
        {
            under_way.cancel.raise();
            entry.failed = Some((under_way.question, ReduceError::Cancelled));
        }
    }

    /// Forgets what nobody asks for any more, and gives up what is under way
    /// for it.
    pub fn leave(&mut self, slots: &[Slot]) {
        for slot in slots {
            if let Some(mut entry) = self.entries.remove(slot) {
                entry.give_up();
            }
        }
    }

    /// Whether anything is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.entries.values().any(|entry| entry.under_way.is_some())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.entries.values_mut().for_each(Entry::give_up);
    }
}

impl Entry {
    fn lacks(&self, question: &Question) -> bool {
        let is = |asked: &Question| asked == question;
        !self.answer.as_ref().is_some_and(|(asked, _)| is(asked))
            && !self.failed.as_ref().is_some_and(|(asked, _)| is(asked))
            && !self.under_way.as_ref().is_some_and(|under_way| is(&under_way.question))
    }

    fn settle(&mut self, question: Question, result: Result<Answer, ReduceError>) {
        match result {
            Ok(answer) => {
                self.answer = Some((question, answer));
                self.failed = None;
                self.version += 1;
            }
            Err(error) => self.failed = Some((question, error)),
        }
    }

    fn give_up(&mut self) {
        if let Some(under_way) = self.under_way.take() {
            under_way.cancel.raise();
        }
    }

    fn send_off(&mut self, question: &Question, slot: Slot, number: u64, sender: &Sender<Done>, ctx: &egui::Context) {
        let cancel = Cancel::default();
        let job = {
            let (question, cancel, sender, ctx) = (question.clone(), cancel.clone(), sender.clone(), ctx.clone());
            let last = self.answer.clone();
            move || {
                let answer = || question.answer(last.as_ref(), &cancel);
                let result = background().map_or_else(answer, |pool| pool.install(answer));
                // The desk may be gone; then nobody waits.
                let _ = sender.send(Done { slot, number, result });
                ctx.request_repaint();
            }
        };
        if std::thread::Builder::new()
            .name("poscope-worker".to_owned())
            .spawn(job)
            .is_ok()
        {
            let since = Instant::now();
            self.under_way = Some(UnderWay {
                question: question.clone(),
                cancel,
                since,
                number,
            });
        }
    }
}

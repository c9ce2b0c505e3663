//! What is computed, cached and waited for.
//!
//! A view asks a query each frame. The [`Desk`] keeps the last answer under each key and returns it while the
//! query is equal. A new query that is quick is answered at once; a slow one goes to a thread, and until its
//! answer comes the view has the last one. A key that was not asked for in a frame is not on the screen: at the
//! end of the frame its answer is dropped and its work cancelled.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use eframe::egui::Context;

use super::work::Work;
use crate::field::{Answered, Answers, AnyQuery, AnyReply, Cancel, Key, ReduceError, State};

/// The limit on the estimated time of all queries answered within one frame, in milliseconds; the rest goes to
/// threads.
const FRAME_MS: f64 = 8.0;

/// A query below this cost, in milliseconds, is always answered at once: handing it over would take as long.
const HAND_OVER_MS: f64 = 0.1;

/// How long a query runs before its progress is shown.
const PROGRESS_AFTER: Duration = Duration::from_millis(300);

/// Returns the thread pool for slow work, separate from the one on which quick queries of a frame
/// are answered, so that these do not wait.
fn background() -> Option<&'static rayon::ThreadPool> {
    static POOL: LazyLock<Option<rayon::ThreadPool>> = LazyLock::new(|| rayon::ThreadPoolBuilder::new().build().ok());
    POOL.as_ref()
}

/// Caches answers, and has slow ones computed elsewhere.
pub struct Desk {
    /// Repainted when an answer arrives.
    ctx: Context,
    entries: HashMap<Key, DeskEntry>,
    /// The estimated time of the answers given in this frame.
    spent_ms: f64,
    /// The number of answers started so far, here or elsewhere.
    number: u64,
}

/// What is known under a key: at most one cached answer and at most one computation under way.
#[derive(Default)]
struct DeskEntry {
    answered: Option<Answered>,
    /// The number of the work that gave the answer.
    version: u64,
    failed: Option<(Arc<dyn AnyQuery>, ReduceError)>,
    under_way: Option<UnderWay>,
    /// Whether the key was asked for in this frame.
    is_asked: bool,
}

/// Work on a thread; dropping it cancels it.
struct UnderWay {
    query: Arc<dyn AnyQuery>,
    work: Work<Result<Answered, ReduceError>>,
    since: Instant,
    number: u64,
}

impl Desk {
    /// Returns an empty desk for the window of this context.
    pub fn new(ctx: &Context) -> Self {
        Self {
            ctx: ctx.clone(),
            entries: HashMap::new(),
            spent_ms: 0.0,
            number: 0,
        }
    }

    /// Collects answers that have arrived. Call it once per frame, before the views ask.
    pub fn collect(&mut self) {
        self.spent_ms = 0.0;
        for entry in self.entries.values_mut() {
            if let Some(result) = entry.under_way.as_ref().and_then(|under_way| under_way.work.news())
                && let Some(UnderWay { query, number, .. }) = entry.under_way.take()
            {
                entry.settle(query, number, result.unwrap_or(Err(ReduceError::Cancelled)));
            }
        }
    }

    /// Waits for all work under way.
    pub fn wait(&mut self) {
        for entry in self.entries.values_mut() {
            if let Some(UnderWay {
                query, work, number, ..
            }) = entry.under_way.take()
            {
                entry.settle(query, number, work.wait().unwrap_or(Err(ReduceError::Cancelled)));
            }
        }
    }

    /// Drops the keys that were not asked for since the last call, and cancels their work. Call it
    /// once per frame, after all views and dialogs have asked.
    pub fn forget_unasked(&mut self) {
        self.entries.retain(|_, entry| std::mem::take(&mut entry.is_asked));
    }

    /// Returns whether there is an entry under a key.
    pub fn knows(&self, key: &Key) -> bool {
        self.entries.contains_key(key)
    }

    /// Cancels the work under a key; its query fails as cancelled until it changes.
    pub fn cancel(&mut self, key: &Key) {
        if let Some(entry) = self.entries.get_mut(key)
            && let Some(work) = entry.under_way.take()
        {
            entry.failed = Some((work.query, ReduceError::Cancelled));
        }
    }

    /// Returns whether any work is under way.
    pub fn is_busy(&self) -> bool {
        self.entries.values().any(|entry| entry.under_way.is_some())
    }
}

impl Answers for Desk {
    /// Answers a new query at once if the frame has time for it, otherwise elsewhere; the window is
    /// repainted when the answer arrives.
    fn ask_any(&mut self, key: &Key, query: Arc<dyn AnyQuery>) -> AnyReply {
        let entry = self.entries.entry(key.clone()).or_default();
        entry.is_asked = true;
        if entry.lacks(&*query) {
            let cost = query.cost_ms_any(entry.answered.as_ref());
            let is_quick = cost <= HAND_OVER_MS || self.spent_ms + cost <= FRAME_MS;
            // Recent work is left to finish: its answer is newer than what is shown. Work that
            // takes long is cancelled.
            let is_new = |work: &UnderWay| work.since.elapsed() < PROGRESS_AFTER;
            if is_quick {
                self.spent_ms += cost;
                self.number += 1;
                entry.under_way = None;
                let result = query.clone().answer_any(entry.answered.as_ref(), &Cancel::default());
                entry.settle(query.clone(), self.number, result);
            } else if !entry.under_way.as_ref().is_some_and(is_new) {
                self.number += 1;
                let last = entry.answered.clone();
                entry.under_way = None; // cancelled before the next one starts
                entry.under_way = Some(UnderWay::start(&query, last, self.number, &self.ctx));
            }
        }
        AnyReply {
            state: entry.state(&*query, &self.ctx),
            seen: entry.answered.clone(),
            version: entry.version,
        }
    }
}

impl DeskEntry {
    fn has_answer_to(&self, query: &dyn AnyQuery) -> bool {
        let answered = self.answered.as_ref();
        answered.is_some_and(|answered| query.equals(&*answered.query))
    }

    fn lacks(&self, query: &dyn AnyQuery) -> bool {
        let is = |asked: &Arc<dyn AnyQuery>| query.equals(&**asked);
        !self.has_answer_to(query)
            && !self.failed.as_ref().is_some_and(|(asked, _)| is(asked))
            && !self.under_way.as_ref().is_some_and(|work| is(&work.query))
    }

    fn settle(&mut self, query: Arc<dyn AnyQuery>, number: u64, result: Result<Answered, ReduceError>) {
        match result {
            Ok(answered) => {
                self.answered = Some(answered);
                self.failed = None;
                self.version = number;
            }
            Err(error) => self.failed = Some((query, error)),
        }
    }

    /// Returns the state of a query that was just asked. If its work is under way, a repaint is
    /// requested to show the progress.
    fn state(&self, query: &dyn AnyQuery, ctx: &Context) -> State {
        if self.has_answer_to(query) {
            return State::Current;
        }
        if let Some((_, error)) = self.failed.as_ref().filter(|(asked, _)| query.equals(&**asked)) {
            return State::Failed(error.clone());
        }
        let progress = self.under_way.as_ref().and_then(|work| {
            let wait = PROGRESS_AFTER.saturating_sub(work.since.elapsed());
            let shows = wait.is_zero();
            ctx.request_repaint_after(if shows { Duration::from_millis(100) } else { wait });
            shows.then(|| work.work.cancel.fraction())
        });
        State::Pending { progress }
    }
}

impl UnderWay {
    /// Starts answering a query on a thread.
    fn start(query: &Arc<dyn AnyQuery>, last: Option<Answered>, number: u64, ctx: &Context) -> Self {
        let asked = query.clone();
        let work = move |cancel: &Cancel| {
            let answer = || asked.answer_any(last.as_ref(), cancel);
            match background() {
                Some(pool) => pool.install(answer),
                None => answer(),
            }
        };
        Self {
            query: query.clone(),
            work: Work::start(ctx, "worker", work),
            since: Instant::now(),
            number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Last, Query, Reply};

    /// A query answered with its number, at a given cost; if the flag is set it waits until cancelled.
    #[derive(Clone, PartialEq, Debug)]
    struct Costly(u32, f64, bool);

    impl Query for Costly {
        const NAME: &'static str = "costly";
        type Answer = u32;

        fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
            self.1
        }

        fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<u32, ReduceError> {
            while self.2 && !cancel.is_raised() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(self.0)
        }
    }

    fn ask(desk: &mut Desk, part: &'static str, query: Costly) -> Reply<Costly> {
        (desk as &mut dyn Answers).ask(&Key::new("test", part), query)
    }

    #[test]
    fn a_frame_answers_at_once_what_it_has_time_for_and_the_rest_comes_later() {
        let mut desk = Desk::new(&Context::default());
        assert_eq!(ask(&mut desk, "a", Costly(1, 5.0, false)).current(), Some(&1));
        assert_eq!(ask(&mut desk, "b", Costly(2, 5.0, false)).answer(), None);
        assert_eq!(ask(&mut desk, "c", Costly(3, 0.01, false)).current(), Some(&3));
        while desk.is_busy() {
            desk.collect();
        }
        assert_eq!(ask(&mut desk, "b", Costly(2, 5.0, false)).current(), Some(&2));
        // The last answer stays until there is a new one.
        let slow = ask(&mut desk, "b", Costly(5, 9.0, true));
        assert_eq!((slow.answer(), slow.current()), (Some(&2), None));
    }

    #[test]
    fn waiting_ends_when_every_answer_is_there() {
        let mut desk = Desk::new(&Context::default());
        for part in ["a", "b"] {
            assert_eq!(ask(&mut desk, part, Costly(7, 1e6, false)).answer(), None);
        }
        desk.wait();
        assert!(!desk.is_busy());
        for part in ["a", "b"] {
            assert_eq!(ask(&mut desk, part, Costly(7, 1e6, false)).current(), Some(&7));
        }
    }

    #[test]
    fn what_is_not_asked_for_in_a_frame_is_given_up_and_what_is_cancelled_is_so_by_its_key() {
        let mut desk = Desk::new(&Context::default());
        let slow = || Costly(1, 1e3, true);
        let [one, two] = ["a", "b"].map(|part| Key::new("test", part));
        let _ = ask(&mut desk, "a", slow());
        desk.cancel(&one);
        assert_eq!(ask(&mut desk, "a", slow()).error(), Some(&ReduceError::Cancelled));
        assert_eq!(ask(&mut desk, "b", slow()).error(), None);
        desk.forget_unasked();
        let cancel = desk.entries[&two]
            .under_way
            .as_ref()
            .map(|under_way| under_way.work.cancel.clone());
        let _ = ask(&mut desk, "a", slow());
        desk.forget_unasked();
        assert!(desk.knows(&one) && !desk.knows(&two) && cancel.is_some_and(|cancel| cancel.is_raised()));
    }
}

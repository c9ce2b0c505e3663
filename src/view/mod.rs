//! The views: one file each, with its settings, what it shows, and why it may have nothing to show.
//!
//! A view describes a [`Block`](crate::plot::Block) as plain data. The window, figures, animations, the
//! export dialog and the command line draw and list views through [`VIEWS`] alone, so a new view is its
//! file, its locale file, a line in [`VIEWS`] and its tests.
//!
//! | file | what it shows |
//! |---|---|
//! | `heatmap` | the table |
//! | `bands` | single frequencies, as lanes |
//! | `relation` | cosines, scores or biases of two positions: the matrix and its curve |
//! | `three_ways` | index, normalized and sinusoidal as strips |
//! | `strategies` | the ways of going beyond the trained length, as strips |
//! | `difference` | A, B and B - A |
//! | `agreement` | how far A and B agree by position |
//! | `wavelengths` | the wavelength of each pair |
//! | `decay` | how a rotation decays by offset |
//! | `formula` | the rule of the scheme with the numbers of one cell |
//!
//! | file | what several views share |
//! |---|---|
//! | `contract` | what a view is |
//! | `subject` | what is looked at, checked |
//! | `table` | panels of cells of a table |
//! | `settings` | what can be chosen about a view, as declarations |

mod adding;
mod agreement;
mod bands;
mod contract;
mod decay;
mod difference;
pub mod formula;
mod heads;
mod heatmap;
mod relation;
mod relative_scores;
mod settings;
mod strategies;
mod subject;
mod table;
mod three_ways;
mod uniqueness;
mod wavelengths;

pub use contract::{Takes, View};
pub use settings::{Declared, SettingError, SettingKind, SettingStore, set, telling};
pub use subject::{Subject, drawn_words};

use crate::encoding::named_spec;
use crate::field::{Query, Reply};
use crate::plot::{Piece, Refusal, Tone};
use crate::session::Session;
use crate::session::saved::shown;
use crate::text::{Language, reduce_error};
use crate::tr;

/// All views, in the order of menus and help.
pub static VIEWS: &[&dyn View] = &[
    &heatmap::Heatmap,
    &bands::Bands,
    &relation::SIMILARITY,
    &relation::SCORES,
    &relation::BIAS,
    &relation::NEAR_FAR,
    &difference::Difference,
    &agreement::Agreements,
    &three_ways::ThreeWays,
    &strategies::Strategies,
    &wavelengths::Wavelengths,
    &decay::Decays,
    &heads::Heads,
    &uniqueness::Uniquenesses,
    &adding::Addings,
    &relative_scores::RelativeScores,
];

/// Returns the view with a name.
pub fn view(name: &str) -> Option<&'static dyn View> {
    VIEWS.iter().copied().find(|view| view.name() == name)
}

/// Returns the views that menus, tabs and dialogs list.
pub fn listed() -> impl Iterator<Item = &'static dyn View> {
    VIEWS.iter().copied().filter(|view| view.is_listed())
}

/// Returns the title of a view, which its locale file lists under its name.
pub fn title(view: &dyn View, language: Language) -> String {
    tr!(language, format!("{}.title", view.name().replace('-', "_")))
}

/// Returns the title of the view with a name; empty if there is no such view.
pub fn title_of(name: &str, language: Language) -> String {
    view(name).map_or_else(String::new, |view| title(view, language))
}

/// Returns what a listed view shows and what to try in it, in two sentences.
pub fn help(name: &str, language: Language) -> String {
    tr!(language, format!("{}.help", name.replace('-', "_")))
}

/// Returns the view that a window shows in place of another one: for two encodings, the difference in
/// place of the heatmap.
pub fn standing_for(view: &'static dyn View, subject: &Subject) -> &'static dyn View {
    match view.name() {
        "heatmap" if subject.compared.is_some() => &difference::Difference,
        _ => view,
    }
}

/// Returns the line below a view about an answer that is being computed, with a button that cancels it,
/// or about one that failed; `None` if there is nothing to say.
fn waiting<Q: Query>(part: &str, reply: &Reply<Q>, language: Language) -> Option<Piece> {
    let part = part.to_owned();
    let progress = reply.progress().map(|fraction| Piece::Progress { part, fraction });
    progress.or_else(|| Some(Piece::Words(reduce_error(reply.error()?, language), Tone::Error)))
}

/// Returns the lines below a view about an answer, see [`waiting`].
///
/// # Errors
/// [`Refusal`] if the answer failed and the view is not in a window, where the line says why.
fn lines_about<Q: Query>(part: &str, reply: &Reply<Q>, subject: &Subject) -> Result<Vec<Vec<Piece>>, Refusal> {
    if let Some(error) = reply.error().filter(|_| !subject.is_live) {
        return Err(subject.refusal(reduce_error(error, subject.language)));
    }
    let line = waiting(part, reply, subject.language).map(|piece| vec![piece]);
    Ok(line.into_iter().collect())
}

/// Returns the settings of a session that no view has, or whose values are invalid, as paths such as
/// `session.settings.decay.axis`.
pub fn misfits(session: &Session) -> Vec<String> {
    let all = session.settings.iter().flat_map(|(view, settings)| {
        let known = self::view(view).map_or_else(Vec::new, |view| view.settings(&telling(view)));
        let path = move |(name, value): (&String, &String)| {
            let fits = |declared: &Declared| {
                declared.name == name && declared.store == SettingStore::Own && declared.checked(value).is_ok()
            };
            (!known.iter().any(fits)).then(|| format!("session.settings.{}.{}", shown(view), shown(name)))
        };
        settings.iter().filter_map(path)
    });
    let of_other = session.versus.as_ref().and_then(|versus| versus.preset.as_deref());
    let presets = [
        ("session.preset", session.preset.as_deref()),
        ("session.versus.preset", of_other),
    ];
    let unknown = presets
        .into_iter()
        .filter(|(_, name)| name.is_some_and(|name| named_spec(name).is_none()));
    all.chain(unknown.map(|(path, _)| path.to_owned())).collect()
}

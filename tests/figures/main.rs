//! Pictures to keep: colours, sheets, files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod adding;
mod agreement;
mod cases;
mod colors;
mod decay;
mod files;
mod heads;
mod letters;
mod pixels;
mod relative_scores;
mod sheets;
mod uniqueness;

use poscope::encoding::{Beyond, Encoding, Scheme, SchemeKind, Spec};
use poscope::field::{Cancel, InPlace};
use poscope::figure::description::Figure;
use poscope::figure::sheet::{Sheet, figure};
use poscope::plot::{Block, Refusal};
use poscope::session::{Session, Versus};
use poscope::text::Language;
use poscope::view::{Subject, Takes, View};

/// A session with the initial specification, changed.
fn session(change: impl FnOnce(&mut Session)) -> Session {
    let mut session = Session::default();
    change(&mut session);
    session
}

/// The view with this name.
fn named(name: &str) -> &'static dyn View {
    poscope::view::view(name).unwrap()
}

/// What a view says of a session.
fn described(name: &str, session: &Session, language: Language) -> Result<Block, Refusal> {
    let subject = Subject::of(session, language).unwrap();
    named(name).describe(&subject, &mut InPlace::new(&Cancel::default()))
}

/// The figure of one view of a session.
fn drawn(session: &Session, view: &'static dyn View, sheet: &Sheet, language: Language) -> Figure {
    let subject = Subject::of(session, language).unwrap();
    figure(&subject, &[view], sheet, &mut InPlace::new(&Cancel::default())).unwrap()
}

/// A session that has something to show in each view.
fn telling(view: &dyn View) -> Session {
    session(|session| match view.takes() {
        Takes::Two => {
            session.versus = Some(Versus {
                spec: Spec {
                    base: 100.0,
                    ..Spec::default()
                },
                ..Versus::default()
            });
        }
        Takes::Strategies => {
            session.spec.beyond = Beyond {
                trained_len: 25,
                ..Beyond::default()
            };
        }
        Takes::One(Some(SchemeKind::Rotation)) => session.spec.scheme = Scheme::Rope,
        Takes::One(Some(SchemeKind::Bias)) => session.spec.scheme = Scheme::Alibi,
        Takes::One(_) | Takes::Schemes => {}
    })
}

/// Sessions of every scheme, small and large.
fn every_scheme() -> Vec<Session> {
    let sizes = [(1, 1), (16, 50), (7, 3), (512, 5000), (64, 1_048_576)];
    let mut all = Vec::new();
    for scheme in Scheme::ALL {
        for (d_model, max_len) in sizes {
            let spec = Spec {
                scheme,
                d_model,
                max_len,
                ..Spec::default()
            };
            // A learned table is not so wide, an odd one does not rotate.
            if Encoding::new(spec.clone()).is_ok() {
                all.push(session(|session| session.spec = spec));
            }
        }
    }
    all
}

//! Pictures to keep: colours, sheets, files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod colors;
mod files;
mod pixels;
mod sheets;

use poscope::encoding::{Beyond, Encoding, Scheme, Spec};
use poscope::field::Cancel;
use poscope::figure::page::Figure;
use poscope::figure::views::{Sheet, Subject, View, figure};
use poscope::session::{Session, Versus};
use poscope::text::Language;

/// A session on the first specification, changed.
fn session(change: impl FnOnce(&mut Session)) -> Session {
    let mut session = Session::default();
    change(&mut session);
    session
}

/// The figure of one view of a session.
fn drawn(session: &Session, view: View, sheet: &Sheet, language: Language) -> Figure {
    let subject = Subject::of(session, language).unwrap();
    figure(&subject, &[view], sheet, &Cancel::default()).unwrap()
}

/// A session that has something to show in each view.
fn telling(view: View) -> Session {
    session(|session| match view {
        View::Difference => {
            session.versus = Some(Versus {
                spec: Spec {
                    base: 100.0,
                    ..Spec::default()
                },
                ..Versus::default()
            });
        }
        View::Strategies => {
            session.spec.beyond = Beyond {
                trained_len: 25,
                ..Beyond::default()
            };
        }
        _ => {}
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

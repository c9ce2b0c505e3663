//! What is left of a word once a position is added, against closed forms and numbers that NumPy gave.

use poscope::analysis::{Adding, kept_of_word};
use poscope::encoding::Spec;
use poscope::field::{Answers, Cancel, InPlace, Key};
use poscope::session::Session;
use poscope::text::Language;
use poscope::view::{VIEWS, View};

use super::described;

fn adding() -> &'static dyn View {
    *VIEWS.iter().find(|view| view.name() == "adding").unwrap()
}

#[test]
fn the_index_drowns_the_word_and_the_sinusoid_does_not() {
    let spec = adding().first();
    assert_eq!((spec.d_model, spec.max_len), (512, 50));
    let cancel = Cancel::default();
    let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
    let reply = answers.ask(&Key::new("adding", "added"), Adding { spec, deviation: 1.0 });
    let added = reply.current().unwrap();
    let [index, normalized, sinusoidal] = [0, 1, 2].map(|way: usize| &added.ways[way]);
    for p in 0..50usize {
        let position = p as f64;
        assert!((index.mean[p] - (1.0 + position * position).sqrt().recip()).abs() < 1e-12);
        assert!((normalized.mean[p] - (1.0 + (position / 49.0).powi(2)).sqrt().recip()).abs() < 1e-12);
        assert!((sinusoidal.mean[p] - (2.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }
    assert!((index.spread[10] - 0.044).abs() < 5e-4 && (sinusoidal.spread[10] - 0.012).abs() < 5e-4);
    // Means of 100 sentences; another 100, drawn by NumPy, gave 0.21, 0.28 and 0.90. The index varies most.
    for (found, expected, within) in [
        (added.bare_weight, 0.21, 0.015),
        (sinusoidal.largest_weight, 0.28, 0.015),
        (index.largest_weight, 0.90, 0.04),
    ] {
        assert!((found - expected).abs() < within, "{found} {expected}");
    }
}

#[test]
fn small_words_are_drowned_by_a_sinusoid_too() {
    // 0.02, as BERT draws words, is 0.45 once it is multiplied by sqrt(512).
    let scaled = 0.02 * 512f64.sqrt();
    for (deviation, kept) in [(1.0, 0.8165), (scaled, 0.539), (0.044, 0.062), (0.02, 0.028)] {
        let (mean, _) = kept_of_word(256.0, 512, deviation);
        assert!((mean - kept).abs() < 6e-4, "{deviation}: {mean}");
    }
}

#[test]
fn what_concatenating_costs_is_said_in_both_languages() {
    for (d_model, parameters) in [(16, "528"), (512, "524,800"), (768, "1,180,416")] {
        for language in [Language::English, Language::Chinese] {
            let session = Session {
                spec: Spec {
                    d_model,
                    ..adding().first()
                },
                ..Session::default()
            };
            let block = described("adding", &session, language).unwrap();
            assert!(
                block.results.iter().any(|line| line.contains(parameters)),
                "{:?}",
                block.results
            );
        }
    }
}

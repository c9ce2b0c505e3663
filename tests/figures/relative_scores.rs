//! The score of two words that move together, against numbers that NumPy gave.

use poscope::analysis::ShiftedScores;
use poscope::encoding::{Encoding, Scheme, Spec};
use poscope::field::{Answers, Cancel, InPlace, Key};
use poscope::session::Session;
use poscope::text::Language;

use super::described;

fn query(seed: Option<u64>, max_len: usize) -> ShiftedScores {
    let spec = Spec {
        max_len,
        ..Spec::default()
    };
    ShiftedScores {
        encoding: Encoding::new(spec).unwrap(),
        places: [7, 3],
        seed,
    }
}

#[test]
fn rotation_and_bias_keep_the_score_and_an_added_sinusoid_does_not() {
    let cancel = Cancel::default();
    let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
    let reply = answers.ask(&Key::new("relative-scores", "shifted"), query(None, 120));
    let shifted = reply.current().unwrap();
    assert!((shifted.added[0] - 9.201).abs() < 5e-4 && (shifted.added[27] - 6.904).abs() < 5e-4);
    // Scores are divided by sqrt(16).
    let cross = |shift: usize| 4.0 * (shifted.terms[1][shift] + shifted.terms[2][shift]);
    for (shift, expected) in [(0, 15.245), (27, 6.056), (100, 6.796)] {
        assert!((cross(shift) - expected).abs() < 5e-4, "{shift}: {}", cross(shift));
    }
    for shift in 0..113 {
        assert!((4.0 * shifted.terms[0][shift] - 16.0).abs() < 1e-12);
        assert!((4.0 * shifted.terms[3][shift] - 5.560).abs() < 5e-4);
        assert!((shifted.rotated[shift] - 2.780).abs() < 5e-4);
        assert!((shifted.rotated[shift] - shifted.rotated[0]).abs() < 1e-12);
        assert!((shifted.biased[shift] - 2.0).abs() < 1e-12);
    }
}

#[test]
fn with_random_words_too_only_the_added_score_moves() {
    let cancel = Cancel::default();
    for seed in 0..20 {
        let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
        let reply = answers.ask(&Key::new("relative-scores", "shifted"), query(Some(seed), 50));
        let shifted = reply.current().unwrap();
        let range = |values: &[f64]| {
            let [low, high] = [f64::min, f64::max].map(|pick| values.iter().copied().reduce(pick).unwrap());
            high - low
        };
        assert_eq!(shifted.added.len(), 43);
        // In 300 draws elsewhere the range was 0.9 to 5.1.
        assert!(
            (0.5..7.0).contains(&range(&shifted.added)),
            "{seed}: {}",
            range(&shifted.added)
        );
        assert!(range(&shifted.rotated) < 1e-12 && range(&shifted.biased) == 0.0);
    }
}

#[test]
fn what_is_said_names_what_moved_and_what_stayed() {
    for (language, parts) in [
        (Language::English, ["9.201 → 6.904", "RoPE 2.78", "ALiBi 2"]),
        (Language::Chinese, ["9.201 → 6.904", "RoPE 2.78", "ALiBi 2"]),
    ] {
        let block = described("relative-scores", &Session::default(), language).unwrap();
        assert!(
            parts.iter().all(|part| block.results[0].contains(part)),
            "{:?}",
            block.results
        );
    }
    let mut short = Session::default();
    short.spec.max_len = 7;
    let refusal = described("relative-scores", &short, Language::English).unwrap_err();
    assert!(refusal.words.contains("0 to 6"), "{}", refusal.words);
    let mut rotated = Session::default();
    rotated.spec.scheme = Scheme::Rope;
    assert!(described("relative-scores", &rotated, Language::English).is_err());
}

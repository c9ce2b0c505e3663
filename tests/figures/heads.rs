//! Biases of all heads, and wavelengths of two encodings, as figures show them.

use poscope::encoding::rope::Scaling;
use poscope::encoding::{Preset, Scheme, Spec};
use poscope::plot::{Layer, Panel, Scale, Source};
use poscope::session::{Session, Versus};
use poscope::text::Language;

use super::described;

fn panel(view: &str, session: &Session) -> Panel {
    let block = described(view, session, Language::English).unwrap();
    block.rows[0].panels[0].clone()
}

/// The points of each curve of a panel.
fn points(panel: &Panel) -> Vec<Vec<[f64; 2]>> {
    let curves = panel.layers.iter().filter_map(|layer| match layer {
        Layer::Curves(curves) => Some(curves),
        _ => None,
    });
    let points = curves.flatten().map(|curve| match &curve.source {
        Source::Points(points) => points.clone(),
        source => panic!("{source:?}"),
    });
    points.collect()
}

fn of(scheme: Scheme, d_model: usize, max_len: usize) -> Session {
    Session {
        spec: Spec {
            scheme,
            d_model,
            max_len,
            ..Spec::default()
        },
        ..Session::default()
    }
}

#[test]
fn alibis_of_all_heads_are_lines_as_far_apart_as_their_slopes() {
    let panel = panel("heads", &of(Scheme::Alibi, 8, 513));
    assert_eq!(panel.x.scale, Scale::Offsets(512.0));
    // Press et al. 2022: slopes 1/2, 1/4 ... 1/256 for 8 heads.
    assert_eq!(panel.y.scale, Scale::Logarithms(1.0 / 256.0, 256.0));
    let curves = points(&panel);
    assert_eq!(curves.len(), 8);
    for (head, curve) in curves.iter().enumerate() {
        let slope = 0.5f64.powi(head as i32 + 1);
        for [offset, magnitude] in curve {
            assert!(
                (magnitude / (slope * offset) - 1.0).abs() < 1e-12,
                "head {head} at {offset}"
            );
        }
    }
}

#[test]
fn biases_that_change_their_sign_are_on_linear_axes_and_said_to_be_drawn() {
    let mut session = of(Scheme::T5, 8, 200);
    session.spec.t5.shows = poscope::encoding::t5::Shows::Bias;
    let block = described("heads", &session, Language::English).unwrap();
    let panel = &block.rows[0].panels[0];
    assert!(matches!(panel.y.scale, Scale::Values(low, high) if low < 0.0 && high > 0.0));
    assert!(matches!(panel.x.scale, Scale::Cells(_)));
    assert!(
        block.notes.iter().any(|note| note.contains("seed 0")),
        "{:?}",
        block.notes
    );
    session.spec.d_model = 130;
    let block = described("heads", &session, Language::English).unwrap();
    let Layer::Curves(curves) = &block.rows[0].panels[0].layers[0] else {
        panic!("curves");
    };
    assert_eq!(curves.len(), 44); // every third of 130
    assert!(
        block.notes.iter().any(|note| note.contains("44 of 130")),
        "{:?}",
        block.notes
    );
}

#[test]
fn wavelengths_of_two_scalings_are_in_one_plot() {
    let llama = Preset::named("llama-3.1-8b").unwrap().spec;
    let mut plain = llama.clone();
    plain.rope.scaling = Scaling::None;
    let session = Session {
        spec: llama,
        versus: Some(Versus {
            spec: plain,
            ..Versus::default()
        }),
        ..Session::default()
    };
    let panel = panel("wavelengths", &session);
    assert!(
        panel.legend.iter().any(|entry| entry.words == "B"),
        "{:?}",
        panel.legend
    );
    let last = points(&panel).pop().unwrap();
    // 2 pi 500,000^(2 * 63/128) positions, unscaled.
    let slowest = std::f64::consts::TAU * 500_000f64.powf(126.0 / 128.0);
    assert_eq!(last.len(), 64);
    assert!((last[63][1] / slowest - 1.0).abs() < 1e-12);
}

#[test]
fn buckets_of_all_heads_are_called_buckets() {
    for language in Language::ALL {
        let block = described("heads", &of(Scheme::T5, 8, 50), language).unwrap();
        let [bias, bucket] = [["Bias", "Bucket"], ["偏置", "桶"]][language as usize];
        assert!(
            block.heading.contains(bucket) && !block.heading.starts_with(bias),
            "{}",
            block.heading
        );
    }
}

//! Which two rows are hardest to tell apart, against numbers that NumPy gave in double precision.

use poscope::analysis::{Repeats, Returns, uniqueness};
use poscope::encoding::{Encoding, Precision, Scheme, Spec};
use poscope::field::{Answers, Cancel, InPlace, Key};
use poscope::session::Session;
use poscope::text::Language;
use poscope::view::{VIEWS, View};

use super::described;

fn sinusoid(d_model: usize, max_len: usize) -> Spec {
    Spec {
        d_model,
        max_len,
        ..Spec::default()
    }
}

fn smallest(spec: Spec) -> (f64, [usize; 2], Option<Repeats>) {
    let distances = uniqueness(&Encoding::new(spec).unwrap(), &Cancel::default()).unwrap();
    (
        distances.smallest().unwrap(),
        distances.nearest.unwrap(),
        distances.repeats,
    )
}

#[test]
fn narrow_sinusoids_come_nearer_than_neighbours_and_wide_ones_do_not() {
    for (d_model, max_len, offset, distance) in [
        (2, 50, 44, 0.0177),
        (2, 512, 333, 0.0088),
        (2, 4096, 710, 6.03e-5),
        (4, 512, 19, 0.242),
        (8, 512, 63, 0.6453),
        (10, 4096, 6, 0.970),
        (12, 4096, 1, 0.984),
        (16, 50, 1, 1.0147),
        (512, 512, 1, 3.714),
    ] {
        let (found, [p, q], repeats) = smallest(sinusoid(d_model, max_len));
        assert_eq!((q - p, repeats), (offset, None), "{d_model} x {max_len}");
        assert!((found / distance - 1.0).abs() < 6e-3, "{d_model} x {max_len}: {found}");
    }
}

#[test]
fn distances_are_those_of_the_rows_whatever_the_scheme() {
    for scheme in [
        Scheme::Sinusoidal,
        Scheme::Index,
        Scheme::Normalized,
        Scheme::Binary,
        Scheme::Grid,
    ] {
        for d_model in [5, 8] {
            let spec = Spec {
                scheme,
                ..sinusoid(d_model, 40)
            };
            let encoding = Encoding::new(spec).unwrap();
            let found = uniqueness(&encoding, &Cancel::default()).unwrap();
            for offset in 0..40 {
                let distance = |p: usize| {
                    let columns =
                        (0..d_model).map(|j| (encoding.value(p, j).unwrap(), encoding.value(p + offset, j).unwrap()));
                    columns.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                };
                let least = (0..40 - offset).map(distance).fold(f64::INFINITY, f64::min);
                assert!(
                    (found.by_offset[offset] - least).abs() < 1e-12,
                    "{scheme:?} {d_model} {offset}"
                );
            }
        }
    }
}

#[test]
fn what_repeats_is_said_positions_or_values() {
    let mut held = sinusoid(16, 300);
    held.conventions.position_precision = Precision::Bf16;
    assert_eq!(smallest(held), (0.0, [256, 257], Some(Repeats::Positions)));
    // Stored in bfloat16, two columns repeat and 512 do not.
    let mut stored = sinusoid(2, 1024);
    stored.conventions.storage_precision = Precision::Bf16;
    assert_eq!(smallest(stored.clone()), (0.0, [1, 711], Some(Repeats::Values)));
    stored.d_model = 512;
    assert_eq!(smallest(stored).2, None);
    let binary = Spec {
        scheme: Scheme::Binary,
        ..sinusoid(4, 50)
    };
    assert_eq!(smallest(binary), (0.0, [0, 16], Some(Repeats::Values)));
    let trained = Spec {
        scheme: Scheme::Learned,
        ..sinusoid(384, 512)
    };
    let (distance, rows, _) = smallest(trained);
    assert_eq!(rows, [18, 19]);
    assert!((distance - 0.197).abs() < 5e-4, "{distance}");
}

#[test]
fn the_command_alone_shows_rows_that_are_nearer_than_neighbours() {
    let view: &dyn View = *VIEWS.iter().find(|view| view.name() == "uniqueness").unwrap();
    let session = Session {
        spec: view.first(),
        ..Session::default()
    };
    for (language, rows) in [
        (Language::English, "Rows 0 and 63"),
        (Language::Chinese, "第 0 行与第 63 行"),
    ] {
        let block = described("uniqueness", &session, language).unwrap();
        assert!(
            block.results[0].starts_with(rows) && block.results[0].contains("0.6453"),
            "{:?}",
            block.results
        );
    }
}

#[test]
fn the_first_rise_and_the_largest_return_of_the_cosine_are_those_of_numpy() {
    let cancel = Cancel::default();
    for (d_model, max_len, first, step, [from, to], largest) in [
        (16, 50, 3, 0.002_071_967_892_202_32, [28, 38], 0.431_887_344_634_079_7),
        (
            64,
            512,
            5,
            0.001_732_067_474_961_240_8,
            [406, 427],
            0.356_997_498_675_804_9,
        ),
        (
            128,
            512,
            11,
            0.000_579_110_612_489_497_4,
            [468, 502],
            0.228_494_551_061_681_26,
        ),
        (
            512,
            512,
            43,
            4.551_220_025_372_782e-5,
            [424, 428],
            0.060_368_390_556_371_64,
        ),
    ] {
        let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
        let encoding = Encoding::new(sinusoid(d_model, max_len)).unwrap();
        let reply = answers.ask(&Key::new("near-far", "returns"), Returns { encoding });
        let found = reply.current().unwrap().unwrap();
        assert_eq!(
            (found.first.from, found.largest.from, found.largest.to),
            (first, from, to)
        );
        assert!((found.first.by - step).abs() < 1e-14 && (found.largest.by - largest).abs() < 1e-13);
    }
    let block = described("near-far", &Session::default(), Language::English).unwrap();
    assert!(
        block.results[0].contains("after offset 3, by 0.0021"),
        "{:?}",
        block.results
    );
    assert!(block.results[0].contains("0.432, from offset 28 to 38"));
}

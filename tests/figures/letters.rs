//! Pictures to keep: where words are broken, and which numbers the ticks have.

use poscope::encoding::{Conventions, Direction, Encoding, Spec};
use poscope::field::Span;
use poscope::figure::lettering::{fitting, width, wrapped};
use poscope::plot::Scale;
use poscope::plot::ticks::ticks;
use poscope::session::Session;
use poscope::text::Language;

use super::described;

#[test]
fn lines_are_broken_where_a_reader_would() {
    let text = "one two three";
    assert_eq!(wrapped(text, 10.0, width("one two", 10.0) + 0.1), ["one two", "three"]);
    assert_eq!(wrapped("位置编码，维度", 10.0, 40.0), ["位置编", "码，维度"]);
    assert_eq!(fitting("one two three", 10.0, 1e9), text);
    assert!(fitting(text, 10.0, 40.0).ends_with("..."));
    assert_eq!(wrapped("", 10.0, 40.0), Vec::<String>::new());
    let long = wrapped(&"W".repeat(40), 10.0, 50.0);
    assert!(
        long.len() > 5 && long.iter().all(|line| width(line, 10.0) <= 50.0),
        "{long:?}"
    );
    // The text that is drawn is measured: nine letters stand for one.
    let rare = wrapped("a \u{20BB7}\u{20BB7}", 10.0, width("[U+20BB7]", 10.0) + 1.0);
    assert_eq!(rare, ["a", "[U+20BB7]", "[U+20BB7]"]);
}

fn labels(scale: &Scale, length: f64, gap: f64) -> Vec<String> {
    ticks(scale, length, gap).into_iter().map(|tick| tick.label).collect()
}

#[test]
fn labels_are_round_and_far_enough_apart() {
    let cells = Scale::Cells(Span::whole(50));
    assert_eq!(labels(&cells, 500.0, 90.0), ["0", "10", "20", "30", "40"]);
    let million = Scale::Cells(Span::whole(1_048_576));
    assert_eq!(labels(&million, 400.0, 80.0).len(), 3); // 0, 500,000, 1,000,000
    assert_eq!(
        labels(&Scale::Values(-1.0, 1.0), 100.0, 20.0),
        ["−1", "−0.5", "0", "0.5", "1"]
    );
    assert_eq!(labels(&Scale::Values(-49.0, 49.0), 100.0, 30.0), ["−49", "49"]);
    assert_eq!(labels(&Scale::Offsets(999.0), 300.0, 20.0), ["1", "10", "100"]);
    assert_eq!(
        labels(&Scale::Logarithms(6.0, 2e8), 300.0, 60.0),
        ["100", "10,000", "1,000,000", "1e8"]
    );
    assert_eq!(
        labels(&Scale::Values(0.99997, 1.0), 100.0, 20.0),
        ["0.99997", "0.99998", "0.99999", "1"]
    );
    assert!(labels(&Scale::Values(1.0, 1.0), 100.0, 20.0).is_empty());
}

/// The ticks of the first `rows` rows, as row and label, at least 5 rows apart.
fn row_ticks(rows: usize, conventions: Conventions) -> Vec<(f64, String)> {
    let spec = Spec {
        max_len: rows,
        conventions,
        ..Spec::default()
    };
    let scale = Scale::rows(Span::whole(rows), &Encoding::new(spec).unwrap());
    let all = ticks(&scale, rows as f64 * 10.0, 50.0);
    all.into_iter().map(|tick| (tick.at - 0.5, tick.label)).collect()
}

#[test]
fn ticks_of_rows_are_at_round_positions_and_say_the_position() {
    let of = |start, step, direction| Conventions {
        start,
        step,
        direction,
        ..Conventions::default()
    };
    let labels = |found: &[(f64, &str)]| {
        found
            .iter()
            .map(|(row, label)| (*row, (*label).to_owned()))
            .collect::<Vec<_>>()
    };
    let plain = row_ticks(20, of(0.0, 1.0, Direction::Ascending));
    assert_eq!(plain, labels(&[(0.0, "0"), (5.0, "5"), (10.0, "10"), (15.0, "15")]));
    let later = row_ticks(20, of(98.0, 1.0, Direction::Ascending));
    assert_eq!(
        later,
        labels(&[(2.0, "100"), (7.0, "105"), (12.0, "110"), (17.0, "115")])
    );
    let down = row_ticks(20, of(0.0, 1.0, Direction::Descending));
    assert_eq!(down, labels(&[(4.0, "15"), (9.0, "10"), (14.0, "5"), (19.0, "0")]));
    // transformers' relative positions of XLNet: 9, 8, ... -9.
    let mirrored = row_ticks(19, of(0.0, 1.0, Direction::Mirrored));
    assert_eq!(mirrored, labels(&[(4.0, "5"), (9.0, "0"), (14.0, "−5")]));
    let unsigned = row_ticks(21, of(0.0, 1.0, Direction::Unsigned));
    assert_eq!(
        unsigned,
        labels(&[(0.0, "10"), (5.0, "5"), (10.0, "0"), (15.0, "5"), (20.0, "10")])
    );
    let half = row_ticks(20, of(1.0, 0.5, Direction::Ascending));
    assert_eq!(half, labels(&[(3.0, "2.5"), (8.0, "5"), (13.0, "7.5"), (18.0, "10")]));
    // No row is at position 0.
    let odd = row_ticks(12, of(0.3, 1.0, Direction::Ascending));
    assert_eq!(odd, labels(&[(0.0, "0.3"), (5.0, "5.3"), (10.0, "10.3")]));
}

#[test]
fn strips_that_number_their_rows_differently_count_rows() {
    let mut session = Session::default();
    let axis = |session: &Session| {
        let block = described("three-ways", session, Language::English).unwrap();
        let axis = &block.rows.last().unwrap().panels[0].x;
        (axis.name.clone(), axis.scale.clone())
    };
    let whole = Scale::Cells(Span::whole(50));
    assert_eq!(axis(&session), ("Position".to_owned(), whole.clone()));
    session.spec.conventions.start = 100.0;
    assert_eq!(axis(&session), ("Row".to_owned(), whole));
}

//! `poscope export VIEW -o OUT.csv`: curves as numbers.

use std::fs;

use poscope::analysis::{decay, pair_waves};
use poscope::encoding::{Encoding, Scheme, Spec};
use poscope::field::{Cancel, cosine};

use crate::{done, poscope, refused, run};

/// The names in the first line, and the numbers in the others; `None` for an empty field.
struct Lines {
    names: Vec<String>,
    numbers: Vec<Vec<Option<f64>>>,
}

impl Lines {
    fn of(arguments: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        done(folder.path(), &format!("export {arguments} -o n.csv"));
        let text = fs::read_to_string(folder.path().join("n.csv")).unwrap();
        Self::read(&text)
    }

    fn read(text: &str) -> Self {
        let mut lines = csv::Reader::from_reader(text.as_bytes());
        let names = lines.headers().unwrap().iter().map(str::to_owned).collect();
        let number = |field: &str| (!field.is_empty()).then(|| field.parse().unwrap());
        let numbers = lines
            .records()
            .map(|line| line.unwrap().iter().map(number).collect())
            .collect();
        Self { names, numbers }
    }

    /// The number of a line, counted from 0, in a column after the first.
    fn at(&self, line: usize, column: usize) -> f64 {
        self.numbers[line][column].unwrap()
    }
}

fn of(change: impl FnOnce(&mut Spec)) -> Encoding {
    let mut spec = Spec::default();
    change(&mut spec);
    Encoding::new(spec).unwrap()
}

#[test]
fn bands_are_the_values_of_the_table_at_the_positions_in_view() {
    let lines = Lines::of("bands --bands 0,3 --max-len 1000000 --positions 999990..999998");
    assert_eq!(lines.names.len(), 5);
    assert_eq!(lines.names[0], "Position");
    let table = of(|spec| spec.max_len = 1_000_000);
    assert_eq!(lines.numbers.len(), 8);
    for (row, line) in lines.numbers.iter().enumerate() {
        let position = 999_990 + row;
        assert_eq!(line[0], Some(position as f64));
        // The slow band is above.
        for (place, column) in [6, 7, 0, 1].into_iter().enumerate() {
            assert_eq!(line[place + 1], table.value(position, column), "{position}, {column}");
        }
    }
    assert!(
        lines.names[1].contains("sine") && lines.names[2].contains("cosine"),
        "{:?}",
        lines.names
    );
}

#[test]
fn agreement_is_that_of_an_independent_computation_at_every_position() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = poscope(folder.path());
    command.args("export agreement --preset llama-3.1-8b --max-len 65536 -o a.csv --versus".split(' '));
    let output = command.arg("--scaling none").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, "below 0.99 at 512\nbelow 0.9 at 1,724\nbelow 0.5 at 60,725\n");
    let lines = Lines::read(&fs::read_to_string(folder.path().join("a.csv")).unwrap());
    assert_eq!(lines.names, ["Position", "Mean cosine"]);
    assert_eq!(lines.numbers.len(), 65_536);
    // NumPy in long double, as in the tests of the query.
    for (position, value) in [
        (0, 1.0),
        (1000, 0.963_063_581_293_110_3),
        (8192, 0.768_946_083_748_305_3),
        (20_000, 0.626_769_825_884_357_3),
        (60_000, 0.539_453_425_971_123_2),
    ] {
        assert!((lines.at(position, 1) - value).abs() < 1e-12, "{position}");
    }
}

#[test]
fn decay_has_both_curves_and_a_logarithmic_axis_begins_at_1() {
    let command = "decay --scheme rope --d-model 128 --base 10000 --max-len 4096";
    let rope = of(|spec| {
        spec.scheme = Scheme::Rope;
        (spec.d_model, spec.max_len) = (128, 4096);
    });
    let expected = decay(&rope, &Cancel::default()).unwrap();
    let decayed = Lines::of(command);
    assert_eq!(decayed.names[0], "Offset");
    assert_eq!(decayed.numbers.len(), 4096);
    for (offset, line) in decayed.numbers.iter().enumerate() {
        let both = [expected.means[offset], expected.bounds[offset]].map(Some);
        assert_eq!(line[..], [Some(offset as f64), both[0], both[1]]);
    }
    // NumPy in long double, as in the tests of the query.
    assert!((decayed.at(1707, 1) + 0.007_795_805_154_611_25).abs() < 1e-12);
    assert!((decayed.at(100, 2) - 10.227_329_948_505_144).abs() < 1e-11);
    let logarithmic = Lines::of(&format!("{command} --axis logarithmic"));
    assert_eq!(logarithmic.numbers, decayed.numbers[1..]);
}

#[test]
fn curves_beside_a_matrix_and_points_are_numbers_too() {
    let similarity = Lines::of("similarity --max-len 9");
    assert_eq!(similarity.names, ["Offset", "Cosine by offset"]);
    let table = of(|spec| spec.max_len = 9);
    for (offset, line) in similarity.numbers.iter().enumerate() {
        assert_eq!(line[1], cosine(&table, 0, offset));
    }
    let waves = Lines::of("wavelengths --scheme rope --d-model 128 --preset llama-3.1-8b");
    assert_eq!(waves.numbers.len(), 64);
    let encoding = Encoding::new(
        poscope::encoding::Preset::all()
            .into_iter()
            .find(|preset| preset.name == "llama-3.1-8b")
            .unwrap()
            .spec,
    )
    .unwrap();
    for (wave, line) in pair_waves(&encoding).iter().zip(&waves.numbers) {
        assert_eq!(line[1], Some(wave.before));
        let after: Vec<f64> = line[2..].iter().flatten().copied().collect();
        assert_eq!(after, [wave.after], "in the column of what was done to it");
    }
    let mut names = waves.names.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), waves.names.len(), "{:?}", waves.names);
}

#[test]
fn undefined_values_are_empty() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = poscope(folder.path());
    command.args("export agreement --max-len 2 -o a.csv --versus".split(' '));
    assert!(command.arg("--scheme index").output().unwrap().status.success());
    let text = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["Position,Cosine of rows", "0,"]);
    // The mean of sin 1, cos 1, sin 10^-0.5, ... over their length sqrt 8, for a row of ones.
    let sum: f64 = (0..8)
        .map(|k| 10f64.powf(-0.5 * f64::from(k)))
        .map(|w| w.sin() + w.cos())
        .sum();
    let value: f64 = lines[2].strip_prefix("1,").unwrap().parse().unwrap();
    assert!((value - sum / (8f64 * 16.0).sqrt()).abs() < 1e-15, "{value}");
}

#[test]
fn what_has_no_curves_is_refused_and_so_is_what_only_pictures_have() {
    for view in ["heatmap", "three-ways", "page"] {
        let line = refused(&["export", view, "-o", "x.csv"]);
        assert!(line.starts_with(&format!("{view} has no curves")), "{line}");
        for named in ["bands", "wavelengths", "agreement", "decay"] {
            assert!(line.contains(named), "{line}");
        }
        assert!(!line.contains("difference"), "{line}");
    }
    for option in ["--title=x", "--theme=dark", "--dpi=100", "--size=9x9", "--transparent"] {
        let line = refused(&["export", "bands", option, "-o", "x.csv"]);
        assert!(line.contains(option.split('=').next().unwrap()), "{line}");
    }
    let line = refused(&["export", "bands", "-o", "x.csv", "--format", "png"]);
    assert!(line.contains("--format"), "a picture is not called .csv: {line}");
    let line = refused(&["export", "bands", "-o", "x.txt"]);
    assert!(line.contains(".csv"), "{line}");
    let folder = tempfile::tempdir().unwrap();
    let chinese = run(folder.path(), "--lang zh export heatmap -o x.csv");
    assert!(String::from_utf8_lossy(&chinese.stderr).contains("曲线"));
}

#[test]
fn a_batch_checks_and_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("jobs.txt"), "export bands --max-len 3 -o b.csv\n").unwrap();
    assert!(run(folder.path(), "batch jobs.txt").status.success());
    let text = fs::read_to_string(folder.path().join("b.csv")).unwrap();
    assert_eq!(text.lines().count(), 4);
    assert!(text.lines().nth(1).unwrap().starts_with("0,"));
}

#[test]
fn a_position_to_compare_with_can_be_chosen_and_is_else_one_with_a_direction() {
    let chosen = Lines::of("similarity --position 20");
    assert_eq!(chosen.names, ["Position", "Cosine to position 20"]);
    // Eight pairs: the mean of cos(w k) at offset 20, and 1 at itself.
    let mean = |offset: f64| {
        (0..8)
            .map(|i| (offset / 10_000f64.powf(f64::from(i) / 8.0)).cos())
            .sum::<f64>()
            / 8.0
    };
    for (position, line) in chosen.numbers.iter().enumerate() {
        assert!(
            (line[1].unwrap() - mean(position as f64 - 20.0)).abs() < 1e-6,
            "{position}: {line:?}"
        );
    }
    let binary = Lines::of("similarity --scheme binary");
    assert_eq!(binary.names, ["Position", "Cosine to position 1"]);
}

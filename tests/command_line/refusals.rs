//! What is refused: exit status 2, one line that names the value, the limit and what to do, and
//! nothing left on the disk.

use crate::{poscope, refused};

/// Arguments separated by spaces, and what the line has to contain.
#[test]
fn every_refusal_is_one_line_that_names_the_value_and_the_limit() {
    for (arguments, contained) in [
        // The encoding.
        ("table -o x.npy --d-model 0", &["d_model = 0", "1 to 16,384"][..]),
        ("table -o x.npy --d-model 65536", &["d_model = 65,536", "1 to 16,384"]),
        ("table -o x.npy --d-model nan", &["d_model = NaN", "1 to 16,384"]),
        ("table -o x.npy --d-model 2.5", &["d_model = 2.5", "whole number"]),
        ("table -o x.npy --d-model -4", &["d_model = −4", "1 to 16,384"]),
        ("table -o x.npy --d-model abc", &["d_model", "\"abc\"", "1 to 16,384"]),
        (
            "table -o x.npy --max-len 1048577",
            &["max_len = 1,048,577", "1 to 1,048,576"],
        ),
        ("table -o x.npy --max-len 1e30", &["max_len = 1e30", "1 to 1,048,576"]),
        (
            "table -o x.npy --base 1e30",
            &["base = 1e30", "1.0001 to 1,000,000,000"],
        ),
        ("table -o x.npy --base 1", &["base = 1 ", "1.0001"]),
        ("table -o x.npy --base -inf", &["base = −inf", "1.0001"]),
        ("table -o x.npy --base=NaN", &["base = NaN", "1.0001"]),
        ("table -o x.npy --base 1,5", &["base", "\"1,5\""]),
        (
            "table -o x.npy --scheme wavelet",
            &["--scheme", "\"wavelet\"", "index, normalized, binary, sinusoidal"],
        ),
        (
            "table -o x.npy --scheme normalized --divisor 2",
            &["\"2\"", "length-minus-one, length"],
        ),
        ("export heatmap -o x.png --fitted", &["--fitted has no effect"]),
        // Tables whose values mean different things.
        (
            "export difference -o x.png --scheme alibi --d-model 16 --versus=--scheme=sinusoidal",
            &["ALiBi", "Sinusoidal", "no difference"],
        ),
        (
            "export difference -o x.png --scheme t5 --versus=--shows=bias",
            &["bucket numbers", "no difference"],
        ),
        // More pixels than are painted as a whole.
        (
            "export window -o x.png --size 4096x4096 --scale 4",
            &["16,384 × 16,384", "the limit is 32"],
        ),
        // Impossible settings.
        (
            "table -o x.npy --scheme rope --d-model 128 --rotary-dims 256",
            &["--rotary-dims = 256", "even number up to 128"],
        ),
        (
            "table -o x.npy --scheme rope --d-model 128 --rotary-dims 25",
            &["--rotary-dims = 25", "even number up to 128"],
        ),
        (
            "export wavelengths -o x.png --scheme rope --d-model 7 --rotary-dims 1",
            &["--rotary-dims = 1", "even number up to 6"],
        ),
        (
            "export heatmap -o x.png --zero-rows 3 --zero-from 100",
            &["Rows 100 to 102", "the table has 50", "--zero-from"],
        ),
        (
            "export heatmap -o x.png --zero-rows 51",
            &["Rows 0 to 50", "the table has 50"],
        ),
        (
            "export heatmap -o x.png --trained-len 60 --beyond interpolate",
            &["--beyond", "50 positions", "trained length 60"],
        ),
        (
            "table -o x.npy --scheme rope --trained-len 50 --beyond restart",
            &["--beyond", "50 positions", "trained length 50"],
        ),
        // The table.
        ("table -o x.npq", &["x.npq", ".npy, .npz, .csv"]),
        ("table -o x", &[".npy, .npz, .csv", "--format", ": x"]),
        ("table -o -", &["--format npy, npz, csv or safetensors"]),
        ("table -o x.npy --format json", &["\"json\"", "npy, npz, csv"]),
        ("table -o x.npy --precision f8", &["\"f8\"", "f32, f64"]),
        ("table --d-model 4", &["--output"]),
        ("table -o x.npy more", &["more", "--help"]),
        ("table -o", &["--output", "no value"]),
        ("table -o no/such/x.npy", &["no such folder", "no/such"]),
        ("table -o . --format npy", &["folder", "file name"]),
        // A gibibyte of cells and a header; with one row less the file is written without asking.
        (
            "table -o x.npz --d-model 1024 --max-len 262144",
            &["1,073,742,106 bytes (1.07 GB)", "--yes", ": x.npz"],
        ),
        (
            "table -o x.bin --format csv --d-model 1024 --max-len 262144",
            &["at most 5,368,709,120 bytes (5.37 GB)", "--yes"],
        ),
        // The picture.
        ("export heatmap", &["--output"]),
        ("export heatmap -o x.jpg", &["x.jpg", ".png"]),
        ("export heatmap -o png", &[".pdf: png"]),
        ("export heatmap --plain -o x.svg", &["x.svg", ".png"]),
        ("export heatmap -o x.png --range 1..1", &["1..1", "no width"]),
        ("export heatmap -o x.png --range 2..-1", &["2..-1", "no width"]),
        ("export heatmap -o x.png --range nan..1", &["nan..1", "finite"]),
        ("export heatmap -o x.png --range -inf..1", &["-inf..1", "finite"]),
        (
            "export heatmap -o x.png --range -1e308..1e308",
            &["-1e308..1e308", "finite"],
        ),
        ("export heatmap -o x.png --range 5", &["\"5\"", "A..B"]),
        ("export heatmap -o x.png --positions 5..5", &["5..5", "less than B"]),
        ("export heatmap -o x.png --positions 9..5", &["9..5", "less than B"]),
        ("export heatmap -o x.png --positions 0..51", &["0..51", "within 0..50"]),
        ("export heatmap -o x.png --positions -1..5", &["-1..5", "A..B"]),
        ("export heatmap -o x.png --positions 1.5..5", &["1.5..5", "whole"]),
        (
            "export heatmap -o x.png --dimensions 0..99999999999999999999999",
            &["--dimensions", "within 0..16"],
        ),
        ("export similarity -o x.png --dimensions 0..4", &["--dimensions"]),
        ("export similarity -o x.png --positions 50..51", &["within 0..50"]),
        ("export heatmap -o x.png --cell-size 0", &["\"0\"", "1 to 64"]),
        ("export heatmap -o x.png --cell-size 65", &["\"65\"", "1 to 64"]),
        ("export heatmap -o x.png --cell-size -3", &["\"-3\"", "1 to 64"]),
        ("export heatmap -o x.png --size 0x5", &["\"0x5\"", "1600x900"]),
        ("export heatmap -o x.png --size 60x900", &["60", "72", "--plain"]),
        ("export heatmap -o x.png --size 20x90mm", &["57", "72", "--plain"]),
        ("export heatmap -o x.png --size 9000x9000", &["9000", "--plain"]),
        (
            "export heatmap -o x.png --size 100x100 --text-size 40",
            &["100 x 100", "the text smaller"],
        ),
        ("export heatmap -o x.png --dpi 5000", &["5,000", "1200"]),
        ("export heatmap -o x.png --dpi many", &["many", "1200"]),
        ("export heatmap -o x.png --text-size 3", &["3", "4 to 96"]),
        ("export heatmap -o x.png --for poster", &["poster", "slide-4x3"]),
        ("export heatmap -o x.png --theme grey", &["grey", "light, dark"]),
        ("export heatmap -o x.png --format jpg", &["jpg", "png, svg, pdf"]),
        ("export heatmap -o x.png --outlines", &["--outlines"]),
        ("export heatmap -o x.png --plain --title x", &["--title", "--plain"]),
        ("export bands -o x.png --bands 0,8", &["0,8", "0 to 7"]),
        ("export bands -o x.png --plain", &["--plain"]),
        ("export bands -o x.png --range 0..1", &["--range"]),
        ("export wavelengths -o x.png --colormap magma", &["--colormap"]),
        ("export similarity -o x.png --transpose", &["--transpose"]),
        (
            "export page -o x.png --views heatmap,nothing",
            &["nothing", "three-ways"],
        ),
        ("export wavelengths -o x.png --scheme index", &["Index"]),
        ("export heatmap -o x.png --size 100", &["\"100\"", "1600x900"]),
        ("export heatmap -o x.png --size 0x5 --plain", &["0 × 5", "1 × 1"]),
        (
            "export heatmap -o x.png --size 20000x20000 --plain",
            &["20,000 × 20,000", "400", "256"],
        ),
        (
            "export heatmap -o x.png --size 99999999999999999999x99999999999999999999 --plain",
            &["megapixels", "256"],
        ),
        (
            "export heatmap -o x.png --size 10000001x1 --plain",
            &["10,000,001", "10,000,000"],
        ),
        (
            "export heatmap -o x.png --max-len 1048576 --d-model 16384 --cell-size 64 --plain",
            &["67,108,864 × 1,048,576", "256"],
        ),
        ("export three-ways -o x.png --size 40x2 --plain", &["40x2", "3"]),
        ("export heatmap -o x.png --colormap jet --plain", &["\"jet\"", "RdBu"]),
        (
            "export heatmap -o x.png --size 9x9 --cell-size 3",
            &["--size", "--cell-size", "keep one"],
        ),
        (
            "export three-ways -o x.png --own-scales --range 0..1",
            &["--own-scales", "--range"],
        ),
        ("export heatmap -o x.png -o y.png", &["--output", "more than once"]),
        (
            "export similarity -o x.png --scheme binary --d-model 16384 --max-len 1048576 --size 9x9 --plain",
            &["17,179,869,184", "268,435,456"],
        ),
        ("table -o x.npy --heads 3", &["--heads"]),
        ("table -o x.npy --shift 2", &["--shift has no effect"]),
        ("table -o x.npy --scheme index --base 5", &["--base has no effect"]),
        (
            "table -o x.npy --scheme rope --scaling-factor 8",
            &["--scaling-factor has no effect"],
        ),
        (
            "table -o x.npy --direction unsigned --trained-len 10",
            &["--trained-len has no effect"],
        ),
        (
            "table -o x.npy --scheme rope --convention whisper",
            &["whisper", "sinusoidal", "rope"],
        ),
        (
            "table -o x.npy --preset llama-3.1-8b --convention paper",
            &["paper", "rope"],
        ),
        (
            "table -o x.npy --scheme sinusoidal --convention detr",
            &["detr", "grid", "sinusoidal"],
        ),
        (
            "table -o x.npy --storage-precision f8",
            &["--storage-precision", "\"f8\""],
        ),
        (
            "export scores -o x.png",
            &["scores", "sinusoidal", "similarity", "rope"],
        ),
        (
            "export similarity -o x.png --scheme rope",
            &["similarity", "rope", "scores", "sinusoidal"],
        ),
        ("export similarity -o x.svg --scheme t5", &["similarity", "t5", "bias"]),
        (
            "export page --views heatmap,similarity -o x.pdf --scheme alibi",
            &["similarity", "alibi", "bias"],
        ),
        (
            "animate similarity --over base --from 10 --to 99 -o x.gif --scheme rope",
            &["similarity", "rope", "scores"],
        ),
        (
            "export bias -o x.png --scheme rope",
            &["bias", "scores", "alibi, t5, relative"],
        ),
        (
            "export bias -o x.png --scheme alibi --d-model 4 --head 4",
            &["\"4\"", "0 to 3"],
        ),
        (
            "table -o x.npy --divisor length",
            &["--divisor", "sinusoidal", "normalized"],
        ),
        (
            "table -o x.npy --exponent half-minus-shift --shift 8",
            &["8 − 8", "smaller shift"],
        ),
        (
            "table -o x.npy --max-len 64 --trained-len 16 --beyond restart --overlap 16",
            &["overlap of 16", "less than 16"],
        ),
        (
            "table -o x.npy --scheme learned --d-model 8 --max-len 513",
            &["ends at position 511", "at most 512"],
        ),
        ("table -o x.npy --scheme learned --d-model 385", &["384 dimensions"]),
        (
            "table -o x.npy --scheme rope --scaling longrope --long-factors 1,2,3",
            &["3 factors for 8 pairs"],
        ),
        (
            "table -o x.npy --scheme rope --scaling yarn --beta-slow 40",
            &["--beta-slow = 40", "below --beta-fast = 32"],
        ),
        (
            "table -o x.npy --scheme t5 --max-distance 8",
            &["--max-distance = 8", "= 8 must be below"],
        ),
        (
            "table -o x.npy --scheme t5 --buckets 1e9",
            &["1,000,000,000", "4 to 4,096"],
        ),
        ("table -o x.npy --zero-rows -1", &["−1", "0 to 1,048,576"]),
        (
            "export heatmap -o x.png --transparent=yes",
            &["--transparent takes no value", "yes"],
        ),
        // The rest.
        ("export", &["heatmap, bands, similarity"]),
        ("export table -o x.png", &["\"table\""]),
        ("pe.npy", &["no such file or folder", "pe.npy"]),
        ("--frobnicate", &["--frobnicate", "--help"]),
        ("table -o x.npy --lang fr", &["\"fr\"", "en, zh"]),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let line = refused(&words);
        for part in contained {
            assert!(line.contains(part), "{arguments}: {part:?} is not in: {line}");
        }
    }
}

#[test]
fn a_refusal_is_in_the_language_that_was_asked_for_or_the_systems() {
    for (arguments, expected) in [
        (
            "table -o x.npy --d-model 0 --lang zh",
            "d_model = 0 超出范围，请取 1 到 16,384",
        ),
        (
            "table -o x.npy --d-model 0 --lang=zh",
            "d_model = 0 超出范围，请取 1 到 16,384",
        ),
        ("--lang zh table", "缺少参数，请加上 --output <OUT>"),
        ("--lang zh --wrong", "此处没有选项 --wrong，加上 --help 可查看可用选项"),
        (
            "--lang zh table -o - --format json",
            "--format：不认识“json”，请从中选一：npy, npz, csv, safetensors",
        ),
        (
            "table --lang en -o x.npy --d-model 0",
            "d_model = 0 is out of range; choose 1 to 16,384",
        ),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        assert_eq!(refused(&words), expected, "{arguments}");
    }
    let folder = tempfile::tempdir().unwrap();
    for (locale, beginning) in [
        ("zh_CN.UTF-8", "poscope: 缺少"),
        ("de_DE.UTF-8", "poscope: An argument"),
    ] {
        let mut command = poscope(folder.path());
        let output = command.env("LC_ALL", locale).arg("table").output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(beginning), "{locale}: {said}");
    }
}

#[test]
fn every_sentence_of_the_command_line_exists_in_both_languages() {
    let keys = include_str!("../../assets/locales/cli.yml")
        .lines()
        .filter_map(|line| line.strip_suffix(':'))
        .filter(|key| key.starts_with("cli."));
    let mut count = 0;
    for key in keys {
        let text = include_str!("../../assets/locales/cli.yml");
        let (_, after) = text.split_once(&format!("\n{key}:\n")).unwrap();
        let lines: Vec<&str> = after.lines().take(2).map(str::trim).collect();
        assert!(lines[0].starts_with("en: "), "{key}");
        assert!(lines[1].starts_with("zh-CN: "), "{key}");
        assert!(lines[1].contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{key}");
        let values = |line: &str| {
            let mut names: Vec<String> = line
                .split("%{")
                .skip(1)
                .map(|rest| rest[..rest.find('}').unwrap()].into())
                .collect();
            names.sort();
            names
        };
        assert_eq!(values(lines[0]), values(lines[1]), "{key}");
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
fn a_line_break_in_an_argument_does_not_break_the_line() {
    for arguments in [
        &["table", "-o", "a\nb/x.npy"][..],
        &["table", "-o", "x\n.jpg"],
        &["table", "-o", "x.npy", "--scheme", "a\r\nb"],
        &["table", "-o", "x.npy", "--base", "1\n2"],
        &["a\nb"],
        &["--a\nb"],
    ] {
        let line = refused(arguments);
        assert!(line.contains("\\n"), "{arguments:?}: {line}");
    }
}

#[test]
fn a_long_argument_is_cut() {
    let long = "9z".repeat(5000);
    for option in ["--base", "--scheme", "--precision"] {
        let line = refused(&["table", "-o", "x.npy", option, &long]);
        assert!(line.len() < 200 && line.contains("9z9z"), "{line}");
    }
    assert!(refused(&["export", "heatmap", "-o", "x.png", "--size", &long]).len() < 200);
    assert!(refused(&[&long]).len() < 200);
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text_are_refused_but_in_the_name_of_the_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bad = OsStr::from_bytes(b"\xff\xfe");
    let [table, output, file] = ["table", "-o", "x.npy"].map(OsStr::new);
    let line = refused(&[table, output, file, OsStr::new("--scheme"), bad]);
    assert!(line.contains("UTF-8"), "{line}");
    assert!(refused(&[bad]).contains('\u{fffd}'));
    let missing = OsStr::from_bytes(b"\xff/x.npy");
    assert!(refused(&[table, output, missing]).contains("no such folder"));
    assert!(refused(&[table, output, bad]).contains(".npy, .npz, .csv"));

    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"\xff.NPY");
    poscope(folder.path()).args([table, output, name]).assert().success();
    assert!(folder.path().join(name).is_file());
}

#[test]
fn a_refusal_leaves_the_old_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.png");
    std::fs::write(&path, "old").unwrap();
    let arguments = "export similarity -o x.png --scheme binary --d-model 16384 --max-len 1048576 --size 9x9 --plain";
    let output = crate::run(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_a_scheme_cannot_have_is_refused_and_not_changed_in_silence() {
    for (arguments, contained) in [
        ("table -o x.npy --scheme t5 --buckets 33", "--buckets = 33 is odd"),
        (
            "table -o x.npy --scheme rope --d-model 1",
            "d_model = 1 is out of range; choose 2 to 16,384",
        ),
        (
            "table -o x.npy --scheme grid --d-model 3",
            "d_model = 3 is out of range; choose 4 to 16,384",
        ),
        ("export bands -o x.png --bands 0,0,1", "each once"),
        (
            "export decay -o x.png --scheme rope --d-model 16384 --max-len 1048576",
            "the limit is 1,073,741,824",
        ),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let said = refused(&words);
        assert!(said.contains(contained), "{arguments}: {said}");
    }
}

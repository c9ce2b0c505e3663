//! `--sweep`: one command line per value of an option.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{done, poscope, refused, run};

fn files(folder: &Path) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap();
    names
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn named(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn every_value_gives_the_file_that_the_option_itself_gives() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    done(
        folder.path(),
        "export heatmap --sweep base=7,77.5 --max-len 20 --cell-size 1 --plain -o b{base}.png",
    );
    done(
        folder.path(),
        "table -o {d_model}.csv --sweep --d_model=3;5 --max-len=4 --scheme binary",
    );
    assert_eq!(files(folder.path()), named(&["b7.png", "b77.5.png", "3.csv", "5.csv"]));
    for (swept, alone) in [
        (
            "b7.png",
            "export heatmap --base 7 --max-len 20 --cell-size 1 --plain -o alone.png",
        ),
        (
            "b77.5.png",
            "export heatmap --base 77.5 --max-len 20 --cell-size 1 --plain -o alone.png",
        ),
        ("3.csv", "table --d-model 3 --max-len 4 --scheme binary -o alone.csv"),
        ("5.csv", "table --d-model 5 --max-len 4 --scheme binary -o alone.csv"),
    ] {
        done(folder.path(), alone);
        let (_, ending) = swept.rsplit_once('.').unwrap();
        assert_eq!(
            fs::read(at(swept)).unwrap(),
            fs::read(at(&format!("alone.{ending}"))).unwrap(),
            "{swept}"
        );
    }
}

#[test]
fn several_sweeps_give_all_combinations() {
    let folder = tempfile::tempdir().unwrap();
    done(
        folder.path(),
        "table --sweep max-len=2..6:2 --sweep scheme=index,nope --sweep d-model=3..27:x3 -o {max-len}{scheme}{d-model}.npy",
    );
    let found = files(folder.path());
    assert_eq!(found.len(), 3 * 2 * 3);
    for name in ["2index3.npy", "4nope27.npy", "6index9.npy"] {
        assert!(found.contains(name), "{name}");
    }
}

#[test]
fn any_option_with_a_value_can_be_swept_in_every_view() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (
            "export similarity --sweep range=-1..1,0..1 --size 9x9 --plain -o s{range}.png",
            &["s-1..1.png", "s0..1.png"][..],
        ),
        (
            "export bias --scheme alibi --d-model 4 --sweep head=0..3:3 --size 9x9 --plain -o {head}.png",
            &["0.png", "3.png"],
        ),
        (
            "export heatmap --sweep preset=whisper-tiny,opus-mt --size 9x9 --plain -o {preset}.png",
            &["whisper-tiny.png", "opus-mt.png"],
        ),
        (
            "export bands --sweep bands=0;0,1 --sweep format=svg,pdf -o {bands}.{format}",
            &["0.svg", "0.pdf", "0,1.svg", "0,1.pdf"],
        ),
        (
            "export three-ways --sweep colormap=magma,magma_r --size 9x9 --plain -o {colormap}.png",
            &["magma.png", "magma_r.png"],
        ),
        (
            "table --scheme rope --scaling longrope --d-model 4 --sweep long-factors=1,2;3,4 -o {{{long_factors}}}.npy",
            &["{1,2}.npy", "{3,4}.npy"],
        ),
    ] {
        let before = files(folder.path());
        done(folder.path(), arguments);
        let made: BTreeSet<String> = files(folder.path()).difference(&before).cloned().collect();
        assert_eq!(made, named(expected), "{arguments}");
    }
}

#[test]
fn a_swept_theme_and_language_make_windows_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    done(
        folder.path(),
        "export window --sweep theme=light,dark --sweep lang=en,zh --size 500x400 -o {theme}.{lang}.png",
    );
    let pictures: BTreeSet<Vec<u8>> = files(folder.path())
        .iter()
        .map(|name| fs::read(folder.path().join(name)).unwrap())
        .collect();
    assert_eq!(pictures.len(), 4);
}

#[test]
fn without_a_sweep_braces_are_braces() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "table -o {base}.npy --max-len 1");
    assert_eq!(files(folder.path()), named(&["{base}.npy"]));
}

#[test]
fn every_slip_is_refused_before_anything_is_written() {
    for (arguments, contained) in [
        (
            "--sweep base=5,6 -o x.npy",
            &["replace each other", "{base}", "--output"][..],
        ),
        ("--sweep base=5,6 -o -", &["replace each other", "{base}"]),
        (
            "--sweep base=5,6 -o {base}{lang}.npy",
            &["{lang} has no value", "--sweep lang"],
        ),
        ("--sweep base=5,6 -o {base.npy", &["brace", "{base.npy", "{{"]),
        ("--sweep base=5,6 -o {base}}.npy", &["brace", "{base}}.npy"]),
        ("--sweep base=5,6 --base 7 -o {base}.npy", &["--base", "more than once"]),
        (
            "--sweep base=5 --sweep base=6 -o {base}.npy",
            &["--base", "more than once"],
        ),
        ("--sweep base=5,5 -o {base}.npy", &["same file", "5.npy"]),
        ("--sweep base=5,,6 -o {base}.npy", &["base", "empty"]),
        ("--sweep base= -o {base}.npy", &["base", "empty"]),
        ("--sweep base -o {base}.npy", &["\"base\"", "NAME=V1,V2"]),
        ("--sweep frob=5 -o {frob}.npy", &["--frob", "--help"]),
        ("--sweep timing=1,2 -o {timing}.npy", &["--timing", "--help"]),
        ("--sweep output=a.npy -o {output}", &["--output", "--help"]),
        ("--sweep sweep=a -o {sweep}", &["--sweep", "--help"]),
        ("--sweep base=9..5:1 -o {base}.npy", &["base=9..5:1", "A ≤ B"]),
        ("--sweep base=5..9:0 -o {base}.npy", &["base=5..9:0"]),
        ("--sweep base=5..9:x1 -o {base}.npy", &["base=5..9:x1"]),
        ("--sweep base=2..99999999999:1 -o {base}.npy", &["10,000"]),
        (
            "--sweep base=2..200:1 --sweep d-model=2..200:1 -o {base}{d-model}.npy",
            &["10,000"],
        ),
        ("--sweep base=a/b -o {base}.npy", &["\"a/b\"", "base", "file name"]),
        ("--sweep base=.. -o {base}.npy", &["\"..\"", "file name"]),
        ("--sweep base=-,5 -o {base}", &["\"-\"", "file name"]),
        ("--sweep base=5;a:b -o {base}.npy", &["\"a:b\""]),
        // The last of the commands is as wrong as the first would be.
        ("--sweep base=5,6,0.5 -o {base}.npy", &["base = 0.5", "1.0001"]),
        ("--sweep base=5..7 -o {base}.npy", &["\"5..7\"", "not a number"]),
        ("--sweep scheme=sinusoidal,wavelet -o {scheme}.npy", &["\"wavelet\""]),
        ("--sweep lang=en,fr -o {lang}.npy", &["\"fr\"", "en, zh"]),
        ("--sweep format=npy,json -o {format}.bin", &["\"json\""]),
        ("--sweep base=5,6 -o {base}.jpg", &["5.jpg"]),
        ("--sweep base=5,6 -o no/{base}.npy", &["no such folder", "no"]),
        ("--sweep", &["--sweep", "no value"]),
        ("--sweep base=5,6", &["--output"]),
    ] {
        let line: Vec<&str> = std::iter::once("table").chain(arguments.split_whitespace()).collect();
        let said = refused(&line);
        for part in contained {
            assert!(said.contains(part), "{arguments}: {part:?} is not in: {said}");
        }
    }
    for (arguments, contained) in [
        ("export heatmap --plain --sweep size=9x9,8 -o {size}.png", "\"8\""),
        (
            "export heatmap --sweep cell-size=1,2 --size 9x9 --plain -o {cell-size}.png",
            "keep one",
        ),
        (
            "export heatmap --sweep dimensions=0..9,9..99 -o {dimensions}.png",
            "9..99",
        ),
        ("export heatmap --sweep colormap=magma,jet -o {colormap}.png", "\"jet\""),
        ("export window --sweep theme=dark,blue -o {theme}.png", "\"blue\""),
        ("export bias --sweep scheme=alibi,rope -o {scheme}.png", "rope"),
        ("presets --sweep base=5,6", "--sweep"),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let said = refused(&words);
        assert!(said.contains(contained), "{arguments}: {said}");
    }
}

#[test]
fn refusals_are_in_chinese_too() {
    for (arguments, expected) in [
        (
            "--sweep base=5,6 -o x.npy",
            "--sweep：各文件会互相覆盖，请在 --output 的文件名中写上 {base}，作为 base 取值的位置",
        ),
        (
            "--sweep base=5,a/b -o {base}.npy",
            "--sweep：“a/b”（base）不能作为文件名的一部分，文件名不可含 / \\ : * ? \" < > |",
        ),
        (
            "--sweep base=5,5 -o {base}.npy",
            "两条命令会写出同一文件，请取不同的名称：5.npy",
        ),
    ] {
        let words = ["table", "--lang", "zh"]
            .into_iter()
            .chain(arguments.split_whitespace());
        assert_eq!(refused(&words.collect::<Vec<_>>()), expected);
    }
}

#[test]
fn a_failure_in_the_middle_names_the_file_and_what_was_made_stays() {
    let folder = tempfile::tempdir().unwrap();
    // Only the summing itself finds that there is too much to sum.
    let arguments = "export similarity --scheme binary --d-model 16384 --sweep max-len=3,1048576,4 --size 3x3 --plain -o {max-len}.png";
    let output = run(folder.path(), arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("poscope: 1048576.png: "), "{said}");
    assert!(said.contains("(already made and kept: 1 of 3)"), "{said}");
    assert_eq!(files(folder.path()), named(&["3.png"]));
    let output = run(folder.path(), &format!("{arguments} --lang zh"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("此前已写出 1 个文件，共 3 个"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_has_no_places() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"{base}\xff.npy");
    let said = refused(&[
        OsStr::new("table"),
        OsStr::new("--sweep=base=5,6"),
        OsStr::new("-o"),
        name,
    ]);
    assert!(said.contains("UTF-8"), "{said}");
}

#[test]
fn help_shows_the_sweep_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["table", "export heatmap", "export difference", "export window"] {
        let help = String::from_utf8(done(folder.path(), &format!("{command} --help"))).unwrap();
        assert!(
            help.contains("--sweep <NAME=V1,V2>") && help.contains("all combinations"),
            "{command}"
        );
        let help = String::from_utf8(done(folder.path(), &format!("{command} --help --lang zh"))).unwrap();
        assert!(help.contains("各执行一次"), "{command}");
    }
    let mut presets = poscope(folder.path());
    let help = presets.args(["presets", "--help"]).output().unwrap().stdout;
    assert!(!String::from_utf8(help).unwrap().contains("--sweep"));
}

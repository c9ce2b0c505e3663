//! `poscope code`: the code that makes a table, and what is refused.

use std::fs;

use crate::{done, refused};

#[test]
fn code_is_printed_or_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let printed = done(folder.path(), "code numpy --d-model 8 --layout concat");
    let text = String::from_utf8(printed.clone()).unwrap();
    assert!(
        text.starts_with("# Sinusoidal positional encoding, 50 positions x 8 dimensions"),
        "{text}"
    );
    assert!(
        text.ends_with("pe = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)\n"),
        "{text}"
    );
    let silent = done(folder.path(), "code numpy --d-model 8 --layout concat -o pe.py");
    assert_eq!(
        (silent, fs::read(folder.path().join("pe.py")).unwrap()),
        (Vec::new(), printed)
    );
}

#[test]
fn a_preset_is_written_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for (language, word) in [
        ("numpy", "np.clip"),
        ("pytorch", "torch.clip"),
        ("jax", "jnp.clip"),
        ("rust", ".clamp(0.0, 1.0)"),
        ("latex", r"\min\!\left(\max"),
    ] {
        let printed = done(
            folder.path(),
            &format!("code {language} --preset llama-3.1-8b --max-len 64"),
        );
        let text = String::from_utf8(printed).unwrap();
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn the_first_line_names_the_preset_and_says_if_it_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    for (options, begins) in [
        ("--preset Whisper-Tiny", "# whisper-tiny: Sinusoidal"),
        (
            "--preset whisper-tiny --base 500",
            "# whisper-tiny, changed: Sinusoidal",
        ),
        ("", "# Sinusoidal"),
    ] {
        let text = String::from_utf8(done(folder.path(), &format!("code numpy {options}"))).unwrap();
        assert!(text.starts_with(begins), "{text}");
    }
}

#[test]
fn what_has_no_code_is_refused_in_one_line() {
    for (arguments, contained) in [
        ("code fortran", &["\"fortran\"", "numpy, pytorch, jax, rust, latex"][..]),
        ("code", &["LANGUAGE"]),
        ("code numpy --scheme learned", &["no formula", "poscope table -o"]),
        ("code numpy --preset gpt2-xl", &["no formula", "poscope table -o"]),
        (
            "code numpy --scheme relative --clip 2000 --max-len 5000",
            &["4,096", "poscope table -o"],
        ),
        ("code numpy --scheme learned --lang zh", &["没有公式"]),
        ("code numpy --d-model 0", &["d_model = 0"]),
        ("code numpy -o no/such/pe.py", &["no such folder"]),
    ] {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let words = refused(&arguments);
        for part in contained {
            assert!(words.contains(part), "{arguments:?}: {words}");
        }
    }
}

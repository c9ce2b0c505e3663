//! Sessions on the command line: printed, taken as the encoding, painted.

use std::fs;
use std::path::Path;

use poscope::encoding::{Scheme, Spec};
use poscope::field::Span;
use poscope::session::{ColorMap, Pin, Session, Versus, from_json, from_shared, share, to_json};

use super::{done, poscope, refused, run};

fn session() -> Session {
    let mut session = Session::default();
    session.spec.d_model = 12;
    session.spec.base = 250.0;
    session.views.color_map = ColorMap::Viridis;
    session.views.pin = Some(Pin {
        position: 7,
        dimension: 2,
    });
    session.versus = Some(Versus::copy_of(&Spec {
        scheme: Scheme::Index,
        ..Spec::default()
    }));
    session
}

/// A folder with a session in `a.poscope` and as a comment of a picture.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.poscope"), to_json(&session())).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(folder.path().join("图 1.PNG")).unwrap(), 1, 1);
    encoder
        .add_itxt_chunk("poscope session".to_owned(), to_json(&session()))
        .unwrap();
    encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
    folder
}

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = poscope(folder).args(arguments).output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), b"".as_slice()));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_session_of_a_picture_or_a_file_is_printed_as_json_or_short() {
    let folder = folder();
    for file in ["a.poscope", "图 1.PNG"] {
        let text = printed(folder.path(), &["session", file]);
        assert_eq!(text, to_json(&session()));
        let text = printed(folder.path(), &["session", "--share", file]);
        assert_eq!(text, format!("{}\n", share(&session())));
        assert_eq!(from_shared(&text).unwrap().session, session());
    }
    done(folder.path(), "session a.poscope -o b.poscope");
    let text = fs::read_to_string(folder.path().join("b.poscope")).unwrap();
    assert_eq!(from_json(&text).unwrap().session, session());
}

#[test]
fn the_encoding_of_a_session_is_where_the_other_options_begin() {
    let folder = folder();
    let table = done(folder.path(), "table --session a.poscope --format npy -o -");
    assert_eq!(
        table,
        done(folder.path(), "table --d-model 12 --base 250 --format npy -o -")
    );
    let changed = done(folder.path(), "table --session a.poscope --base 9 --format npy -o -");
    assert_eq!(
        changed,
        done(folder.path(), "table --d-model 12 --base 9 --format npy -o -")
    );
    done(folder.path(), "export heatmap --session a.poscope -o h.png");
    assert!(
        refused(&[
            "table",
            "-o",
            "-",
            "--format",
            "csv",
            "--session",
            "a",
            "--preset",
            "gpt-2"
        ])
        .contains("--preset")
    );
}

#[test]
fn the_window_is_painted_with_the_views_of_the_session() {
    let folder = folder();
    let of_session = done(folder.path(), "export window --session a.poscope -o -");
    let plain = done(folder.path(), "export window --d-model 12 --base 250 -o -");
    assert_eq!(
        of_session,
        done(folder.path(), "export window --session a.poscope -o -")
    );
    assert_ne!(
        of_session, plain,
        "colours, pin and comparison are those of the session"
    );
}

#[test]
fn a_figure_made_again_from_its_picture_is_the_same_to_the_byte() {
    let folder = folder();
    let again = |arguments: &str| {
        done(folder.path(), &format!("export heatmap {arguments} -o first.png"));
        done(folder.path(), "export heatmap --session first.png -o again.png");
        let [first, again] = ["first.png", "again.png"].map(|name| fs::read(folder.path().join(name)).unwrap());
        assert!(first == again, "{arguments}");
    };
    again("--range=-0.5..0.5 --colormap magma --transpose --positions 10..30 --dimensions 2..9");
    again("--preset llama-3.1-8b --max-len 64 --range 0..1");
    again("--scheme index --fitted");
}

#[test]
fn fields_that_are_not_known_are_named_once() {
    let folder = folder();
    let text = to_json(&session()).replacen("\"views\": {", "\"views\": {\"zoom_level\": 3,", 1);
    fs::write(folder.path().join("a.poscope"), text).unwrap();
    for arguments in [
        "session a.poscope",
        "table --session a.poscope --format csv -o -",
        "export heatmap --session a.poscope -o -",
        "export difference --versus=--session=a.poscope --d-model 12 -o -",
    ] {
        let output = run(folder.path(), arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert_eq!(said.matches("views.zoom_level").count(), 1, "{arguments}: {said}");
    }
}

#[test]
fn what_has_no_session_is_refused_in_a_line() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.npy"), b"\x93NUMPY\x01\0").unwrap();
    fs::write(path("new.poscope"), "{\"format\": \"poscope session\", \"version\": 4}").unwrap();
    fs::write(
        path("wide.poscope"),
        to_json(&session()).replace("\"start\": 0.0", "\"start\": 1e300"),
    )
    .unwrap();
    for (file, words) in [
        (path("a.npy"), "This is a table (.npy)"),
        (
            path("new.poscope"),
            "version 4 of the format; this program reads versions up to 1",
        ),
        (path("wide.poscope"), "--start = 1e300 is out of range"),
        (path("missing.png"), "missing.png"),
        (path(""), "folder"),
    ] {
        for arguments in [
            vec![file.as_str()],
            vec!["session", &file],
            vec!["table", "-o", "-", "--format", "npy", "--session", &file],
            vec!["export", "window", "-o", "-", "--session", &file],
        ] {
            let line = refused(&arguments);
            assert!(line.contains(words), "{words} in {line}");
        }
    }
}

#[test]
fn a_file_opens_the_window_and_a_word_that_is_none_is_no_command() {
    let folder = folder();
    let path = folder.path().join("a.poscope");
    assert!(refused(&[path.to_str().unwrap()]).contains("no display"));
    assert!(refused(&["--lang", "zh", path.to_str().unwrap()]).contains("没有可用的显示器"));
    assert!(refused(&["exprt"]).contains("no command \"exprt\""));
    assert!(refused(&["exprt", "heatmap", "-o", "h.png"]).contains("no command \"exprt\""));
    assert!(refused(&["./export"]).contains("./export"));
    assert!(refused(&["--", "export"]).contains("export"));
    // A file that has the name of a command.
    fs::copy(&path, folder.path().join("export")).unwrap();
    let mut command = poscope(folder.path());
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    let output = command.arg("./export").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no display"));
}

#[test]
fn settings_that_no_view_has_are_named_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session();
    let of_view = session.settings.entry("kaleidoscope".to_owned()).or_default();
    of_view.insert("mirrors".to_owned(), "3".to_owned());
    fs::write(folder.path().join("a.poscope"), to_json(&session)).unwrap();
    for arguments in [
        "session a.poscope",
        "export heatmap --plain --session a.poscope -o h.png",
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("settings.kaleidoscope.mirrors"), "{arguments}: {said}");
    }
    let text = String::from_utf8(run(folder.path(), "session a.poscope").stdout).unwrap();
    assert_eq!(from_json(&text).unwrap().session, session);
}

#[test]
fn a_figure_of_a_session_shows_all_that_the_session_says_unless_it_is_said_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::default();
    session.spec.scheme = Scheme::Alibi;
    session.spec.d_model = 8;
    session.views.color_map = ColorMap::Magma;
    session.views.reversed = true;
    session.views.transposed = true;
    session.views.positions = Some(Span { start: 10.0, end: 30.0 });
    session.views.pin = Some(Pin {
        position: 4,
        dimension: 6,
    });
    session.views.lanes = vec![1, 7];
    session.set("decay", "axis".to_owned(), Some("logarithmic".to_owned()));
    fs::write(folder.path().join("a.poscope"), to_json(&session)).unwrap();
    let back = |command: &str| {
        done(folder.path(), &format!("{command} -o x.png"));
        from_json(&printed(folder.path(), &["session", "x.png"]))
            .unwrap()
            .session
    };
    assert_eq!(back("export heatmap --session a.poscope"), session);
    assert_eq!(back("export page --session a.poscope --views bias,bands"), session);
    let changed = back("export heatmap --session a.poscope --colormap viridis --positions 0..5");
    assert_eq!(
        (changed.views.color_map, changed.views.reversed),
        (ColorMap::Viridis, false)
    );
    assert_eq!(changed.views.positions, Some(Span { start: 0.0, end: 5.0 }));
    assert_eq!(changed.views.lanes, session.views.lanes);
    // The head that is held, with 2^-7 per step, and not head 0.
    let curve = done(folder.path(), "export bias --session a.poscope -o -  --format png");
    assert!(!curve.is_empty());
    done(folder.path(), "export bias --session a.poscope -o bias.csv");
    let numbers = fs::read_to_string(folder.path().join("bias.csv")).unwrap();
    let second = numbers.lines().nth(2).unwrap();
    assert!(second.contains("-0.0078125"), "{numbers}");
}

#[test]
fn a_comparison_whose_b_is_in_front_keeps_a_and_b() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::default();
    session.spec.base = 500.0;
    session.versus = Some(Versus {
        front_is_b: true,
        tolerance: 1e-3,
        ..Versus::copy_of(&Spec::default())
    });
    fs::write(folder.path().join("a.poscope"), to_json(&session)).unwrap();
    done(folder.path(), "export difference --session a.poscope -o x.svg");
    let svg = fs::read_to_string(folder.path().join("x.svg")).unwrap();
    let (a, b) = (svg.find("A: ").unwrap(), svg.find("B: ").unwrap());
    assert!(
        svg[a..].starts_with("A: Sinusoidal, base = 10,000"),
        "{}",
        &svg[a..a + 60]
    );
    assert!(svg[b..].starts_with("B: Sinusoidal, base = 500"), "{}", &svg[b..b + 60]);
    let back = from_json(&printed(folder.path(), &["session", "x.svg"]))
        .unwrap()
        .session;
    assert_eq!(back.versus, session.versus);
}

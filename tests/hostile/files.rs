//! Random files: sessions and the files that carry them, job files, preferences.

use std::any::Any;
use std::ffi::OsString;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use eframe::egui;
use egui_kittest::Harness;
use egui_tiles::{Linear, LinearDir, Tile, TileId, Tiles, Tree};
use poscope::app::preferences::{Preferences, PreferencesFolder};
use poscope::app::{App, Pane};
use poscope::cli::jobs::jobs;
use poscope::field::{Cancel, InPlace};
use poscope::file::read_session_text;
use poscope::session::{Opened, from_json, from_text, share, to_json};
use poscope::text::{Language, file_error, saved_error, unknown_fields};
use poscope::view::{Subject, VIEWS, misfits};

use super::chance::Chance;
use super::said::Fault;
use super::seeds::{self, Pictures};
use super::{Found, MOST_MEMORY, MOST_TIME, cases, is_single, lines, mutated, process, said};

/// The most positions and dimensions that are shown: the time that large tables take is not tested here.
const SHOWN: usize = 1 << 14;

/// What was found in all cases, which run once for the tests below.
static FOUND: LazyLock<Found> = LazyLock::new(|| {
    let pictures = Pictures::new();
    Found::of(cases("files", 400, 20_000), |case| {
        let mut folder = tempfile::tempdir().unwrap();
        if is_single() {
            folder.disable_cleanup(true);
            println!("{case} is in {:?}", folder.path());
        }
        once(case, folder.path(), &pictures)
    })
});

#[test]
fn files_by_chance_are_read_or_refused_within_limits() {
    FOUND.check(Fault::is_of_work);
}

#[test]
fn what_is_said_of_files_by_chance_is_in_the_users_words() {
    FOUND.check(Fault::is_of_words);
}

/// Makes the file of a case and opens it. Returns what is wrong, if anything is.
fn once(case: usize, folder: &Path, pictures: &Pictures) -> Option<Fault> {
    let chance = &mut Chance(case as u64);
    let _ = fs::write("/proc/self/clear_refs", "5"); // the peak of memory starts over
    let before = memory("VmRSS");
    let start = Instant::now();
    let opened = catch_unwind(AssertUnwindSafe(|| match case % 10 {
        0 => batch(folder, chance),
        1 => preferences(folder, chance, case % 40 == 1),
        2 | 3 => picture(folder, chance, pictures),
        4..=6 => text(folder, chance),
        _ => carrier(folder, chance),
    }));
    let (took, memory) = (start.elapsed(), memory("VmHWM").saturating_sub(before));
    match opened {
        Err(panic) => Some(Fault::Work(format!("a panic: {}", message(&*panic)))),
        Ok(Some(fault)) => Some(fault),
        Ok(None) if took > MOST_TIME => Some(Fault::Late(took)),
        Ok(None) if memory > MOST_MEMORY => Some(Fault::Work(format!("needs {memory} bytes"))),
        Ok(None) => None,
    }
}

/// The message of a panic.
fn message(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or_default()
}

/// The memory of this process according to the system, in bytes.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// A text of a session, changed as bytes.
fn text(folder: &Path, chance: &mut Chance) -> Option<Fault> {
    let (ending, text) = seeds::text(&chance.session(), chance.below(9));
    let other = share(&chance.session());
    session(&seeds::put(
        folder,
        ending,
        &mutated::bytes(text.into(), other.as_bytes(), chance),
    ))
}

/// The JSON of a session, changed as JSON, in any file that can carry it.
fn carrier(folder: &Path, chance: &mut Chance) -> Option<Fault> {
    let json = mutated::json(&to_json(&chance.session()), chance);
    let (ending, bytes) = seeds::carried(&json, chance.below(6));
    session(&seeds::put(folder, ending, &bytes))
}

/// A picture, changed as bytes.
fn picture(folder: &Path, chance: &mut Chance, pictures: &Pictures) -> Option<Fault> {
    let (ending, bytes) = pictures.one(chance.below(6));
    let (_, other) = pictures.one(chance.below(6));
    session(&seeds::put(
        folder,
        ending,
        &mutated::bytes(bytes.to_vec(), other, chance),
    ))
}

/// Opens a file as the program does, shows what is in it, and saves it. Returns what is wrong with
/// the messages about it.
fn session(path: &Path) -> Option<Fault> {
    let path_text = path.to_string_lossy().into_owned();
    let fault = |line: String| said::foreign(&line, &[&path_text]);
    let words = |say: &dyn Fn(Language) -> String| Language::ALL.into_iter().find_map(|language| fault(say(language)));
    let text = match read_session_text(path) {
        Ok(text) => text,
        Err(error) => return words(&|language| file_error(&error, language)),
    };
    let Opened { session, unknown } = match from_text(&text) {
        Ok(opened) => opened,
        Err(error) => return words(&|language| saved_error(&error, language)),
    };
    let unknown = [unknown, misfits(&session)].concat();
    let again = from_json(&to_json(&session)).unwrap();
    assert_eq!(again.session, session, "saved");
    assert_eq!(from_text(&share(&session)).unwrap().session, session, "shared");
    let (positions, dimensions) = session.shape();
    if positions * dimensions <= SHOWN {
        let cancel = Cancel::default();
        for language in Language::ALL {
            let subject = Subject::of(&session, language).unwrap();
            for view in VIEWS {
                let _ = view.describe(&subject, &mut InPlace::new(&cancel));
            }
        }
    }
    words(&|language| unknown_fields(&unknown, language).unwrap_or_default())
}

/// A job file: read, and in one case of eight checked by the program.
fn batch(folder: &Path, chance: &mut Chance) -> Option<Fault> {
    let mut text = String::new();
    for number in 0..=chance.below(5) {
        let words = lines::words(chance, &["export", "animate", "table"]);
        let words = words.iter().map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = words.filter(|word| !word.contains('\0')).collect();
        let line = shlex::try_join(words.iter().map(String::as_str)).unwrap();
        text += &format!("{line} -o {number}.png \\\n  --d-model 8 # {number}\n");
    }
    let bytes = mutated::bytes(text.into_bytes(), b"table --sweep base=2..9:1 -o {base}.npy\n", chance);
    seeds::put(folder, "batch", &bytes);
    let _ = jobs(&String::from_utf8_lossy(&bytes));
    if chance.below(8) > 0 {
        return None;
    }
    let words = ["batch", "--dry-run", "case.batch"].map(OsString::from);
    let done = process::run(folder, &words);
    let fault = process::fault(&done, &words);
    fault.or_else(|| process::left(folder))
}

/// Preferences and the other files that are read at startup; drawn if `is_drawn`.
fn preferences(folder: &Path, chance: &mut Chance, is_drawn: bool) -> Option<Fault> {
    let good = Preferences {
        size: Some([900.0, 700.0]),
        layout: Some(panes(chance)),
        recent: vec!["/a/b.poscope".to_owned(), "/c.png".to_owned()],
        ..Preferences::default()
    };
    let text = ron::ser::to_string_pretty(&good, ron::ser::PrettyConfig::default()).unwrap();
    // Most changes of bytes make the file unreadable, so in a third of the cases only numbers and words are changed.
    let bytes = match chance.below(3) {
        0 => text.into_bytes(),
        1 => text
            .replace("1.0", chance.one_of(&["NaN", "inf", "-1.0", "1e38", "0.0"]))
            .into_bytes(),
        _ => mutated::bytes(text.into_bytes(), b"", chance),
    };
    fs::write(folder.join("preferences.ron"), bytes).unwrap();
    let session = mutated::json(&to_json(&chance.session()), chance);
    fs::write(folder.join("session.json"), session).unwrap();
    let found = PreferencesFolder::at(folder.to_owned()).load();
    let _ = found.preferences.viewport();
    let (positions, dimensions) = found.session.shape();
    if is_drawn && positions * dimensions <= SHOWN {
        let mut app = None;
        let mut harness = Harness::builder().with_size([900.0, 700.0]).build_ui(move |ui| {
            let new = || App::new(ui.ctx(), found.preferences.clone(), found.session.clone(), None);
            app.get_or_insert_with(new).draw(ui);
        });
        harness.run_steps(2);
    }
    None
}

/// An impossible arrangement of panes: one pane twice, one container in itself or in very many
/// others, a share that is not a number.
fn panes(chance: &mut Chance) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut children: Vec<TileId> = Pane::ALL.map(|pane| tiles.insert_pane(pane)).to_vec();
    let mut root = TileId::from_u64(1_000_000);
    for _ in 0..chance.below(3) {
        let twice = children[chance.below(5)];
        let other = chance.one_of(&[root, TileId::from_u64(77), twice]);
        children.insert(chance.below(children.len()), other);
    }
    let mut linear = Linear::new(LinearDir::Vertical, children.clone());
    let share = chance.one_of(&[1.0, 0.0, -1.0, f32::NAN, f32::INFINITY, 1e38]);
    linear.shares.set_share(children[0], share);
    tiles.insert(root, Tile::Container(linear.into()));
    for number in 0..chance.one_of(&[0, 0, 1, 60, 8000]) {
        let around = TileId::from_u64(2_000_000 + number);
        tiles.insert(
            around,
            Tile::Container(Linear::new(LinearDir::Horizontal, vec![root]).into()),
        );
        root = around;
    }
    Tree::new(egui::Id::unique("panes"), root, tiles)
}

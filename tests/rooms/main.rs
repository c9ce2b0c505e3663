//! What the rooms of src may name, how large cycles of files are, and that every sentence exists in both languages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
#![allow(clippy::disallowed_methods, reason = "paths of tests are harmless")]

mod imports;
#[path = "../common/locale.rs"]
#[allow(dead_code)] // the tests of the window use the rest of it
mod locale;
mod sentences;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use imports::{Sources, Target};
use poscope::encoding::Scheme;
use poscope::view::VIEWS;

/// From the lowest to the highest; each may use only those before it.
const ROOMS: [&str; 12] = [
    "encoding", "code", "field", "file", "analysis", "session", "text", "plot", "view", "figure", "app", "cli",
];

/// Rooms that may use egui.
const WITH_EGUI: [&str; 2] = ["app", "cli"];

/// Rooms that may use files.
const WITH_FILES: [&str; 3] = ["file", "app", "cli"];

/// A cycle of more files than this cannot be read one file after the other.
const CIRCLE: usize = 12;

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The room of a file; `None` of `lib.rs` and `main.rs`.
fn room(sources: &Sources, file: usize) -> Option<usize> {
    let path = &sources.files[file].path;
    let name = path.parent()?.iter().next()?;
    let place = ROOMS.iter().position(|room| name == *room);
    Some(place.unwrap_or_else(|| panic!("{} is in no room of the list", path.display())))
}

#[test]
fn every_path_into_the_crate_is_understood() {
    let sources = Sources::of(&src());
    let mut count = 0;
    for (place, file) in sources.files.iter().enumerate() {
        for named in sources.uses(place) {
            if let Target::Nowhere(path) = &named.target {
                panic!("{}: {} leads nowhere", file.path.display(), path.join("::"));
            }
            count += usize::from(matches!(named.target, Target::Item(target, _) if target != place));
        }
    }
    assert!(count > 5000, "{count}");
}

#[test]
fn a_room_uses_only_rooms_below_it_and_pure_ones_know_nothing_of_egui_and_of_files() {
    let sources = Sources::of(&src());
    let mut faults = BTreeSet::new();
    for (place, file) in sources.files.iter().enumerate() {
        let Some(own) = room(&sources, place) else { continue };
        for named in sources.uses(place) {
            let is_fault = match &named.target {
                Target::Item(target, _) => room(&sources, *target).is_some_and(|of| of > own),
                Target::Outside(path) => {
                    let is_egui = ["egui", "eframe", "epaint", "emath"].contains(&path[0].as_str());
                    let is_files = path[0] == "std" && path.get(1).is_some_and(|name| name == "fs");
                    (is_egui && !WITH_EGUI.contains(&ROOMS[own])) || (is_files && !WITH_FILES.contains(&ROOMS[own]))
                }
                Target::Nowhere(_) => false,
            };
            if is_fault {
                faults.insert(format!("{} uses {}", file.path.display(), sources.shown(&named.target)));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_type_has_a_name_that_no_type_of_another_room_has() {
    let sources = Sources::of(&src());
    let mut rooms: BTreeMap<&str, BTreeMap<Option<usize>, &Path>> = BTreeMap::new();
    for (place, file) in sources.files.iter().enumerate() {
        for name in &file.types {
            let rooms = rooms.entry(name).or_default();
            rooms.insert(room(&sources, place), &file.path);
        }
    }
    assert!(rooms.len() > 300, "{}", rooms.len());
    assert!(
        rooms.contains_key("Pairing"),
        "a type that a macro defines is not found"
    );
    let shared = rooms.iter().filter(|(_, rooms)| rooms.len() > 1);
    let shared: Vec<_> = shared
        .map(|(name, rooms)| format!("{name}: {:?}", rooms.values()))
        .collect();
    assert!(shared.is_empty(), "{shared:#?}");
}

#[test]
fn those_that_draw_blocks_name_no_view_and_no_scheme() {
    let sources = Sources::of(&src());
    let scheme = sources.file("encoding/scheme.rs");
    let schemes: Vec<PathBuf> = Scheme::ALL.iter().map(|scheme| scheme_file(*scheme)).collect();
    let views: Vec<&str> = VIEWS.iter().map(|view| view.name()).collect();
    let is_variant = |name: &String| Scheme::ALL.iter().any(|scheme| format!("{scheme:?}") == *name);
    let mut faults = BTreeSet::new();
    let mut count = 0;
    for (place, file) in sources.files.iter().enumerate() {
        if !(file.path.starts_with("figure") || file.path.starts_with("app/stage")) {
            continue;
        }
        count += 1;
        for named in sources.uses(place).filter(|named| !named.is_test) {
            let Target::Item(target, names) = &named.target else {
                continue;
            };
            let is_scheme = *target == scheme && names.get(1).is_some_and(is_variant);
            if is_scheme || sources.files[*target].is_view || schemes.contains(&sources.files[*target].path) {
                faults.insert(format!("{} uses {}", file.path.display(), sources.shown(&named.target)));
            }
        }
        for literal in file.literals.iter().filter(|literal| views.contains(&literal.as_str())) {
            faults.insert(format!("{} says {literal:?}", file.path.display()));
        }
    }
    assert!(count > 15, "{count}");
    assert!(sources.files.iter().filter(|file| file.is_view).count() > 5);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The file of a scheme in src, if it has its own.
fn scheme_file(scheme: Scheme) -> PathBuf {
    Path::new("encoding").join(format!("{}.rs", scheme.name()))
}

#[test]
fn no_room_has_a_circle_of_files_that_is_too_large() {
    let sources = Sources::of(&src());
    let schemes: Vec<PathBuf> = Scheme::ALL.iter().map(|scheme| scheme_file(*scheme)).collect();
    let mut faults = Vec::new();
    for (number, name) in ROOMS.iter().enumerate() {
        let is_own = |file: usize| room(&sources, file) == Some(number) && !schemes.contains(&sources.files[file].path);
        let circle = largest_circle(
            &sources,
            &(0..sources.files.len()).filter(|file| is_own(*file)).collect(),
        );
        println!("{name}: {} files: {}", circle.len(), circle.join(", "));
        if circle.len() > CIRCLE {
            faults.push(*name);
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// The largest cycle of files. A re-export from a file's own modules does not count as a use.
fn largest_circle(sources: &Sources, files: &BTreeSet<usize>) -> Vec<String> {
    let next = |file: usize| {
        let uses = sources.uses(file).filter(|named| !named.is_test && !named.hands_on);
        let targets = uses.filter_map(|named| match named.target {
            Target::Item(target, _) => Some(target),
            _ => None,
        });
        targets
            .filter(|target| files.contains(target))
            .collect::<BTreeSet<usize>>()
    };
    let next: BTreeMap<usize, BTreeSet<usize>> = files.iter().map(|file| (*file, next(*file))).collect();
    let reached = |start: usize| {
        let mut found = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            open.extend(next[&file].iter().filter(|target| found.insert(**target)));
        }
        found
    };
    let all: BTreeMap<usize, BTreeSet<usize>> = files.iter().map(|file| (*file, reached(*file))).collect();
    let circle = |start: &usize| {
        let back = all[start].iter().filter(|file| all[*file].contains(start));
        back.map(|file| sources.files[*file].path.display().to_string())
            .collect::<Vec<_>>()
    };
    files.iter().map(circle).max_by_key(Vec::len).unwrap_or_default()
}

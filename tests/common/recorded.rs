//! Compares what is stored in `tests/recorded` with what the program makes now.
//!
//! `POSCOPE_ACCEPT=1 cargo test recorded` stores what it makes now instead. Look at the change of
//! every picture and text before it is committed.
#![allow(clippy::disallowed_methods, reason = "paths of tests are harmless")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use image::RgbaImage;
use poscope::file::{Effort, Pixels, PngPicture, write_image};

/// A pixel differs if one of its channels is more than this many levels of 255 apart: another
/// machine may round the last bit of a sine or of a corner in another way, and pictures are stored
/// in 32 levels per channel, which makes them half as large.
const LEVELS: u8 = 16;

/// This many pixels of a picture may differ: a corner on the middle of a pixel may fall either way.
const PIXELS: usize = 3;

/// A picture or a text that a test made.
pub enum Made {
    Picture(RgbaImage),
    Text(String),
}

/// Compares everything that a test made, by file name, with a folder of `tests/recorded`. Nothing
/// more and nothing less may be stored there.
#[allow(clippy::print_stdout)] // what was accepted
pub fn compare(folder: &str, all: &[(String, Made)]) {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/recorded")
        .join(folder);
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recorded").join(folder);
    let accepts = std::env::var_os("POSCOPE_ACCEPT").is_some_and(|value| value == "1");
    fs::create_dir_all(&stored).unwrap();
    fs::create_dir_all(&new).unwrap();
    let mut faults = Vec::new();
    for (name, made) in all {
        let fault = match made {
            Made::Text(text) => differing_lines(fs::read_to_string(stored.join(name)).ok(), text),
            Made::Picture(image) => differing_pixels(read(&stored.join(name)), image, &new.join(name)),
        };
        let Some(fault) = fault else { continue };
        let target = if accepts { &stored } else { &new }.join(name);
        match made {
            Made::Text(text) => fs::write(&target, text).unwrap(),
            Made::Picture(image) => write(&target, image),
        }
        faults.push(format!("{folder}/{name}: {fault}; the new one is {}", target.display()));
    }
    let names: BTreeSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    for entry in fs::read_dir(&stored).unwrap() {
        let path = entry.unwrap().path();
        if names.contains(path.file_name().unwrap().to_str().unwrap()) {
            continue;
        }
        if accepts {
            fs::remove_file(&path).unwrap();
        }
        faults.push(format!("{} is stored, but nothing makes it any more", path.display()));
    }
    let words = format!("{} of {} differ:\n{}", faults.len(), all.len(), faults.join("\n"));
    if accepts {
        println!("accepted in {folder}: {words}");
    } else {
        assert!(
            faults.is_empty(),
            "{words}\nIf each of these is meant: POSCOPE_ACCEPT=1 cargo test recorded"
        );
    }
}

/// Says which is the first line that differs, and how many do.
fn differing_lines(stored: Option<String>, text: &str) -> Option<String> {
    let Some(stored) = stored else {
        return Some("nothing is stored".to_owned());
    };
    if stored == text {
        return None;
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (stored.lines().collect(), text.lines().collect());
    let line = |lines: &[&str], at: usize| lines.get(at).map_or("the end".to_owned(), |line| format!("{line:?}"));
    let most = before.len().max(after.len());
    let first = (0..most).find(|&at| before.get(at) != after.get(at)).unwrap_or(most);
    let same_end = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b);
    let to = (before.len() - same_end.count()).max(first + 1);
    let what = format!(
        "line {} was {} and is {}",
        first + 1,
        line(&before, first),
        line(&after, first)
    );
    Some(format!("{what} (differences up to line {to})"))
}

/// Says how many pixels differ, and writes where they are.
fn differing_pixels(stored: Option<RgbaImage>, image: &RgbaImage, new: &Path) -> Option<String> {
    let Some(stored) = stored else {
        return Some("nothing is stored".to_owned());
    };
    if stored.dimensions() != image.dimensions() {
        return Some(format!(
            "its size was {:?} and is {:?}",
            stored.dimensions(),
            image.dimensions()
        ));
    }
    let mut where_they_are = image.clone();
    let (mut count, mut most) = (0, 0);
    let pairs = stored.as_chunks::<4>().0.iter().zip(image.as_chunks::<4>().0);
    for ((before, after), mark) in pairs.zip(where_they_are.as_chunks_mut::<4>().0) {
        let apart = (0..4)
            .map(|channel| before[channel].abs_diff(after[channel]))
            .max()
            .unwrap();
        most = most.max(apart);
        *mark = if apart > LEVELS {
            count += 1;
            [220, 0, 0, 255]
        } else {
            after.map(|channel| 191 + channel / 4)
        };
    }
    (count > PIXELS).then(|| {
        let place = new.with_extension("where.png");
        write(&place, &where_they_are);
        let all = image.pixels().len();
        format!(
            "{count} of {all} pixels differ, by {most} levels at most, red in {}",
            place.display()
        )
    })
}

/// Reads a picture, if it is there.
pub fn read(path: &Path) -> Option<RgbaImage> {
    let bytes = fs::read(path).ok()?;
    Some(image::load_from_memory(&bytes).unwrap().into_rgba8())
}

fn write(path: &Path, image: &RgbaImage) {
    let head = PngPicture {
        width: image.width().into(),
        height: image.height().into(),
        pixels: Pixels::Rgb,
        effort: Effort::Small,
        dpi: None,
        notes: Vec::new(),
    };
    let mut coarse = image.clone();
    coarse
        .iter_mut()
        .for_each(|channel| *channel = *channel & 0xF8 | *channel >> 5);
    let mut bytes = Vec::new();
    write_image(&mut bytes, &head, &coarse, &mut |_| true).unwrap();
    fs::write(path, bytes).unwrap();
}

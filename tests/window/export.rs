//! The export dialog: what it writes is read back by other means.

use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{ColorImage, Event, ImeEvent, Key, Modifiers, pos2};
use poscope::session::Session;

use super::stage::{Stage, title};

fn opened(change: impl FnOnce(&mut Session)) -> Stage {
    let mut stage = Stage::on(change);
    stage.shortcut(Modifiers::COMMAND, Key::E);
    assert!(stage.has(words!("export.save")));
    stage
}

fn choose(stage: &mut Stage, kind: impl AsRef<str>) {
    stage.open(words!("export.what"));
    stage.control(&kind).scroll_to_me();
    stage.settle();
    stage.click(kind);
}

/// The name of a view's figure.
fn figure(view: &str) -> String {
    words!("export.figure_of", view = title(view))
}

/// The path in the dialog.
fn path(stage: &Stage) -> String {
    stage.starting(Role::TextInput, words!("export.file")).value().unwrap()
}

fn cell_size(stage: &mut Stage, part: f32) {
    let rect = stage.starting(Role::Slider, words!("export.cell_size")).rect();
    // The rail is as wide as egui has it by default; the value stands right of it.
    let from = pos2(rect.left() + 50.0, rect.center().y);
    let to = pos2(rect.left() + 100.0 * part, rect.center().y);
    stage.drag(&[from, to]);
}

/// Runs frames until one has what is wanted.
fn wait<T>(stage: &mut Stage, what: &str, mut found: impl FnMut(&Stage) -> Option<T>) -> T {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        stage.harness.step();
        if let Some(found) = found(stage) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{what} does not come:\n{}", stage.screen());
}

/// Types the path, saves, and waits for the words.
fn save(stage: &mut Stage, path: &Path) {
    stage.fill(words!("export.file"), path.to_str().unwrap());
    stage.click(words!("export.save"));
    let path = path.display().to_string();
    wait(stage, "the file", |stage| {
        stage
            .screen()
            .replace('\n', "")
            .contains(&words!("export.saved", path))
            .then_some(())
    });
}

fn picture(path: &Path) -> (u32, u32, Vec<u8>) {
    let bytes = std::fs::read(path).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn a_picture_is_saved_with_cells_of_the_size_that_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    choose(&mut stage, words!("export_kind.heatmap_cells"));
    for (part, cell) in [(0.0, 1), (1.0, 64)] {
        cell_size(&mut stage, part);
        let (width, height) = (50 * cell, 16 * cell);
        let shown = if cell == 1 { ["50", "16"] } else { ["3,200", "1,024"] };
        let words = words!("export.pixels", width = shown[0], height = shown[1]);
        assert!(stage.shows(&words), "{words} in\n{}", stage.screen());
        let path = folder.path().join(format!("{cell}.png"));
        save(&mut stage, &path);
        let (seen_width, seen_height, pixels) = picture(&path);
        assert_eq!((seen_width, seen_height), (width, height));
        // Dimension 0 is the lowest row, and PE(0, 0) = 0 is the middle of RdBu; PE(0, 1) = 1 is its blue end.
        let channels = pixels.len() / (width * height) as usize;
        let corner = |dimension: u32| {
            let row = height - 1 - dimension * cell - cell / 2;
            &pixels[(row * width) as usize * channels..][..3]
        };
        assert_eq!(corner(0), [246, 246, 246]);
        assert_eq!(corner(1), [5, 48, 97]);
    }
}

#[test]
fn each_kind_of_picture_is_saved_under_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    for (kind, name, size) in [
        (
            words!("export_kind.near_and_far_cells"),
            "near-and-far-cells.png",
            Some((800, 800)),
        ),
        (words!("export_kind.three_ways_cells"), "three-ways-cells.png", None),
        (figure("near-far"), "near-and-far.png", None),
        (figure("bands"), "bands.png", None),
        (figure("three-ways"), "three-ways.png", None),
        (figure("wavelengths"), "wavelengths.png", None),
        (words!("export_kind.page"), "page.png", None),
        (words!("export_kind.poscope"), "poscope.png", Some((2560, 1600))),
    ] {
        choose(&mut stage, &kind);
        assert_eq!(path(&stage).rsplit('/').next(), Some(name));
        save(&mut stage, &folder.path().join(name));
        let (width, height, pixels) = picture(&folder.path().join(name));
        if let Some(size) = size {
            assert_eq!((width, height), size, "{kind}");
        }
        assert!(pixels.iter().any(|&byte| byte != pixels[0]), "{kind} is empty");
    }
}

#[test]
fn a_table_is_saved_for_numpy_and_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    choose(&mut stage, words!("export_kind.npy"));
    assert!(stage.shows(words!("export.cells_npy", cells = 800)));
    let path = folder.path().join("table.npy");
    save(&mut stage, &path);
    let table = npyz::NpyFile::new(Cursor::new(std::fs::read(&path).unwrap())).unwrap();
    assert_eq!(table.shape(), [50, 16]);
    let values: Vec<f32> = table.into_vec().unwrap();
    assert!((values[3 * 16 + 5] - 0.3_f32.cos()).abs() < 1e-7, "PE(3, 5) = cos(0.3)");

    choose(&mut stage, words!("export_kind.csv"));
    stage.click("float64");
    let path = folder.path().join("table.csv");
    save(&mut stage, &path);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(&path).unwrap();
    let rows: Vec<Vec<f64>> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!((rows.len(), rows[0].len()), (50, 16));
    assert_eq!(rows[3][5], 0.3_f64.cos());
}

#[test]
fn a_missing_folder_is_refused_in_words_and_an_ending_is_added() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    let missing = folder.path().join("no such").join("a.png");
    stage.fill(words!("export.file"), missing.to_str().unwrap());
    stage.click(words!("export.save"));
    wait(&mut stage, "the refusal", |stage| {
        stage.shows(words!("error.no_folder")).then_some(())
    });
    stage.settle();
    stage.fill(words!("export.file"), folder.path().join("名 表").to_str().unwrap());
    stage.settle();
    stage.click(words!("export.save"));
    wait(&mut stage, "the file", |stage| {
        stage.has_part(words!("export.saved")).then_some(())
    });
    assert!(folder.path().join("名 表.png").exists());
    assert!(stage.shows("名 表.png"), "{}", stage.screen());
}

#[test]
fn a_picture_above_256_megapixels_is_refused_with_the_size_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.png");
    let mut stage = opened(|session| (session.spec.d_model, session.spec.max_len) = (1024, 4096));
    choose(&mut stage, words!("export_kind.heatmap_cells"));
    cell_size(&mut stage, 1.0);
    let [width, height, megapixels] = ["262,144", "65,536", "17,180"];
    let refusal = words!("error.picture_too_large", width, height, megapixels, limit = 256);
    wait(&mut stage, "the refusal before it is tried", |stage| {
        stage.screen().replace('\n', " ").contains(&refusal).then_some(())
    });
    stage.fill(words!("export.file"), path.to_str().unwrap());
    stage.settle();
    assert!(
        !stage.is_enabled(Role::Button, words!("export.save")),
        "what cannot be made cannot be saved"
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is left behind"
    );
}

fn copied(stage: &mut Stage) -> ColorImage {
    wait(stage, "the picture", |stage| stage.copied.borrow_mut().take())
}

#[test]
fn a_picture_is_copied_from_the_dialog_and_by_its_key() {
    let mut stage = opened(|_| {});
    choose(&mut stage, words!("export_kind.heatmap_cells"));
    stage.control(words!("export.copy")).click();
    let image = copied(&mut stage);
    assert_eq!(image.size, [800, 256]);
    assert_eq!(image.pixels[0].to_array()[3], 255);
    stage.settle();
    assert!(stage.has_part(words!("export.copied", width = 800, height = 256)));

    let mut stage = Stage::new();
    stage
        .harness
        .key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
    assert_eq!(copied(&mut stage).size, [2161, 1193], "the figure, with axes");
    stage.settle();
    assert!(stage.shows(words!("export.copied")), "the line at the bottom says so");
    stage.click(words!("notice.close"));
    assert!(!stage.shows(words!("export.copied")));
}

#[test]
fn a_picture_above_16_megapixels_is_not_copied() {
    let mut stage = opened(|session| (session.spec.d_model, session.spec.max_len) = (512, 512));
    choose(&mut stage, words!("export_kind.heatmap_cells"));
    stage.control(words!("export.copy")).click(); // 8192 × 8192
    wait(&mut stage, "the refusal", |stage| {
        assert!(stage.copied.borrow().is_none());
        stage
            .shows(words!("error.picture_too_large", megapixels = "67.1", limit = 16))
            .then_some(())
    });
}

#[test]
fn what_an_input_method_commits_is_in_the_path() {
    let mut stage = opened(|_| {});
    stage.fill(words!("export.file"), "a");
    let preedit = |text: &str| {
        Event::Ime(ImeEvent::Preedit {
            text: text.to_owned(),
            active_range_chars: None,
        })
    };
    for event in [
        preedit("m"),
        preedit("ming biao"),
        preedit(""),
        Event::Ime(ImeEvent::Commit("名表".to_owned())),
    ] {
        stage.harness.event(event);
    }
    stage.settle();
    assert_eq!(path(&stage), "a名表");
}

#[test]
fn a_character_that_no_font_has_is_spelled_out_below_the_path() {
    let mut stage = opened(|_| {});
    stage.fill(words!("export.file"), "\u{20BB7}位");
    assert_eq!(path(&stage), "\u{20BB7}位");
    assert!(stage.shows("[U+20BB7]位"));
}

#[test]
fn a_figure_is_one_click_and_its_file_opens_the_session_that_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|session| session.spec.d_model = 24);
    for (format, name) in [("PNG", "f.png"), ("SVG", "f.svg"), ("PDF", "f.pdf")] {
        stage.click(format);
        let path = folder.path().join(name);
        save(&mut stage, &path);
        let text = poscope::file::read_session_text(&path).unwrap();
        let opened = poscope::session::from_text(&text).unwrap();
        assert_eq!(opened.session, *stage.app().session(), "{format}");
        assert!(opened.unknown.is_empty());
    }
    assert!(path(&stage).ends_with("f.pdf"), "the ending follows the type of file");
}

#[test]
fn the_size_in_bytes_is_that_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    for (kind, name) in [
        (figure("heatmap"), "a.png"),
        (words!("export_kind.heatmap_cells"), "b.png"),
        (words!("export_kind.safetensors"), "c.safetensors"),
    ] {
        if kind != figure("heatmap") {
            choose(&mut stage, &kind);
        }
        let path = folder.path().join(name);
        let said = wait(&mut stage, "the size", |stage| {
            let screen = stage.screen();
            let line = screen.lines().find(|line| line.ends_with("kB"))?;
            line.rsplit(", ").next().map(str::to_owned)
        });
        save(&mut stage, &path);
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert_eq!(said, poscope::text::bytes(bytes), "{kind}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn choices_are_remembered_for_each_kind_and_kept_between_starts() {
    let mut stage = opened(|_| {});
    stage.click("PDF");
    choose(&mut stage, figure("bands"));
    assert!(path(&stage).ends_with("bands.png"));
    stage.click(words!("export.dark"));
    choose(&mut stage, figure("heatmap"));
    assert!(path(&stage).ends_with("heatmap.pdf"));
    let kept = stage.app().preferences().export.clone();
    let text = ron::to_string(&kept).unwrap();
    assert!(
        text.contains("\"heatmap\"") && text.contains("pdf") && text.contains("dark"),
        "{text}"
    );
    assert_eq!(ron::from_str::<poscope::app::Remembered>(&text).unwrap(), kept);
}

#[test]
fn a_table_above_a_gibibyte_is_asked_for_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|session| (session.spec.d_model, session.spec.max_len) = (1024, 1_048_576));
    choose(&mut stage, words!("export_kind.npy"));
    stage.fill(words!("export.file"), folder.path().join("large.npy").to_str().unwrap());
    stage.click(words!("export.save"));
    stage.settle();
    let asks = |stage: &Stage| {
        let keys = ["export.large", "export.large_free"];
        keys.iter().any(|key| stage.shows(words!(key, size = "4.29 GB")))
    };
    assert!(asks(&stage), "{}", stage.screen());
    stage.click(words!("work.cancel"));
    stage.settle();
    assert!(stage.has(words!("export.save")) && !asks(&stage));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_animation_is_saved_with_its_frames_and_wrong_ends_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = opened(|_| {});
    choose(&mut stage, words!("export_kind.animation"));
    stage.open(words!("export.changes"));
    stage.click(words!("export_swept.d_model"));
    stage.fill(words!("export.from"), "many");
    wait(&mut stage, "the refusal", |stage| stage.shows("\"many\"").then_some(()));
    stage.fill(words!("export.from"), "4");
    stage.fill(words!("export.to"), "12");
    stage.fill(words!("export.file"), folder.path().join("a").to_str().unwrap());
    wait(&mut stage, "the length", |stage| {
        stage.has_part(words!("export.frames")).then_some(())
    });
    stage.click(words!("export.save"));
    wait(&mut stage, "the file", |stage| {
        stage.has_part(words!("export.saved")).then_some(())
    });
    let file = std::fs::File::open(folder.path().join("a.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, 78, "40 there, and back without the ends");
}

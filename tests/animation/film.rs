//! The files, read by other crates and by Pillow.

use std::fs;
use std::process::Command;

use poscope::field::{Cancel, InPlace, ReduceError};
use poscope::figure::FigureError;
use poscope::figure::animation::{AnimationError, AnimationFormat, write};
use poscope::figure::animation_error;
use poscope::figure::motion::{Motion, MotionError, Swept};
use poscope::figure::paper::Paper;
use poscope::figure::sheet::figure;
use poscope::figure::{draw, render};
use poscope::file::{FileError, read_session_text};
use poscope::session::{Pin, from_text};
use poscope::text::Language;
use poscope::view::Subject;

use super::{HEIGHT, WIDTH, animation, both, file, named, read_gif, read_png};

/// The most steps of 255 that a colour of a GIF may be off.
const STEPS: u8 = 16;

#[test]
fn both_files_have_every_frame_its_time_and_no_end() {
    for (rate, delays) in [(10, [100, 100, 100, 100]), (15, [70, 60, 70, 70])] {
        let mut film = animation(named("bands"), Swept::Base, 100.0, 1e6, 4);
        film.motion.frames_per_second = rate;
        let [(gif, _), (png, _)] = both(&film);
        for read in [&gif, &png] {
            assert_eq!(read.size, (WIDTH, HEIGHT));
            assert_eq!(read.frames.len(), 4);
            assert!(read.is_endless);
        }
        assert_eq!(gif.delays, delays);
        assert_eq!(png.delays, [1000 / u32::from(rate); 4]);
    }
}

#[test]
fn a_frame_is_the_still_figure_of_its_value() {
    // Nothing but the table and the subtitle depends on the base here.
    let film = animation(named("similarity"), Swept::Base, 10.0, 1e6, 5);
    let [(gif, error), (png, _)] = both(&film);
    assert!(error <= STEPS, "{error}");
    for frame in 0..5 {
        let session = film.session(frame);
        assert_eq!(session.spec.base, film.motion.value(frame));
        let subject = Subject::of(&session, Language::English).unwrap();
        let still = figure(
            &subject,
            &film.views,
            &film.sheet,
            &mut InPlace::new(&Cancel::default()),
        )
        .unwrap();
        let drawing = draw::draw(&still, draw::Medium::Pixels, &Cancel::default()).unwrap();
        let pixels = render::pixels(&drawing, still.paper.pixels_per_point(), &Cancel::default())
            .unwrap()
            .into_raw();
        assert_eq!(png.frames[frame], pixels, "{frame}");
        let off = gif.frames[frame].iter().zip(&pixels).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(off <= Some(error), "{off:?}");
    }
}

#[test]
fn the_colours_of_a_gif_are_near_and_those_of_the_map_nearer() {
    for (view, swept, from, to) in [
        (named("heatmap"), Swept::Base, 100.0, 1e6),
        (named("similarity"), Swept::Position, 0.0, 49.0),
        (named("bands"), Swept::DModel, 2.0, 64.0),
        (named("three-ways"), Swept::MaxLen, 10.0, 200.0),
    ] {
        let film = animation(view, swept, from, to, 7);
        let [(gif, error), (png, _)] = both(&film);
        let steps = |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        let mut measured = 0;
        let mut of_map = 0;
        let map = poscope::plot::palette::colors(film.session.views.color_map);
        for (a, b) in gif
            .frames
            .iter()
            .flatten()
            .copied()
            .collect::<Vec<u8>>()
            .chunks_exact(4)
            .zip(
                png.frames
                    .iter()
                    .flatten()
                    .copied()
                    .collect::<Vec<u8>>()
                    .chunks_exact(4),
            )
        {
            measured = measured.max(steps(a, b));
            if map.contains(&[b[0], b[1], b[2]]) {
                of_map = of_map.max(steps(a, b));
            }
        }
        println!("{} {swept:?}: {measured} steps, {of_map} of the map", view.name());
        assert_eq!(measured, error);
        assert!(measured <= STEPS, "{} {swept:?}: {measured}", view.name());
        assert!(of_map <= 4, "{} {swept:?}: {of_map}", view.name());
    }
}

#[test]
fn the_session_of_the_first_frame_comes_back_from_both_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut film = animation(named("heatmap"), Swept::Position, 7.0, 9.0, 3);
    film.session.spec.base = 123.5;
    for &format in AnimationFormat::ALL {
        let path = folder.path().join(format.name());
        fs::write(&path, file(&film, format).0).unwrap();
        let opened = from_text(&read_session_text(&path).unwrap()).unwrap();
        assert_eq!(opened.session, film.session(0));
        assert_eq!(opened.session.views.pin.map(|pin: Pin| pin.position), Some(7));
    }
}

#[test]
fn pillow_reads_them_too() {
    let folder = tempfile::tempdir().unwrap();
    let film = animation(named("heatmap"), Swept::Base, 100.0, 1e6, 3);
    let script = "import sys\nfrom PIL import Image\nfor name in sys.argv[1:]:\n    image = Image.open(name)\n    \
                  image.seek(image.n_frames - 1)\n    rgb = image.convert('RGB')\n    \
                  print(image.n_frames, image.width, image.height, image.info['loop'], round(image.info['duration']), \
                  *rgb.getpixel((200, 150)))\n";
    let has_pillow = Command::new("python3").args(["-c", "import PIL"]).output();
    if !has_pillow.is_ok_and(|output| output.status.success()) {
        println!("skipped: no Pillow");
        return;
    }
    let mut expected = String::new();
    for &format in AnimationFormat::ALL {
        let bytes = file(&film, format).0;
        let (read, duration) = match format {
            AnimationFormat::Gif => (read_gif(&bytes), 70),
            AnimationFormat::Apng => (read_png(&bytes), 67),
        };
        let [r, g, b] = read.pixel(2, [200, 150]);
        expected.push_str(&format!("3 {WIDTH} {HEIGHT} 0 {duration} {r} {g} {b}\n"));
        fs::write(folder.path().join(format.name()), bytes).unwrap();
    }
    let output = Command::new("python3")
        .args(["-c", script, "gif", "apng"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{said}");
}

#[test]
fn a_transparent_page_stays_transparent_in_an_apng_and_is_refused_in_a_gif() {
    let mut film = animation(named("heatmap"), Swept::Base, 100.0, 1e6, 2);
    film.sheet.transparent = true;
    let read = read_png(&file(&film, AnimationFormat::Apng).0);
    assert_eq!(read.frames[1][3], 0);
    let refused = film.check(AnimationFormat::Gif);
    assert!(matches!(refused, Err(AnimationError::TransparentGif)), "{refused:?}");
}

#[test]
fn who_stops_it_is_obeyed_within_a_few_frames() {
    let film = animation(named("heatmap"), Swept::Base, 100.0, 1e6, 40);
    for &format in AnimationFormat::ALL {
        let mut asked = 0;
        let mut progress = |_| {
            asked += 1;
            asked < 4
        };
        let stopped = write(&film, &mut Vec::new(), format, &Cancel::default(), &mut progress);
        assert!(
            matches!(stopped, Err(AnimationError::File(FileError::Cancelled))),
            "{stopped:?}"
        );
        let cancel = Cancel::default();
        cancel.raise();
        let stopped = write(&film, &mut Vec::new(), format, &cancel, &mut |_| true);
        let is_cancelled = matches!(
            stopped,
            Err(AnimationError::File(FileError::Cancelled)
                | AnimationError::Figure(
                    FigureError::NotComputed(ReduceError::Cancelled) | FigureError::Picture(FileError::Cancelled)
                ))
        );
        assert!(is_cancelled);
    }
}

#[test]
fn limits_are_refused_in_words_before_anything_is_drawn() {
    let film = animation(named("heatmap"), Swept::Base, 100.0, 1e6, 60);
    let with = |change: &dyn Fn(&mut Motion)| {
        let mut film = film.clone();
        change(&mut film.motion);
        film.check(AnimationFormat::Gif).unwrap_err()
    };
    let words = |error: &AnimationError| Language::ALL.map(|language| animation_error(error, language));
    for (error, contained) in [
        (with(&|motion| motion.frames = 1), "1 "),
        (with(&|motion| motion.frames = 601), "601 "),
        (
            with(&|motion| (motion.frames, motion.there_and_back) = (400, true)),
            "798 ",
        ),
        (with(&|motion| motion.frames_per_second = 51), "51"),
        (with(&|motion| motion.frames_per_second = 0), "0"),
        (with(&|motion| motion.to = 1e10), "10,000,000,000"),
        (with(&|motion| motion.to = 100.0), "100"),
        (
            with(&|motion| (motion.swept, motion.from, motion.to) = (Swept::Position, 0.0, 50.0)),
            "49",
        ),
        (
            with(&|motion| (motion.swept, motion.from, motion.to) = (Swept::DModel, 2.5, 50.0)),
            "2.5",
        ),
    ] {
        for said in words(&error) {
            assert!(said.contains(contained), "{said}");
        }
    }
    let mut large = film.clone();
    large.sheet.paper = Some(Paper::of_pixels(2001.0, 2000.0));
    let error = large.check(AnimationFormat::Apng).unwrap_err();
    assert!(matches!(
        error,
        AnimationError::Pixels {
            width: 2001,
            height: 2000
        }
    ));
    assert!(
        words(&error)
            .iter()
            .all(|said| said.contains("2001 x 2000") && said.contains('4'))
    );
    let mut binary = film;
    binary.session.spec.scheme = poscope::encoding::Scheme::Binary;
    let error = binary.check(AnimationFormat::Gif).unwrap_err();
    assert!(matches!(error, AnimationError::Motion(MotionError::NotUsed { .. })));
    let lone = animation(named("wavelengths"), Swept::Position, 0.0, 9.0, 4);
    assert!(matches!(
        lone.check(AnimationFormat::Gif),
        Err(AnimationError::NoPosition(_))
    ));
    // A view that has nothing to show is refused as for a still figure.
    let none = animation(named("strategies"), Swept::Base, 10.0, 100.0, 4);
    let refused = write(
        &none,
        &mut Vec::new(),
        AnimationFormat::Gif,
        &Cancel::default(),
        &mut |_| true,
    );
    let Err(AnimationError::Figure(FigureError::Refused(refusal))) = refused else {
        panic!("{refused:?}");
    };
    assert!(refusal.words.contains("max_len 50"), "{}", refusal.words);
}

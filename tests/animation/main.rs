//! Animations: what moves, what stays, and what is in the files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod command;
mod film;
mod motion;

use std::io::Cursor;

use poscope::encoding::Spec;
use poscope::field::Cancel;
use poscope::figure::animation::{Animation, AnimationFormat, write};
use poscope::figure::motion::{Motion, Swept};
use poscope::figure::paper::Paper;
use poscope::figure::sheet::Sheet;
use poscope::session::Session;
use poscope::text::Language;
use poscope::view::View;

pub(crate) const WIDTH: usize = 480;
pub(crate) const HEIGHT: usize = 270;

/// The view with this name.
pub(crate) fn named(name: &str) -> &'static dyn View {
    poscope::view::view(name).unwrap()
}

/// A small animation of one view.
pub(crate) fn animation(view: &'static dyn View, swept: Swept, from: f64, to: f64, frames: usize) -> Animation {
    Animation {
        motion: Motion {
            frames,
            ..Motion::new(swept, from, to)
        },
        session: Session {
            spec: Spec::default(),
            ..Session::default()
        },
        views: vec![view],
        sheet: Sheet {
            paper: Some(Paper::of_pixels(WIDTH as f64, HEIGHT as f64)),
            ..Sheet::default()
        },
        language: Language::English,
    }
}

/// A film that was read: every frame whole, as red, green, blue, opacity.
pub(crate) struct Read {
    pub(crate) size: (usize, usize),
    pub(crate) frames: Vec<Vec<u8>>,
    /// In thousandths of a second.
    pub(crate) delays: Vec<u32>,
    pub(crate) is_endless: bool,
}

impl Read {
    pub(crate) fn pixel(&self, frame: usize, [x, y]: [usize; 2]) -> [u8; 3] {
        let place = 4 * (y * self.size.0 + x);
        let frame = &self.frames[frame];
        [frame[place], frame[place + 1], frame[place + 2]]
    }
}

/// Puts the new pixels of a frame onto the last one.
fn put(onto: &mut [u8], width: usize, [left, top, across, down]: [usize; 4], pixels: &[u8], bytes: usize) {
    for y in 0..down {
        for x in 0..across {
            let from = bytes * (y * across + x);
            let to = 4 * ((top + y) * width + left + x);
            onto[to..to + bytes].copy_from_slice(&pixels[from..from + bytes]);
            if bytes == 3 {
                onto[to + 3] = 255;
            }
        }
    }
}

pub(crate) fn read_png(bytes: &[u8]) -> Read {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let info = reader.info();
    let (width, height) = (info.width as usize, info.height as usize);
    let control = info.animation_control.unwrap();
    let bytes_a_pixel = info.bytes_per_pixel();
    let mut read = Read {
        size: (width, height),
        frames: Vec::new(),
        delays: Vec::new(),
        is_endless: control.num_plays == 0,
    };
    let mut canvas = vec![0; 4 * width * height];
    for _ in 0..control.num_frames {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!(
            (frame.blend_op, frame.dispose_op),
            (png::BlendOp::Source, png::DisposeOp::None)
        );
        let part = [frame.x_offset, frame.y_offset, frame.width, frame.height].map(|number| number as usize);
        put(&mut canvas, width, part, &pixels, bytes_a_pixel);
        read.frames.push(canvas.clone());
        read.delays
            .push(1000 * u32::from(frame.delay_num) / u32::from(frame.delay_den));
    }
    read
}

pub(crate) fn read_gif(bytes: &[u8]) -> Read {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut read = Read {
        size: (width, height),
        frames: Vec::new(),
        delays: Vec::new(),
        is_endless: false,
    };
    let mut canvas = vec![0; 4 * width * height];
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let part = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
        put(&mut canvas, width, part, &frame.buffer, 4);
        read.frames.push(canvas.clone());
        read.delays.push(10 * u32::from(frame.delay));
    }
    read.is_endless = decoder.repeat() == gif::Repeat::Infinite;
    read
}

/// The file of an animation.
pub(crate) fn file(animation: &Animation, format: AnimationFormat) -> (Vec<u8>, u8) {
    let mut bytes = Vec::new();
    let written = write(animation, &mut bytes, format, &Cancel::default(), &mut |_| true).unwrap();
    assert_eq!(written.frames, animation.motion.count());
    (bytes, written.largest_error)
}

/// The frames of an animation, from both kinds of files.
pub(crate) fn both(animation: &Animation) -> [(Read, u8); 2] {
    AnimationFormat::ALL
        .iter()
        .map(|&format| {
            let (bytes, error) = file(animation, format);
            match format {
                AnimationFormat::Gif => (read_gif(&bytes), error),
                AnimationFormat::Apng => (read_png(&bytes), error),
            }
        })
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_else(|_| panic!("two formats"))
}

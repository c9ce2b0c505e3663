//! poscope: a desktop microscope for positional encodings.
//!
//! You change `d_model`, `max_len` and `base` and see, exactly and at once, what a position's
//! vector looks like. One frame of the window, and a picture made on the command line, go the same
//! way:
//!
//! ```text
//! controls change the Session                    session, app
//!   -> Encoding::new(spec)   checked; an error is words beside the control
//!   -> Field                 a description, costs nothing
//!   -> Field::reduce(window) only the pixels on the screen, exactly averaged
//!   -> Palette               from values to colours, the same everywhere
//!   -> View::describe        a Block: panels, axes, layers, words, as plain data
//!   -> the window and figures draw blocks; clicks ask for Actions, done after drawing
//! ```
//!
//! ```
//! use poscope::encoding::{Encoding, Spec};
//! use poscope::field::{Cancel, Field, Reduction, Window, WindowAxis};
//!
//! // The table of the articles: d_model 16, max_len 50, base 10,000. PE(3, 5) = cos(3 / 10000^(4/16)).
//! let encoding = Encoding::new(Spec::default())?;
//! assert!((encoding.value(3, 5).unwrap_or(0.0) - 0.955_336_5).abs() < 1e-7);
//!
//! // A table of 68 GB as one pixel per dimension, each the exact mean over a million positions.
//! let largest = Spec { d_model: 16_384, max_len: 1_048_576, ..Spec::default() };
//! let window = Window {
//!     rows: WindowAxis { pixels: 1, ..WindowAxis::exact(1_048_576) },
//!     columns: WindowAxis::exact(16_384),
//! };
//! let raster = Field::table(Encoding::new(largest)?).reduce(Reduction::Mean, &window, &Cancel::default())?;
//! assert_eq!(raster.values.len(), 16_384);
//! assert!(raster.values[0].abs() < 1e-5); // sines of the fastest wave cancel out
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms, each of which uses only those below it:
//!
//! | room | what it is about |
//! |---|---|
//! | [`cli`], [`app`] | the command line; the window |
//! | [`figure`] | pictures to keep |
//! | [`mod@view`] | what is shown of a session, one file per view |
//! | [`plot`] | what a view is made of |
//! | [`text`] | every sentence in both languages |
//! | [`session`] | what is looked at, and how |
//! | [`analysis`] | what the numbers mean |
//! | [`mod@file`] | bytes in and out; nothing else touches them |
//! | [`field`] | a matrix that need not exist |
//! | [`mod@code`] | the code that makes the numbers, in other languages |
//! | [`encoding`] | what the numbers are |

rust_i18n::i18n!("assets/locales", fallback = "en");

pub mod analysis;
pub mod app;
pub mod cli;
pub mod code;
pub mod encoding;
pub mod field;
pub mod figure;
pub mod file;
pub mod plot;
pub mod session;
pub mod text;
pub mod view;

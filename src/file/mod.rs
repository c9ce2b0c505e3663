//! Bytes in and out: nothing else in the program touches a file.
//!
//! A format knows what its bytes look like ([`write_table`], [`write_png`] take any `Write`),
//! [`write_whole`] knows how a file comes to appear under its name, and a [`RowSource`] supplies a
//! table that never exists as a whole. Put together:
//!
//! ```
//! use poscope::file::{self, Destination, RowSource, Storage};
//!
//! /// Row r, column c holds r + c / 10.
//! struct Digits;
//! impl RowSource for Digits {
//!     fn rows(&self) -> usize { 2 }
//!     fn columns(&self) -> usize { 3 }
//!     fn fill(&self, first_row: usize, _rows: usize, out: &mut [f64]) {
//!         for (i, cell) in out.iter_mut().enumerate() {
//!             *cell = (first_row + i / 3) as f64 + (i % 3) as f64 / 10.0;
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), file::FileError> {
//! # let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("digits.csv");
//! file::write_whole(&Destination::Path(path.clone()), |w| {
//!     file::write_csv(w, &Digits, Storage::F32, &mut |_fraction| true)
//! })?;
//! assert_eq!(std::fs::read_to_string(path).unwrap(), "0.0,0.1,0.2\n1.0,1.1,1.2\n");
//! # Ok(()) }
//! ```

mod apng;
mod cells;
mod csv;
mod element;
mod error;
mod film;
mod format;
mod gif;
mod npy;
mod npy_header;
mod npz;
mod one_line;
mod part;
mod place;
mod png;
mod safetensors;
mod session;
mod settings;
mod space;
mod table;
mod tiff;
mod whole;

pub use self::apng::write_apng;
pub use self::csv::{write_csv, write_lines};
pub use self::element::Element;
pub use self::error::{FileError, NpyFault, SessionFault};
pub use self::film::Film;
pub use self::format::{ASK_ABOVE, TableFormat, write_table};
pub use self::gif::{GIF_COLORS, write_gif};
pub use self::npy::{NpyArray, read_npy, write_npy};
pub use self::npz::write_npz;
pub(crate) use self::one_line::{acts, one_line, one_line_path};
pub use self::place::{Place, Places};
pub(crate) use self::png::checked_size;
pub use self::png::{Effort, PICTURE_LIMIT, PICTURE_WIDTH_LIMIT, Pixels, PngPicture, write_image, write_png};
pub use self::safetensors::{TENSOR, write_safetensors};
pub use self::session::{SESSION_ELEMENT, SESSION_KEYWORD, SHARED_START, read_session_text};
pub use self::settings::{exists, expand_home, make_folder, put_aside, read_standard_input, read_text};
pub use self::space::{free_bytes, takes_space};
pub use self::table::{Progress, RowSource, Storage};
pub use self::tiff::tiff_bytes;
pub use self::whole::{Destination, check_destination, write_whole};

//! The errors of all lower rooms, in both languages: one line that names the value, the limit and the remedy.

use super::{Language, count, plain, setting_name, significant, system_error, thousands};
use crate::encoding::{Parameter, SpecError, nearest};
use crate::field::ReduceError;
use crate::file::{FileError, one_line_path};
use crate::tr;

/// Returns a reason, and the name that may be meant instead of the one that was given.
pub fn or_meant(reason: String, meant: Option<&str>, language: Language) -> String {
    match meant {
        Some(meant) => tr!(language, "error.meant", reason, meant),
        None => reason,
    }
}

/// Returns why a choice was refused.
pub fn spec_error(error: &SpecError, language: Language) -> String {
    spec_error_naming(error, language, |name| setting_name(name, language))
}

/// As [`spec_error`], with other names for settings than in the window.
pub fn spec_error_naming(error: &SpecError, language: Language, setting: impl Fn(&str) -> String) -> String {
    // A parameter is named by its symbol.
    let named = |name: &str| {
        let is_symbol = Parameter::ALL.iter().any(|parameter| parameter.name() == name);
        if is_symbol { name.to_owned() } else { setting(name) }
    };
    match error {
        SpecError::NotANumber { name, text, low, high } => tr!(
            language,
            "error.not_a_number",
            name = named(name),
            text,
            low = plain(*low),
            high = plain(*high)
        ),
        SpecError::OutOfRange { name, value, low, high } => tr!(
            language,
            "error.out_of_range",
            name = named(name),
            value = plain(*value),
            low = plain(*low),
            high = plain(*high)
        ),
        SpecError::NotWhole { name, value, low, high } => tr!(
            language,
            "error.not_whole",
            name = named(name),
            value = plain(*value),
            low = plain(*low),
            high = plain(*high)
        ),
        SpecError::NotAChoice { name, text, choices } => {
            let (name, meant) = (named(name), nearest(text, choices.iter().copied()));
            let reason = tr!(language, "error.not_a_choice", name, text, choices = choices.join(", "));
            or_meant(reason, meant, language)
        }
        SpecError::Denominator { half, shift } => {
            tr!(
                language,
                "error.denominator",
                half = count(*half),
                shift = plain(*shift)
            )
        }
        SpecError::Overlap { overlap, trained_len } => tr!(
            language,
            "error.overlap",
            overlap = count(*overlap),
            trained = count(*trained_len)
        ),
        SpecError::TooWide { d_model, width } => {
            tr!(
                language,
                "error.too_wide",
                d_model = count(*d_model),
                width = count(*width)
            )
        }
        SpecError::Odd { name, value } => tr!(language, "error.odd", name = named(name), value = count(*value)),
        SpecError::RotaryDims { dims, d_model } => tr!(
            language,
            "error.rotary_dims",
            name = named("rotary_dims"),
            dims = count(*dims),
            most = count(d_model - d_model % 2)
        ),
        SpecError::ZeroRows { first, last, max_len } => tr!(
            language,
            "error.zero_rows",
            first = count(*first),
            last = count(*last),
            max_len = count(*max_len),
            name = named("zero_from")
        ),
        SpecError::Factors { given, pairs } => {
            tr!(language, "error.factors", given = count(*given), pairs = count(*pairs))
        }
        SpecError::Order {
            low_name,
            low,
            high_name,
            high,
        } => tr!(
            language,
            "error.order",
            low_name = named(low_name),
            low = plain(*low),
            high_name = named(high_name),
            high = plain(*high)
        ),
        SpecError::TableEnds { rows } => tr!(
            language,
            "error.table_ends",
            rows = count(*rows),
            last = count(rows.saturating_sub(1))
        ),
    }
}

/// Returns why a window was not drawn.
pub fn reduce_error(error: &ReduceError, language: Language) -> String {
    match error {
        ReduceError::Cancelled => tr!(language, "error.cancelled"),
        ReduceError::Pixels {
            row_pixels,
            column_pixels,
            limit,
        } => tr!(
            language,
            "error.pixels",
            width = count(*row_pixels),
            height = count(*column_pixels),
            limit = count(*limit)
        ),
        ReduceError::NotOffered => tr!(language, "error.not_offered"),
        ReduceError::NoClosedForm { cells, limit } => {
            tr!(
                language,
                "error.no_closed_form",
                cells = thousands(*cells),
                limit = thousands(*limit)
            )
        }
    }
}

/// Returns why a file was not written or not read.
pub fn file_error(error: &FileError, language: Language) -> String {
    match error {
        FileError::Write { destination, source } => {
            let place = destination.as_ref().map_or_else(String::new, ToString::to_string);
            tr!(
                language,
                "error.write",
                reason = system_error(source, language),
                path = place
            )
        }
        FileError::NoFolder { folder } => tr!(language, "error.no_folder", path = one_line_path(folder)),
        FileError::FolderRefuses { folder, source } => {
            tr!(
                language,
                "error.folder_refuses",
                reason = system_error(source, language),
                path = one_line_path(folder)
            )
        }
        FileError::IsFolder { path } => tr!(language, "error.is_folder", path = one_line_path(path)),
        FileError::Cancelled => tr!(language, "error.cancelled"),
        FileError::NotComputed(error) => reduce_error(error, language),
        FileError::PictureEmpty { width, height } => {
            tr!(language, "error.picture_empty", width, height)
        }
        FileError::StripsTooSmall { strips, width, height } => {
            tr!(language, "error.strips_too_small", strips, width, height)
        }
        FileError::PictureTooLarge { width, height, limit } => tr!(
            language,
            "error.picture_too_large",
            width = thousands(*width),
            height = thousands(*height),
            megapixels = megapixels(*width, *height, *limit),
            limit = limit / 1_000_000
        ),
        FileError::PictureTooWide { width, limit } => {
            tr!(
                language,
                "error.picture_too_wide",
                width = thousands(*width),
                limit = thousands(*limit)
            )
        }
        FileError::PictureNote { keyword } => tr!(language, "error.picture_note", keyword),
        FileError::Read { path, source } => tr!(
            language,
            "error.read",
            reason = system_error(source, language),
            path = one_line_path(path)
        ),
        FileError::TextTooLong { path, limit } => tr!(
            language,
            "error.text_too_long",
            limit = thousands(*limit),
            path = one_line_path(path)
        ),
        FileError::NotRegular { path } => tr!(language, "error.not_regular", path = one_line_path(path)),
        FileError::Session { path, fault } => {
            let reason = super::session_fault(fault, language);
            tr!(language, "sessions.in_file", reason, path = one_line_path(path))
        }
        FileError::Npy { path, fault } => tr!(language, "error.npy", reason = fault, path = one_line_path(path)),
    }
}

fn megapixels(width: u64, height: u64, limit: u64) -> String {
    let pixels = width as f64 * height as f64;
    // Near the limit, three digits would be those of the limit itself.
    let digits = if pixels < limit as f64 * 1.01 { 6 } else { 3 };
    significant(pixels / 1e6, digits)
}

//! Numbers as people read them, equal in both languages.

use crate::encoding::natural;

/// Returns a count with thousands separators: `1,048,576`.
pub fn count(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// As [`count`], for a number of bytes or pixels.
pub fn thousands(value: u64) -> String {
    usize::try_from(value).map_or_else(|_| value.to_string(), count)
}

/// Returns a number with all its digits, with thousands separators if it is whole: `10,000`, `1.0001`, `1e30`.
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 && (0.0..1e12).contains(&value) {
        return count(natural(value));
    }
    if value.fract() == 0.0 && (-1e12..0.0).contains(&value) {
        return format!("\u{2212}{}", plain(-value));
    }
    if value != 0.0 && value.is_finite() && !(1e-6..1e12).contains(&value.abs()) {
        return minus_sign(&format!("{value:e}"));
    }
    minus_sign(&format!("{value}"))
}

/// Returns the position of a row, which need not be whole: `100`, `−2.5`.
pub fn position(value: f64) -> String {
    significant(value, 12)
}

/// Returns a size in bytes with decimal units: `800 B`, `1.05 MB`, `68.7 GB`.
pub fn bytes(size: u64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let size = size as f64;
    let unit = units.into_iter().find(|(unit, _)| size >= *unit);
    let (unit, name) = unit.unwrap_or((1.0, "B"));
    format!("{} {name}", significant(size / unit, 3))
}

/// Returns a number rounded to `decimals` decimals, with a real minus sign; zero has no sign.
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero {
        text.trim_start_matches('-').to_owned()
    } else {
        minus_sign(&text)
    }
}

/// Returns a number with `digits` significant digits and no trailing zeros: `0.0204`, `62.8`, `60,611`, `6.3e-5`.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return plain(value);
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-4..15).contains(&magnitude) {
        let mantissa_digits = digits.saturating_sub(1);
        return minus_sign(&format!("{value:.mantissa_digits$e}"));
    }
    let decimals = (i32::try_from(digits).unwrap_or(0) - 1 - magnitude).max(0) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    match text.parse::<f64>() {
        Ok(whole) if whole.fract() == 0.0 => plain(whole),
        _ => minus_sign(text),
    }
}

/// Returns a wavelength, short enough for a label beside a picture: `λ 62.8`, from ten million on `λ 1.23e7`.
pub fn wavelength_words(wavelength: f64) -> String {
    // Eight digits would reach into the colour bar.
    if wavelength >= 1e7 {
        return format!("λ {wavelength:.2e}");
    }
    format!("λ {}", significant(wavelength, 3))
}

/// Returns a number with its hyphens replaced by minus signs (U+2212).
pub fn minus_sign(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

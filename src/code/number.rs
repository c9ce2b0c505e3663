//! Numbers as code writes them: as short as possible without losing a bit.

/// Returns a number in Python: `10000.0`, `1e-9`.
pub fn python(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "math.inf" } else { "-math.inf" }.to_owned();
    }
    format!("{number:?}")
}

/// Returns a number in Rust: `10_000.0`, `1e-9`.
pub fn rust(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 {
            "f64::INFINITY"
        } else {
            "f64::NEG_INFINITY"
        }
        .to_owned();
    }
    let text = format!("{number:?}");
    if text.contains('e') {
        return text;
    }
    match text.split_once('.') {
        Some((whole, fraction)) => format!("{}.{fraction}", grouped(whole, "_")),
        None => text,
    }
}

/// Returns a whole number in Rust: `10_000`.
pub fn rust_whole(number: usize) -> String {
    grouped(&number.to_string(), "_")
}

/// Returns a number in LaTeX: `10000`, `0.1`, `10^{-9}`.
pub fn latex(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { r"\infty" } else { r"-\infty" }.to_owned();
    }
    let text = format!("{number:?}");
    match text.split_once('e') {
        Some(("1", exponent)) => format!("10^{{{exponent}}}"),
        Some((digits, exponent)) => format!(r"{digits} \cdot 10^{{{exponent}}}"),
        None => text.strip_suffix(".0").map(str::to_owned).unwrap_or(text),
    }
}

/// Returns digits in groups of three if there are five or more.
fn grouped(digits: &str, separator: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    if digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// Returns numbers in lines of at most `width` characters, each number followed by a comma.
pub fn lines(numbers: &[f64], write: fn(f64) -> String, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for number in numbers {
        let text = format!("{},", write(*number));
        match lines.last_mut() {
            Some(line) if line.len() + 1 + text.len() <= width => {
                line.push(' ');
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

/// Returns numbers in brackets, on one line or on several that are indented by `indent` and four spaces.
pub fn list(numbers: &[f64], write: fn(f64) -> String, width: usize, indent: &str) -> String {
    match &lines(numbers, write, width)[..] {
        [line] => format!("[{}]", line.trim_end_matches(',')),
        lines => {
            let all = lines.join(&format!("\n{indent}    "));
            format!("[\n{indent}    {all}\n{indent}]")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_each_language_has_them() {
        assert_eq!(
            [python(10_000.0), python(1e-9), python(0.1)],
            ["10000.0", "1e-9", "0.1"]
        );
        assert_eq!(
            [rust(10_000.0), rust(-1_234_567.5), rust(1e-9)],
            ["10_000.0", "-1_234_567.5", "1e-9"]
        );
        assert_eq!([latex(10_000.0), latex(0.5), latex(1e-9)], ["10000", "0.5", "10^{-9}"]);
        assert_eq!([rust_whole(512), rust_whole(1_048_576)], ["512", "1_048_576"]);
    }

    #[test]
    fn numbers_stand_in_lines_that_are_not_too_long() {
        let numbers = [1.0, 2.5, 3.0, 4.0];
        assert_eq!(lines(&numbers, python, 9), ["1.0, 2.5,", "3.0, 4.0,"]);
    }
}

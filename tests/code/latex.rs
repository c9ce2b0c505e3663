//! LaTeX: every formula is well formed, and is typeset if pdflatex is installed.

use std::fs;
use std::process::{Command, Stdio};

use poscope::code::{Programming, code};

use super::Outcome;
use super::specs::Case;

pub fn run(cases: &[Case]) -> Outcome {
    let formulas: Vec<(&Case, String)> = cases
        .iter()
        .map(|case| (case, code(&case.encoding, Programming::Latex).unwrap()))
        .collect();
    let broken = formulas.iter().filter_map(|(case, text)| {
        let fault = fault(text)?;
        Some(format!("{}: {fault} in {text}", case.name))
    });
    let broken: Vec<String> = broken.collect();
    if !broken.is_empty() {
        return Outcome::Fails(broken);
    }
    let count = formulas.len();
    match typeset(&formulas) {
        Ok(None) => Outcome::Agrees(format!(
            "{count} formulas are well formed; not typeset, there is no pdflatex"
        )),
        Ok(Some(pages)) => Outcome::Agrees(format!("{count} formulas are well formed and typeset, {pages}")),
        Err(fault) => Outcome::Fails(vec![fault]),
    }
}

/// What is not closed or not opened.
fn fault(text: &str) -> Option<String> {
    let mut braces = 0;
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '{' if previous != '\\' => braces += 1,
            '}' if previous != '\\' => braces -= 1,
            _ => {}
        }
        if braces < 0 {
            return Some("a brace is closed that was not opened".to_owned());
        }
        previous = c;
    }
    if braces != 0 {
        return Some(format!("{braces} open braces"));
    }
    for (open, close) in [
        (r"\left", r"\right"),
        (r"\begin{aligned}", r"\end{aligned}"),
        (r"\begin{cases}", r"\end{cases}"),
        (r"\[", r"\]"),
    ] {
        let [opened, closed] = [open, close].map(|part| text.matches(part).count());
        if opened != closed {
            return Some(format!("{opened} {open} and {closed} {close}"));
        }
    }
    // A word that is not a command would be typeset as a product of letters.
    let words = text.lines().filter(|line| !line.starts_with('%')).flat_map(|line| {
        line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\\'))
            .filter(|word| word.len() > 3 && !word.starts_with('\\'))
    });
    let known = ["aligned", "cases", "otherwise", "trunc", "bf16", "text", "mathrm"];
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 3;
    let mut unknown = words.filter(|word| is_word(word) && !known.contains(word) && !word.contains('\\'));
    unknown.next().map(|word| format!("the word {word}"))
}

/// Typesets all formulas in one document; returns the last words of the log, or none without pdflatex.
fn typeset(formulas: &[(&Case, String)]) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let all: String = formulas.iter().map(|(_, text)| format!("{text}\\newpage\n")).collect();
    let document =
        format!("\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n{all}\\end{{document}}\n");
    fs::write(folder.path().join("formulas.tex"), document).unwrap();
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "formulas.tex"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else { return Ok(None) };
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        let written = log.lines().find(|line| line.starts_with("Output written"));
        let pages = written
            .and_then(|line| line.split(['(', ',']).nth(1))
            .unwrap_or_default();
        return Ok(Some(pages.to_owned()));
    }
    let lines: Vec<&str> = log.lines().collect();
    let at = lines.iter().position(|line| line.starts_with('!')).unwrap_or(0);
    Err(lines[at..].iter().take(12).copied().collect::<Vec<_>>().join("\n"))
}

//! A file of jobs as text.

use poscope::cli::jobs::jobs;

fn words(text: &str) -> Vec<(usize, Option<Vec<String>>)> {
    jobs(text).map(|job| (job.number, job.words.ok())).collect()
}

fn job(number: usize, words: &[&str]) -> (usize, Option<Vec<String>>) {
    (number, Some(words.iter().map(|&word| word.to_owned()).collect()))
}

#[test]
fn a_line_is_a_job_and_comments_and_empty_lines_are_none() {
    let text = "\u{feff}# figures\r\n\r\na -o b.png\r\n   \n  # c\n\td 'e f'\"g\" h\\ i # j\n";
    assert_eq!(
        words(text),
        [job(3, &["a", "-o", "b.png"]), job(6, &["d", "e fg", "h i"])]
    );
    assert_eq!(words(""), []);
    assert_eq!(words("a"), [job(1, &["a"])]);
    assert_eq!(words("a '' b#c"), [job(1, &["a", "", "b#c"])]);
}

#[test]
fn a_backslash_at_the_end_goes_on_and_the_first_line_counts() {
    assert_eq!(
        words("a \\\r\n b\\\nc\nd\\\\\ne"),
        [job(1, &["a", "bc"]), job(4, &["d\\"]), job(5, &["e"])]
    );
    // A comment takes no line with it.
    assert_eq!(words("# a \\\nb"), [job(2, &["b"])]);
    assert_eq!(words("a # b \\\nc"), [job(1, &["a"]), job(2, &["c"])]);
}

#[test]
fn a_quote_that_does_not_end_is_known_by_its_line() {
    let expected = [job(1, &["a"]), (2, None), job(3, &["d"]), (4, None), (5, None)];
    assert_eq!(words("a\nb 'c\nd\ne \"f\n g \\"), expected);
    assert_eq!(words("a 'b\\\nc"), [(1, None), job(2, &["c"])]);
}

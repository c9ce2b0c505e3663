//! Words in columns, of either language.

use poscope::cli::columns::{Align, table, wrapped};

#[test]
fn columns_are_as_wide_as_their_widest_cell_and_the_last_goes_on_below_itself() {
    let header = [("名称", Align::Left), ("n", Align::Right), ("source", Align::Left)];
    let header = header.map(|(title, align)| (title.to_owned(), align));
    let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    let rows = [row(["abc", "1", "one two/three"]), row(["x", "1,500", ""])];
    let expected = "\
        名称      n  source\n\
        abc       1  one\n\
        \u{20}            two/\n\
        \u{20}            three\n\
        x     1,500  \n";
    assert_eq!(table(&header, rows, 19), expected);
}

#[test]
fn lines_break_between_words_and_chinese_characters_but_before_no_comma() {
    assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
    assert_eq!(wrapped("行相同，再看", 6), ["行相", "同，再", "看"]);
    assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
    assert_eq!(wrapped("", 3), [""]);
}

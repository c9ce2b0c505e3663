//! The names of a sweep's files.

use poscope::cli::sweep::SweepError;
use poscope::cli::template::Template;

#[test]
fn values_go_where_their_names_are_and_doubled_braces_are_braces() {
    let values = [("base", "7"), ("d-model", "12")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    for (text, expected) in [
        ("{base}-{d_model}.png", "7-12.png"),
        ("{ d-model }{base}{base}", "1277"),
        ("a{{b}}{base}{{{d-model}}}é", "a{b}7{12}é"),
    ] {
        let template = Template::parse(text, &["base", "d-model"]).unwrap();
        assert_eq!(template.filled(&values), expected);
    }
}

#[test]
fn every_option_has_a_place_and_every_place_an_option() {
    let error = |text| Template::parse(text, &["base"]).unwrap_err();
    assert!(matches!(error("a.png"), SweepError::NotInOutput(name) if name == "base"));
    assert!(matches!(error("{{base}}"), SweepError::NotInOutput(_)));
    assert!(matches!(error("{base}{lang}"), SweepError::NotSwept(name) if name == "lang"));
    assert!(matches!(error("{base}{}"), SweepError::NotSwept(name) if name.is_empty()));
    for text in ["{base", "base}", "{base}}", "{"] {
        assert!(matches!(error(text), SweepError::Braces(_)), "{text}");
    }
}

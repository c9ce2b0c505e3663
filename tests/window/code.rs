//! Copying the code that makes the table in front.

use eframe::egui::{Key, Modifiers};
use poscope::code::{Programming, code};
use poscope::encoding::{Encoding, Preset, Scheme};
use poscope::text::Language;

use super::stage::Stage;

fn copied(stage: &Stage) -> Option<String> {
    stage.copied_text.borrow_mut().take()
}

#[test]
fn the_code_of_the_encoding_in_front_is_copied_from_the_menu() {
    for &language in Programming::ALL {
        let mut stage = Stage::on(|session| session.spec.d_model = 6);
        stage.click(words!("toolbar.more"));
        stage.click(words!("code.menu"));
        stage.click(language.title());
        let encoding = Encoding::new(stage.session().spec).unwrap();
        assert_eq!(copied(&stage), code(&encoding, language).ok());
        let notice = words!("code.copied", language = language.title());
        assert!(stage.screen().contains(&notice), "{}", stage.screen());
    }
}

#[test]
fn the_code_is_copied_by_its_command_and_said_in_the_language_that_is_spoken() {
    let mut stage = Stage::new();
    stage.click("中文");
    stage.shortcut(Modifiers::COMMAND, Key::K);
    stage.types(&words!(Language::Chinese; "code.command", name = "pytorch"));
    stage.key(Key::Enter);
    assert!(copied(&stage).is_some_and(|text| text.contains("import torch")));
    assert!(
        stage.shows(words!(Language::Chinese; "code.copied", language = "PyTorch")),
        "{}",
        stage.screen()
    );
}

#[test]
fn a_learned_table_is_refused_in_words_and_nothing_is_copied() {
    let spec = Preset::named("all-minilm-l6-v2").unwrap().spec;
    let mut stage = Stage::on(|session| session.spec = spec);
    assert_eq!(stage.session().spec.scheme, Scheme::Learned);
    stage.click(words!("toolbar.more"));
    stage.click(words!("code.menu"));
    stage.click("NumPy");
    assert_eq!(copied(&stage), None);
    let words = poscope::text::code_error(poscope::code::CodeError::NoFormula, Language::English);
    assert!(stage.shows(&words));
}

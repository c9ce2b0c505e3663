//! What a message may say to a person, and what can be wrong with a case.

use std::time::Duration;

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It takes too long.
    #[error("it takes {0:?}")]
    Late(Duration),
    /// A panic, a signal, a refusal that is not one, a file that is left behind or torn.
    #[error("{0}")]
    Work(String),
    /// A message is not in the user's words.
    #[error("{0}")]
    Words(String),
}

impl Fault {
    pub fn is_of_words(&self) -> bool {
        matches!(self, Self::Words(_))
    }

    pub fn is_of_work(&self) -> bool {
        !self.is_of_words()
    }
}

/// Words of the language that the program is written in, and of its libraries.
const FOREIGN: [&str; 21] = [
    "usize",
    "u64",
    "u32",
    "u16",
    "i64",
    "i32",
    "expected f",
    "struct",
    "enum",
    "entity",
    "tuple",
    "Option",
    "Err(",
    "expected value at line",
    "invalid type",
    "invalid value",
    "missing field",
    "unknown variant",
    "unwrap",
    "panicked",
    "RUST_BACKTRACE",
];

/// What is wrong with a line on a terminal, if anything is: what acts there, and what [`foreign`] finds.
pub fn fault(line: &str, given: &[&str]) -> Option<Fault> {
    let acting = line.chars().find(|&character| acts(character));
    let acting = acting.map(|character| Fault::Words(format!("{character:?} in {line:?}")));
    acting.or_else(|| foreign(line, given))
}

/// The first word of a line that is not one of the user's words. The line may repeat its input, so `given` is taken
/// out.
pub fn foreign(line: &str, given: &[&str]) -> Option<Fault> {
    let mut own = line.to_owned();
    for text in given.iter().filter(|text| text.chars().count() > 2) {
        own = own.replace(text, "");
    }
    let word = FOREIGN.iter().find(|word| own.contains(**word))?;
    Some(Fault::Words(format!("{word:?} in {line:?}")))
}

/// Whether a character prints nothing and moves what others print: a control character, a line
/// break, a direction mark.
fn acts(character: char) -> bool {
    let moves =
        matches!(character, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    character.is_control() || moves
}

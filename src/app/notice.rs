//! What happened, in the line at the bottom: in the language of the window, until it no longer applies.

use crate::encoding::Spec;
use crate::text::Language;

/// Words that follow the language.
pub type Words = Box<dyn Fn(Language) -> String>;

/// Something that happened.
pub struct Notice {
    words: Words,
    /// The specification that it is about; `None` if it stays until it is closed.
    about: Option<Spec>,
}

impl Notice {
    /// A notice that stays until it is closed.
    pub fn lasting(words: impl Fn(Language) -> String + 'static) -> Self {
        Self {
            words: Box::new(words),
            about: None,
        }
    }

    /// A notice that goes when an encoding other than this one is in front.
    pub fn about(spec: &Spec, words: impl Fn(Language) -> String + 'static) -> Self {
        Self {
            words: Box::new(words),
            about: Some(spec.clone()),
        }
    }

    /// Returns the words of the notice.
    pub fn words(&self, language: Language) -> String {
        (self.words)(language)
    }

    /// Returns whether the notice no longer applies, now that this specification is in front.
    pub fn is_over(&self, front: &Spec) -> bool {
        self.about.as_ref().is_some_and(|spec| spec != front)
    }

    /// Returns one notice that says both and lasts as long as `other`.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let first = self.words;
        let second = other.words;
        Self {
            words: Box::new(move |language| joined([Some(first(language)), Some(second(language))])),
            about: other.about,
        }
    }
}

/// Returns several sentences in a row.
pub fn joined<const N: usize>(sentences: [Option<String>; N]) -> String {
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    sentences.join(" · ")
}

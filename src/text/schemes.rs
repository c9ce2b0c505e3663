//! The choices in words.

use super::{Language, count, plain, position};
use crate::encoding::{Kind, Numbering, Parameter, Scheme, Spec};
use crate::field::Reduction;
use crate::tr;

/// The name of a scheme.
pub fn scheme_name(scheme: Scheme, language: Language) -> String {
    tr!(language, format!("scheme.{}", scheme.name()))
}

/// What the scheme does, in a sentence or two.
pub fn scheme_rule(scheme: Scheme, language: Language) -> String {
    tr!(language, format!("conventions.{}", scheme.name()))
}

/// How a parameter is called for a scheme: the width of a table is that of the
/// model, of one head, or the number of heads.
pub fn parameter_name(parameter: Parameter, scheme: Scheme, language: Language) -> String {
    match (parameter, scheme.kind()) {
        (Parameter::DModel, Kind::Added) => tr!(language, "parameter.d_model"),
        (Parameter::DModel, Kind::Rotation) => tr!(language, "parameter.head_dim"),
        (Parameter::DModel, Kind::Bias) => tr!(language, "parameter.heads"),
        _ => parameter.name().to_owned(),
    }
}

/// What a parameter is, with its limits.
pub fn parameter_hint(parameter: Parameter, scheme: Scheme, language: Language) -> String {
    match (parameter, scheme.kind()) {
        (Parameter::DModel, Kind::Added) => tr!(language, "controls.d_model_hint"),
        (Parameter::DModel, Kind::Rotation) => tr!(language, "controls.head_dim_hint"),
        (Parameter::DModel, Kind::Bias) => tr!(language, "controls.heads_hint"),
        (Parameter::MaxLen, _) => tr!(language, "controls.max_len_hint"),
        (Parameter::Base, _) => tr!(language, "controls.base_hint"),
    }
}

/// The name of a setting.
pub fn setting_name(name: &str, language: Language) -> String {
    tr!(language, format!("setting.{name}"))
}

/// What a setting does.
pub fn setting_hint(name: &str, language: Language) -> String {
    tr!(language, format!("setting.{name}_hint"))
}

/// The name of one of the values of a choice.
pub fn choice_name(choice: &str, language: Language) -> String {
    tr!(language, format!("choice.{choice}"))
}

/// The rows and the columns of a table: the names of its axes.
pub fn axis_names(kind: Kind, language: Language) -> [String; 2] {
    match kind {
        Kind::Added | Kind::Rotation => [tr!(language, "axis.position"), tr!(language, "axis.dimension")],
        Kind::Bias => [tr!(language, "axis.offset"), tr!(language, "axis.head")],
    }
}

/// A row of some tables as its position: `3`, or `103 (row 3)` where rows are not positions.
pub fn row_words(row: usize, specs: &[&Spec], language: Language) -> String {
    let numberings: Vec<Option<Numbering>> = specs.iter().map(|spec| Numbering::new(spec)).collect();
    if numberings.iter().all(Option::is_none) {
        return count(row);
    }
    let words = |numbering: &Option<Numbering>| numbering.map_or_else(|| count(row), |it| position(it.position(row)));
    let mut positions: Vec<String> = numberings.iter().map(words).collect();
    positions.dedup();
    tr!(language, "axis.row", position = positions.join(" / "), row = count(row))
}

/// A number or some numbers as a setting has them, with separators where it is
/// one number.
pub fn setting_value(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), plain)
}

/// What a pixel says of the cells under it.
pub fn reduction_name(reduction: Reduction, language: Language) -> String {
    match reduction {
        Reduction::Mean => tr!(language, "reduction.mean"),
        Reduction::MeanTwice => tr!(language, "reduction.mean_twice"),
        Reduction::EveryNth => tr!(language, "reduction.every_nth"),
        Reduction::Largest => tr!(language, "reduction.largest"),
    }
}

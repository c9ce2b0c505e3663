//! The names of choices.

use super::{Language, count, plain, position};
use crate::encoding::{Numbering, Parameter, Scheme, SchemeKind, Spec};
use crate::field::Reduction;
use crate::tr;

/// Returns the name of a scheme.
pub fn scheme_name(scheme: Scheme, language: Language) -> String {
    tr!(language, format!("scheme.{}", scheme.name()))
}

/// Returns what a scheme is, in one line.
pub fn scheme_line(scheme: Scheme, language: Language) -> String {
    tr!(language, format!("scheme.{}_line", scheme.name()))
}

/// Returns what a scheme does, in a sentence or two.
pub fn scheme_rule(scheme: Scheme, language: Language) -> String {
    tr!(language, format!("conventions.{}", scheme.name()))
}

/// Returns the name of a parameter for a scheme: the width of a table is that of the model, that of one
/// head, or the number of heads.
pub fn parameter_name(parameter: Parameter, scheme: Scheme, language: Language) -> String {
    match (parameter, scheme.kind()) {
        (Parameter::DModel, SchemeKind::Added) => tr!(language, "parameter.d_model"),
        (Parameter::DModel, SchemeKind::Rotation) => tr!(language, "parameter.head_dim"),
        (Parameter::DModel, SchemeKind::Bias) => tr!(language, "parameter.heads"),
        _ => parameter.name().to_owned(),
    }
}

/// Returns what a parameter is, with its limits.
pub fn parameter_hint(parameter: Parameter, scheme: Scheme, language: Language) -> String {
    match (parameter, scheme.kind()) {
        (Parameter::DModel, SchemeKind::Added) => tr!(language, "controls.d_model_hint"),
        (Parameter::DModel, SchemeKind::Rotation) => tr!(language, "controls.head_dim_hint"),
        (Parameter::DModel, SchemeKind::Bias) => tr!(language, "controls.heads_hint"),
        (Parameter::MaxLen, _) => tr!(language, "controls.max_len_hint"),
        (Parameter::Base, _) => tr!(language, "controls.base_hint"),
    }
}

/// Returns the name of a setting.
pub fn setting_name(name: &str, language: Language) -> String {
    tr!(language, format!("setting.{name}"))
}

/// Returns what a setting does.
pub fn setting_hint(name: &str, language: Language) -> String {
    tr!(language, format!("setting.{name}_hint"))
}

/// Returns the name of an option of a choice.
pub fn choice_name(choice: &str, language: Language) -> String {
    tr!(language, format!("choice.{choice}"))
}

/// Returns the names of the axes of a table: of its rows and of its columns.
pub fn axis_names(kind: SchemeKind, language: Language) -> [String; 2] {
    match kind {
        SchemeKind::Added | SchemeKind::Rotation => [tr!(language, "axis.position"), tr!(language, "axis.dimension")],
        SchemeKind::Bias => [tr!(language, "axis.offset"), tr!(language, "axis.head")],
    }
}

/// Returns a row of some tables as its position: `3`, or `103 (row 3)` if rows are not positions.
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

/// Returns the value of a setting, with separators if it is a single number.
pub fn setting_value(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), plain)
}

/// Returns the name of what a pixel says about its cells.
pub fn reduction_name(reduction: Reduction, language: Language) -> String {
    match reduction {
        Reduction::Mean => tr!(language, "reduction.mean"),
        Reduction::MeanTwice => tr!(language, "reduction.mean_twice"),
        Reduction::EveryNth => tr!(language, "reduction.every_nth"),
        Reduction::Largest => tr!(language, "reduction.largest"),
    }
}

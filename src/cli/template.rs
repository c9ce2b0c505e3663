//! The name of a file with places for values: `pe-{base}.png`.

use super::error::shown;
use super::sweep::SweepError;

/// A name with places for values.
#[derive(Clone, Debug)]
pub struct Template(Vec<TemplatePart>);

#[derive(Clone, Debug)]
enum TemplatePart {
    Text(String),
    /// The place of this option's value.
    Value(String),
}

/// Returns the name of an option as on the command line, without its leading hyphens.
pub fn normal(name: &str) -> String {
    name.trim().trim_start_matches("--").replace('_', "-").to_lowercase()
}

impl Template {
    /// Parses a name with a place for every one of these options. `{{` and `}}` are braces.
    ///
    /// # Errors
    /// An option without a place, a place without an option, a brace without its partner.
    pub fn parse(text: &str, options: &[&str]) -> Result<Template, SweepError> {
        let broken = || SweepError::Braces(shown(text));
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            parts.push(TemplatePart::Text(before.to_owned()));
            let brace = &from[..1];
            if let Some(after) = from[1..].strip_prefix(brace) {
                parts.push(TemplatePart::Text(brace.to_owned()));
                rest = after;
                continue;
            }
            let (name, after) = from
                .strip_prefix('{')
                .and_then(|from| from.split_once('}'))
                .ok_or_else(broken)?;
            let name = normal(name);
            if !options.contains(&&*name) {
                return Err(SweepError::NotSwept(shown(&name)));
            }
            parts.push(TemplatePart::Value(name));
            rest = after;
        }
        parts.push(TemplatePart::Text(rest.to_owned()));
        let has_place = |option: &str| {
            parts
                .iter()
                .any(|part| matches!(part, TemplatePart::Value(name) if name == option))
        };
        match options.iter().find(|option| !has_place(option)) {
            Some(option) => Err(SweepError::NotInOutput((*option).to_owned())),
            None => Ok(Template(parts)),
        }
    }

    /// Returns the name with the given values of its options.
    pub fn filled(&self, values: &[(String, String)]) -> String {
        let value_of = |wanted: &str| values.iter().find(|(name, _)| name == wanted);
        let part = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Value(name) => value_of(name).map_or_else(String::new, |(_, value)| value.clone()),
        };
        self.0.iter().map(part).collect()
    }
}

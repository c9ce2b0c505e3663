//! A parsed command line, which can be rewritten with other values.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// The id of the option that names the file to write, in every command that writes one.
pub const OUTPUT: &str = "output";

/// The innermost command of a line, such as `heatmap` of `export heatmap --base 100 -o h.png`, with
/// its arguments.
#[derive(Clone, Debug)]
pub struct InnermostCommand<'a> {
    /// The names of the commands, the outermost first; empty if the line has none.
    pub path: Vec<&'a str>,
    /// The parser of the innermost command.
    pub command: &'a Command,
    /// The arguments given to it.
    pub matches: &'a ArgMatches,
}

impl<'a> InnermostCommand<'a> {
    /// Returns the line that `command` has parsed; the command must be built.
    pub fn new(command: &'a Command, matches: &'a ArgMatches) -> Self {
        let mut line = Self {
            path: Vec::new(),
            command,
            matches,
        };
        while let Some((name, matches)) = line.matches.subcommand() {
            let Some(command) = line.command.find_subcommand(name) else {
                break;
            };
            line.path.push(command.get_name());
            (line.command, line.matches) = (command, matches);
        }
        line
    }

    /// Returns whether an option was given rather than left at its default.
    pub fn has(&self, id: &str) -> bool {
        self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Returns the file to write.
    pub fn output(&self) -> Option<&OsStr> {
        self.knows(OUTPUT)
            .then(|| self.matches.get_raw(OUTPUT)?.next())
            .flatten()
    }

    /// Returns the option with this long name, if it takes a value.
    pub fn option(&self, name: &str) -> Option<&Arg> {
        let mut options = self.command.get_arguments();
        options.find(|option| option.get_long() == Some(name) && option.get_action().takes_values())
    }

    /// Returns the line, starting with the program's name, with another file to write, without the
    /// option `without` and with the values `with`, each after the name of its option.
    pub fn rewritten(&self, output: &Path, without: &str, with: &[(String, String)]) -> Vec<OsString> {
        let mut words = vec![OsString::from("poscope")];
        words.extend(self.path.iter().map(OsString::from));
        for option in self.command.get_arguments() {
            let id = option.get_id().as_str();
            let Some(long) = option.get_long() else { continue };
            if id == without || id == OUTPUT || !self.has(id) {
                continue;
            }
            if option.get_action().takes_values() {
                let values = self.matches.get_raw(id).into_iter().flatten();
                words.extend(values.map(|value| assigned(long, value)));
            } else {
                words.push(format!("--{long}").into());
            }
        }
        words.push(assigned(OUTPUT, output.as_os_str()));
        words.extend(with.iter().map(|(long, value)| assigned(long, value.as_ref())));
        words
    }

    /// Returns whether the command has an option with this id.
    pub fn knows(&self, id: &str) -> bool {
        self.command.get_arguments().any(|option| option.get_id() == id)
    }
}

/// Returns `--name=value`.
fn assigned(long: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("--{long}="));
    word.push(value);
    word
}

//! A command line that has been read, to be written down again with other values.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// The option that names the file to write, in every command that writes one.
pub const OUTPUT: &str = "output";

/// The innermost command of a line, such as `heatmap` of `export heatmap --base 100 -o h.png`,
/// with what was given to it.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The names of the commands, the outermost first; none where the line has none.
    pub path: Vec<&'a str>,
    /// The innermost one's options.
    pub command: &'a Command,
    /// What was given.
    pub matches: &'a ArgMatches,
}

impl<'a> Line<'a> {
    /// The line that `command` has read. It has to be built.
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

    /// Whether this option was given, and is not as it is by default.
    pub fn has(&self, id: &str) -> bool {
        self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// The file to write.
    pub fn output(&self) -> Option<&OsStr> {
        self.knows(OUTPUT)
            .then(|| self.matches.get_raw(OUTPUT)?.next())
            .flatten()
    }

    /// The option of this name, if a value belongs to it.
    pub fn option(&self, name: &str) -> Option<&Arg> {
        let mut options = self.command.get_arguments();
        options.find(|option| option.get_long() == Some(name) && option.get_action().takes_values())
    }

    /// The same line, the program's name first, with another file to write, without the options
    /// `without` and with the values `with`, each after the name of its option.
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

    /// Whether the command has an option of this id.
    pub fn knows(&self, id: &str) -> bool {
        self.command.get_arguments().any(|option| option.get_id() == id)
    }
}

/// `--name=value`.
fn assigned(long: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("--{long}="));
    word.push(value);
    word
}

//! Random command lines: made of the commands and options that the parser knows, with values for
//! small pictures and tables, and wrong values.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Arg, Command};
use poscope::encoding::{Mistake, Named, Preset, Scheme, Slot, Spec};
use poscope::session::{ColorMap, share, to_json};
use poscope::view::{SettingKind, VIEWS, telling};

use super::chance::Chance;
use super::said::Fault;
use super::{Found, cases, is_single, mutated, process, seeds};

/// Texts that are not valid for most options.
const WRONG: [&str; 36] = [
    "",
    "-",
    "--",
    "0",
    "-0",
    "-1",
    "1.5",
    "NaN",
    "inf",
    "1e309",
    "1e-320",
    "99999999999999999999",
    "1048577",
    "0x10",
    "٣",
    "a",
    "a\nb",
    "\u{1B}[31mred",
    "\u{7}",
    "\u{202E}gpj",
    "a\u{2028}b",
    "🙂",
    "..",
    "1..",
    "5..1",
    "1..1",
    "0x0",
    "99999999x99999999",
    "1x",
    ",,,",
    "=",
    "{base}",
    "base=",
    "'\"",
    "nowhere/a.png",
    "a.xyz",
];

/// Commands, each as often as it is called; the empty text is no command.
const COMMANDS: [&str; 11] = [
    "export", "export", "export", "animate", "table", "table", "code", "presets", "session", "batch", "",
];

/// What was found in all cases, which run once for the tests below.
static FOUND: LazyLock<Found> = LazyLock::new(|| {
    let inputs = Inputs::new();
    let done = AtomicUsize::new(0);
    let cases = cases("lines", 150, 10_000);
    let count = cases.len();
    let found = Found::of(cases, |case| once(case, &inputs, &done));
    // If most lines were refused, the test would say little.
    let done = done.into_inner();
    println!("{done} of {count} lines were carried out");
    assert!(count < 100 || done > count / 4, "{done} of {count}");
    found
});

#[test]
fn lines_by_chance_are_carried_out_or_refused_within_limits() {
    FOUND.check(Fault::is_of_work);
}

#[test]
fn what_is_said_of_lines_by_chance_is_in_the_users_words() {
    FOUND.check(Fault::is_of_words);
}

/// Runs the line of a case in its own folder. Returns what is wrong, if anything is.
fn once(case: usize, inputs: &Inputs, count: &AtomicUsize) -> Option<Fault> {
    let chance = &mut Chance(case as u64);
    let mut words = words(chance, &[COMMANDS[case % COMMANDS.len()]]);
    inputs.name(&mut words, chance);
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    for (name, jobs) in JOBS {
        fs::write(folder.path().join(name), jobs).unwrap();
    }
    let done = process::run(folder.path(), &words);
    count.fetch_add(usize::from(done.status == Some(0)), Ordering::Relaxed);
    let fault = process::fault(&done, &words).or_else(|| process::left(folder.path()));
    if fault.is_some() || is_single() {
        println!("{case}: {words:?}: {}", done.stderr.trim_end());
    }
    fault
}

/// Job files in the folder of each case, where they make their files.
const JOBS: [(&str, &str); 3] = [
    ("a.batch", "export heatmap --plain -o a.png\ntable -o sub/b.npy\n"),
    ("b.batch", "table --sweep base=2..9:1 -o {base}.csv \\\n  --d-model 4\n"),
    ("c.batch", "export nothing -o a.png\ntable -o ../b.npy\ntable -o 'x\n"),
];

/// Good and bad files that a line may name.
struct Inputs(tempfile::TempDir);

/// The placeholder for the name of the file to write.
const OUTPUT: &str = "OUTPUT";

/// The placeholder for one of these files.
const INPUT: &str = "INPUT";

impl Inputs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        let chance = &mut Chance(1);
        for number in 0..8 {
            let mut session = chance.session();
            session.spec.d_model = 8.min(session.spec.d_model);
            session.spec.max_len = 50.min(session.spec.max_len);
            session.versus = None;
            let json = to_json(&session);
            let (ending, bytes) = seeds::carried(&json, number);
            put(&format!("good-{number}.{ending}"), &bytes);
            put(&format!("bad-{number}.{ending}"), &mutated::bytes(bytes, b"", chance));
            put(
                &format!("other-{number}.poscope"),
                mutated::json(&json, chance).as_bytes(),
            );
            put(&format!("short-{number}.txt"), share(&session).as_bytes());
        }
        put("empty", b"");
        Self(folder)
    }

    fn name(&self, words: &mut [OsString], chance: &mut Chance) {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| name_of(&entry.unwrap().path()))
            .collect();
        names.sort();
        for word in words {
            let Some(text) = word.to_str().filter(|text| text.contains(INPUT)) else {
                continue;
            };
            let name = &names[chance.below(names.len())];
            *word = text.replace(INPUT, &self.0.path().join(name).to_string_lossy()).into();
        }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// All commands with all their options.
static PARSER: LazyLock<Command> = LazyLock::new(poscope::cli::bare_parser);

/// A command line, without the program's name, of one of these commands; `""` is none.
pub fn words(chance: &mut Chance, commands: &[&str]) -> Vec<OsString> {
    let name = chance.one_of(commands);
    let mut command = PARSER.find_subcommand(name).unwrap_or(&PARSER);
    let mut words: Vec<OsString> = Vec::new();
    if !name.is_empty() {
        words.push(name.into());
        let below: Vec<&Command> = command.get_subcommands().collect();
        if !below.is_empty() {
            command = chance.one_of(&below);
            words.push(command.get_name().into());
        }
    }
    let options: Vec<&Arg> = command
        .get_arguments()
        .filter(|option| option.get_id() != "help")
        .collect();
    let find = |id: &str| options.iter().copied().find(|option| option.get_id() == id);
    let is_wrong = chance.below(3) == 0;
    let sweep = (chance.below(10) == 0).then(|| find("sweep")).flatten();
    let output = if sweep.is_some() {
        "{base}"
    } else {
        chance.one_of(&["a", "a", "a", "sub/a"])
    };
    let needed =
        ["output", "over", "from", "to", "frames", "versus"].map(|id| find(id).filter(|_| chance.below(30) > 0));
    let positional = options.iter().copied().filter(|option| option.is_positional());
    for option in needed.into_iter().flatten().chain(positional).chain(sweep) {
        let value = value(option.get_id().as_str(), name, chance).replace(OUTPUT, output);
        words.extend(given(option, &value.into(), chance));
    }
    if let Some(scheme) = find("scheme") {
        let of_view = poscope::view::view(command.get_name()).map(|view| telling(view).encoding.spec().clone());
        let usual = of_view.unwrap_or_default();
        let scheme_of = if chance.below(3) > 0 {
            usual.scheme
        } else {
            chance.one_of(&Scheme::ALL)
        };
        words.extend(given(scheme, &scheme_of.name().into(), chance));
        // Small, whatever else is chosen.
        words.extend(["--d-model".into(), (2 * (1 + chance.below(20))).to_string().into()]);
        words.extend(["--max-len".into(), (10 + chance.below(80)).to_string().into()]);
        if usual.beyond.trained_len > 0 {
            words.extend(["--trained-len".into(), "9".into()]);
        }
        let mut spec = Spec::default();
        let settings: Vec<&str> = spec.settings_of(scheme_of).iter().map(|setting| setting.name).collect();
        for _ in 0..chance.below(3).min(settings.len()) {
            if let Some(option) = find(chance.one_of(&settings)) {
                words.extend(given(
                    option,
                    &value(option.get_id().as_str(), name, chance).into(),
                    chance,
                ));
            }
        }
    }
    let is_other = |option: &&Arg| option.get_help_heading() != Some("settings") && !option.is_positional();
    let others: Vec<&Arg> = options.iter().copied().filter(is_other).collect();
    for _ in 0..chance.below(3) {
        let option = chance.one_of(&others);
        if !words
            .iter()
            .any(|word| word.to_string_lossy().starts_with(&long(option)))
        {
            words.extend(given(
                option,
                &value(option.get_id().as_str(), name, chance).into(),
                chance,
            ));
        }
    }
    if is_wrong {
        spoil(&mut words, chance);
    }
    words
}

/// An option with its value, if it has one.
fn given(option: &Arg, value: &OsString, chance: &mut Chance) -> Vec<OsString> {
    if option.is_positional() {
        return vec![value.clone()];
    }
    if !option.get_action().takes_values() {
        return vec![long(option).into()];
    }
    if chance.coin() {
        return vec![long(option).into(), value.clone()];
    }
    let mut word = OsString::from(long(option) + "=");
    word.push(value);
    vec![word]
}

fn long(option: &Arg) -> String {
    format!("--{}", option.get_long().unwrap_or_default())
}

/// Makes a line wrong in one to three ways: a value, a word too many, one too few, one twice.
fn spoil(words: &mut Vec<OsString>, chance: &mut Chance) {
    for _ in 0..=chance.below(3) {
        let place = chance.below(words.len() + 1);
        let name = words
            .get(place)
            .and_then(|word| word.to_str()?.split_once('=').map(|(name, _)| name.to_owned()));
        match (chance.below(5), name) {
            (0, _) => words.insert(place, wrong(chance)),
            (1, _) if place < words.len() => drop(words.remove(place)),
            (2, _) if place < words.len() => words.insert(place, words[place].clone()),
            (_, Some(name)) => {
                let mut word = OsString::from(name + "=");
                word.push(wrong(chance));
                words[place] = word;
            }
            (_, None) if place < words.len() => words[place] = wrong(chance),
            _ => {}
        }
    }
}

fn wrong(chance: &mut Chance) -> OsString {
    match chance.below(12) {
        0 => OsString::from_vec(vec![b'a', 0xFF, 0xFE]),
        1 => "9".repeat(1 << chance.below(14)).into(),
        2 => "長".repeat(1 << chance.below(12)).into(),
        _ => chance.one_of(&WRONG).into(),
    }
}

/// A value of an option as a person would give it.
fn value(id: &str, command: &str, chance: &mut Chance) -> String {
    let number = 1 + chance.below(20);
    match id {
        "preset" => {
            let presets = Preset::all().into_iter().map(|preset| preset.name);
            let names: Vec<&str> = presets
                .chain(Mistake::all().into_iter().map(|mistake| mistake.name))
                .collect();
            chance.one_of(&names).to_owned()
        }
        "scheme" => chance.one_of(&Scheme::ALL).name().to_owned(),
        "convention" => Named::all()[chance.below(3)].name.to_owned(),
        "colormap" => chance.one_of(&ColorMap::ALL).name().to_owned(),
        "jobs" => chance.one_of(&["a.batch", "b.batch", "c.batch", INPUT]).to_owned(),
        "session" | "file" => INPUT.to_owned(),
        "query" => chance.one_of(&["", "whisper", "rope", "llama 8b", "words"]).to_owned(),
        "output" => format!("{}.{}", OUTPUT, ending(command, chance)),
        "into" => chance.one_of(&["out", "a/b", "."]).to_owned(),
        "d_model" | "max_len" | "cell_size" | "fps" => number.to_string(),
        "base" => chance.one_of(&["2", "100", "1e4", "1.0001"]).to_owned(),
        "size" => format!("{}x{}", 20 * number, 15 * number),
        "range" => format!("-{number}..{number}"),
        "positions" | "dimensions" => format!("{}..{number}", chance.below(number)),
        "versus" => {
            let options = [
                "--base 500",
                "--start 1 --layout concat",
                "--scheme rope",
                "--d-model 4",
                "--base x",
                "--sesion",
            ];
            chance.one_of(&options).to_owned()
        }
        "views" => chance
            .one_of(&[
                "heatmap",
                "heatmap,bands",
                "bias,decay,scores",
                "heatmap,heatmap",
                "none",
            ])
            .to_owned(),
        "sweep" => chance
            .one_of(&[
                "base=2,3",
                "base=2..8:2",
                "base=3..99:x3",
                "divisor=width,half-minus-one",
                "base=2,3",
                "base=4;5",
            ])
            .to_owned(),
        "over" => chance.one_of(&["base", "d-model", "max-len", "position"]).to_owned(),
        "from" | "to" => (1 + number).to_string(),
        "frames" => chance.one_of(&["2", "3"]).to_owned(),
        "purpose" => chance.one_of(&["double", "single", "slide", "slide-4x3"]).to_owned(),
        "theme" => chance.one_of(&["light", "dark"]).to_owned(),
        "dpi" => (30 + 5 * number).to_string(),
        "text_size" => (3 + number).to_string(),
        "format" => chance
            .one_of(&["png", "svg", "pdf", "tiff", "npy", "npz", "csv", "safetensors"])
            .to_owned(),
        "precision" => chance.one_of(&["f32", "f64", "f16", "bf16"]).to_owned(),
        "language" => chance.one_of(&["numpy", "pytorch", "rust", "latex", "jax"]).to_owned(),
        "lang" => chance.one_of(&["en", "zh"]).to_owned(),
        "scale" => chance.one_of(&["1", "2", "5"]).to_owned(),
        _ => of_scheme(id, chance)
            .or_else(|| of_view(id, chance))
            .unwrap_or_else(|| "words".to_owned()),
    }
}

fn ending(command: &str, chance: &mut Chance) -> &'static str {
    match command {
        "table" => chance.one_of(&["npy", "npz", "csv", "safetensors"]),
        "export" => chance.one_of(&["png", "png", "svg", "pdf", "tiff", "csv"]),
        "animate" => chance.one_of(&["gif", "gif", "png", "apng"]),
        _ => chance.one_of(&["txt", "poscope"]),
    }
}

/// A value of a scheme's setting, within its limits or near them.
fn of_scheme(id: &str, chance: &mut Chance) -> Option<String> {
    let mut spec = Spec::default();
    for scheme in Scheme::ALL {
        let settings = spec.settings_of(scheme);
        if let Some(setting) = settings.iter().find(|setting| setting.name == id) {
            return Some(match &setting.slot {
                Slot::Choice(choice) => chance.one_of(&choice.names()).to_owned(),
                Slot::Whole { low, .. } => (low + chance.below(20)).to_string(),
                Slot::Number { low, high, .. } => chance.number(*low, *high).to_string(),
                Slot::List { low, high, .. } => {
                    let all: Vec<String> = (0..chance.below(6))
                        .map(|_| chance.number(*low, *high).to_string())
                        .collect();
                    all.join(",")
                }
            });
        }
    }
    None
}

/// A value of a view's setting.
fn of_view(id: &str, chance: &mut Chance) -> Option<String> {
    let mut all = VIEWS.iter().flat_map(|view| view.settings(&telling(*view)));
    let declared = all.find(|declared| declared.name == id)?;
    Some(match declared.kind {
        SettingKind::Whole { low, high } => (low + chance.below((high - low).min(20) + 1)).to_string(),
        SettingKind::Choice(names) => chance.one_of(names).to_owned(),
        SettingKind::List { low, .. } => format!("{},{}", low + chance.below(9), low + chance.below(9)),
        SettingKind::NumberFrom(low) => (low + 0.01).to_string(),
        SettingKind::Flag => return None,
    })
}

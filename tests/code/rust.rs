//! Rust: every table is a module of one program, built with the ndarray of our own lock file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use poscope::code::{Programming, code};

use super::Outcome;
use super::compare::Tally;
use super::python::numbers;
use super::specs::Case;

pub fn run(cases: &[Case]) -> Outcome {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    if let Err(error) = Command::new(&cargo).arg("--version").stdout(Stdio::null()).status() {
        return Outcome::Skipped(format!("no cargo: {error}"));
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("src");
    fs::create_dir(&source).unwrap();
    let mut main = String::from("use std::io::Write;\n");
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        let program = code(&case.encoding, Programming::Rust).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        // As a module its function must be visible, and its `main` is not called.
        let module = program
            .replace("fn positional_encoding()", "pub fn positional_encoding()")
            .replace("fn main() {", "#[allow(dead_code)]\nfn main() {");
        fs::write(source.join(format!("m{number:05}.rs")), module).unwrap();
        main.push_str(&format!("mod m{number:05};\n"));
        calls.push_str(&format!("    write({number}, m{number:05}::positional_encoding());\n"));
    }
    main.push_str(
        "fn write(number: usize, table: ndarray::Array2<f64>) {\n    \
         let folder = std::env::args_os().nth(1).unwrap();\n    \
         let path = std::path::Path::new(&folder).join(format!(\"{number:05}.table\"));\n    \
         let bytes: Vec<u8> = table.iter().flat_map(|value| value.to_le_bytes()).collect();\n    \
         std::fs::File::create(path).unwrap().write_all(&bytes).unwrap();\n}\n\n",
    );
    main.push_str(&format!("fn main() {{\n{calls}}}\n"));
    fs::write(source.join("main.rs"), main).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap();
    let manifest = "[package]\nname = \"tables\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nndarray = \"=VERSION\"\n\n\
                    [profile.dev]\nopt-level = 0\ndebug = false\n\n[workspace]\n";
    fs::write(
        folder.path().join("Cargo.toml"),
        manifest.replace("VERSION", &version(&lock, "ndarray")),
    )
    .unwrap();
    // The versions of our own lock file, which are on this machine; what is not needed is dropped.
    fs::write(folder.path().join("Cargo.lock"), lock).unwrap();
    let target = target().join("code-tables");
    let faults = [formatted(&source), built(&cargo, folder.path(), &target)]
        .into_iter()
        .flatten();
    let mut tally = Tally::default();
    tally.faults.extend(faults);
    if tally.faults.is_empty() {
        let status = Command::new(target.join("debug/tables"))
            .arg(folder.path())
            .status()
            .unwrap();
        assert!(status.success());
        for (number, case) in cases.iter().enumerate() {
            let bytes = fs::read(folder.path().join(format!("{number:05}.table"))).unwrap();
            tally.compare(case, &numbers(&bytes));
        }
    }
    if tally.faults.is_empty() {
        Outcome::Agrees(format!("ndarray, without a warning: {}", tally.words()))
    } else {
        Outcome::Fails(tally.faults)
    }
}

/// Builds the program; warnings are faults.
fn built(cargo: &str, folder: &Path, target: &Path) -> Option<String> {
    let output = Command::new(cargo)
        .args(["build", "--offline", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .unwrap();
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).chars().take(3000).collect())
}

/// Whether rustfmt, if it is installed, leaves the code unchanged.
fn formatted(source: &Path) -> Option<String> {
    let files = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files
        .filter(|path| path.file_name().is_some_and(|name| name != "main.rs"))
        .collect();
    let output = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .args(files)
        .output();
    let output = output.ok()?;
    (!output.status.success()).then(|| {
        let said = [output.stdout, output.stderr].concat();
        format!(
            "rustfmt: {}",
            String::from_utf8_lossy(&said).chars().take(3000).collect::<String>()
        )
    })
}

/// The version of a package in a lock file.
fn version(lock: &str, package: &str) -> String {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \"")).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// The folder that this test was built in.
fn target() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

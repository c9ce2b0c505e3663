//! NumPy, PyTorch and JAX: one process runs all scripts, each in a namespace of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use poscope::code::{Programming, code};

use super::Outcome;
use super::compare::Tally;
use super::specs::Case;

/// Runs every script of a folder and leaves the table of each beside it.
const DRIVER: &str = r#"
import pathlib, sys, traceback, warnings
import numpy as np
warnings.simplefilter("ignore")  # infinite angles have no sine
for script in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    names = {}
    try:
        exec(compile(script.read_text(), str(script), "exec"), names)
        table = names["pe"]
        if "float64" not in str(table.dtype):
            raise TypeError(f"{table.dtype} instead of float64")
        np.asarray(table).astype("<f8").tofile(script.with_suffix(".table"))
    except Exception:
        script.with_suffix(".error").write_text(traceback.format_exc(limit=-1))
"#;

pub fn numpy(cases: &[Case]) -> Outcome {
    run(&cases.iter().collect::<Vec<_>>(), Programming::NumPy, "numpy")
}

pub fn pytorch(cases: &[Case]) -> Outcome {
    run(&cases.iter().collect::<Vec<_>>(), Programming::PyTorch, "torch")
}

pub fn jax(cases: &[Case]) -> Outcome {
    run(&few(cases), Programming::Jax, "jax")
}

/// The encodings that are tested with JAX, which compiles every operation anew for every shape, about a second per
/// table. All encodings are tested if JAX is named: `cargo test --test code -- jax`.
fn few(cases: &[Case]) -> Vec<&Case> {
    let all = std::env::args().any(|argument| argument == "jax");
    let is_taken = |place: usize, case: &Case| all || place.is_multiple_of(16) || case.is_written;
    let taken = cases.iter().enumerate().filter(|(place, case)| is_taken(*place, case));
    taken.map(|(_, case)| case).collect()
}

/// The Python to run.
fn interpreter() -> String {
    std::env::var("POSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

fn run(cases: &[&Case], language: Programming, module: &str) -> Outcome {
    let python = interpreter();
    let import = format!("import numpy, {module}; print({module}.__version__)");
    let version = match Command::new(&python)
        .args(["-c", &import])
        .stderr(Stdio::null())
        .output()
    {
        Err(error) => return Outcome::Skipped(format!("no {python}: {error}")),
        Ok(output) if !output.status.success() => return Outcome::Skipped(format!("no {module} in {python}")),
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    };
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in cases.iter().enumerate() {
        let script = code(&case.encoding, language).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        fs::write(folder.path().join(format!("{number:05}.py")), script).unwrap();
    }
    // Outside the folder of scripts, so that it is not run as one of them.
    let driver = tempfile::NamedTempFile::new().unwrap();
    fs::write(driver.path(), DRIVER).unwrap();
    let mut command = Command::new(&python);
    // What JAX compiled is kept for the next run.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jax");
    command
        .env("JAX_COMPILATION_CACHE_DIR", cache)
        .env("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
        .env("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")
        .env("JAX_PLATFORMS", "cpu");
    let status = command.arg(driver.path()).arg(folder.path()).status().unwrap();
    let mut tally = Tally::default();
    if !status.success() {
        tally.faults.push(format!("{python}: {status}"));
    }
    for (number, case) in cases.iter().enumerate() {
        let path = folder.path().join(format!("{number:05}"));
        match fs::read(path.with_extension("table")) {
            Ok(bytes) => tally.compare(case, &numbers(&bytes)),
            Err(_) => tally.faults.push(format!("{}: {}", case.name, error(&path))),
        }
    }
    if tally.faults.is_empty() {
        Outcome::Agrees(format!("{module} {version}: {}", tally.words()))
    } else {
        Outcome::Fails(tally.faults)
    }
}

/// The last line of what Python said.
fn error(path: &Path) -> String {
    let text = fs::read_to_string(path.with_extension("error")).unwrap_or_default();
    text.trim().lines().last().unwrap_or("no table").to_owned()
}

/// The little-endian f64 numbers in some bytes.
pub fn numbers(bytes: &[u8]) -> Vec<f64> {
    let numbers = bytes.chunks_exact(8);
    numbers
        .map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()))
        .collect()
}

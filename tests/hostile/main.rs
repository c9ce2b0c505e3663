//! Files and command lines as an attacker would make them: random, each determined by the number of
//! its case, so that a failed case can be repeated.
//!
//! What must hold for each: no panic, no signal, nothing over 2 s or 300 MB, a refusal is one line in the user's words,
//! nothing unfinished is left and no file is torn.
//!
//! `cargo test --test hostile` runs a few hundred cases. The whole run is 20,000 files and 10,000
//! command lines, about ten minutes on two cores:
//!
//! ```sh
//! POSCOPE_HOSTILE=all cargo test --release --test hostile -- --nocapture
//! ```
//!
//! `POSCOPE_HOSTILE=files:1234` or `lines:1234` runs that one case and prints it.

#![cfg(target_os = "linux")] // where a process can be held to a memory
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout, reason = "a long run says where it is and what it found")]

#[path = "../sessions/chance.rs"]
#[allow(dead_code, reason = "made for another test")]
mod chance;

mod files;
mod killed;
mod large;
mod lines;
mod mutated;
mod process;
mod said;
mod seeds;

use std::ops::Range;
use std::time::Duration;

use said::Fault;

/// How long a case may take.
const MOST_TIME: Duration = Duration::from_secs(2);

/// How many bytes of memory it may take.
const MOST_MEMORY: u64 = 300_000_000;

/// The cases to run of a kind: `few` of them, all, or the one that was asked for.
fn cases(kind: &str, few: usize, all: usize) -> Range<usize> {
    match std::env::var("POSCOPE_HOSTILE") {
        Err(_) => 0..few,
        Ok(text) if text == "all" => 0..all,
        Ok(text) => match text.split_once(':') {
            Some((name, number)) if name == kind => {
                let number = number.parse().expect("POSCOPE_HOSTILE=KIND:NUMBER");
                number..number + 1
            }
            _ => 0..0,
        },
    }
}

/// Whether one case was asked for.
fn is_single() -> bool {
    std::env::var("POSCOPE_HOSTILE").is_ok_and(|text| text.contains(':'))
}

/// The cases in which something is wrong.
struct Found(Vec<(usize, Fault)>);

impl Found {
    /// Goes through all cases; `once` returns what is wrong with a case.
    fn of(cases: Range<usize>, once: impl Fn(usize) -> Option<Fault>) -> Self {
        let count = cases.len();
        let mut found = Vec::new();
        for case in cases {
            // Other processes take time too: a case that was late must be late again.
            let is_late = |fault: &Fault| matches!(fault, Fault::Late(_));
            let fault = once(case).and_then(|fault| if is_late(&fault) { once(case) } else { Some(fault) });
            found.extend(fault.map(|fault| (case, fault)));
            if count > 1000 && (case + 1) % 1000 == 0 {
                println!("{} cases, {} faults", case + 1, found.len());
            }
        }
        Self(found)
    }

    /// Fails with the faults of a kind, one line per case.
    fn check(&self, is_kind: fn(&Fault) -> bool) {
        let found: Vec<String> = self
            .0
            .iter()
            .filter(|(_, fault)| is_kind(fault))
            .map(|(case, fault)| format!("{case}: {fault}"))
            .collect();
        assert!(found.is_empty(), "{} cases:\n{}", found.len(), found.join("\n"));
    }
}

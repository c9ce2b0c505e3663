//! The binary: reads the command line, then runs a command or opens the window.

use std::process::ExitCode;

use poscope::cli::{self, Next};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Next::Exit(status) => status,
        // The one place where the window opens.
        Next::OpenWindow(start) => cli::window::open(*start),
    }
}

//! The window, used as a person uses it: by the names of its controls, with keys and pointer, without a GPU.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "paths of tests are harmless")]

#[path = "../common/mod.rs"]
mod common;

mod ab;
mod beyond;
mod code;
mod commands;
mod drawer;
mod export;
mod keys;
mod lanes;
mod large;
mod layout;
mod library;
mod menus;
mod names;
mod palette;
mod parameters;
mod pointer;
mod recorded;
mod reductions;
mod rest;
mod schemes;
mod sessions;
mod stage;
mod words;

//! The window, used as a person uses it: by the names of its controls, with keys and pointer, without a GPU.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "paths of tests are harmless")]

#[path = "../common/mod.rs"]
mod common;

/// The words of a key as a `String`, in English unless a language precedes it, with its values filled in as by `tr!`:
/// `words!("export.pixels", width = 50, height)`. A [`stage::Stage`] takes any text in place of a value that is not
/// given.
macro_rules! words {
    (@value $name:ident) => { &$name };
    (@value $name:ident $value:expr) => { &$value };
    ($key:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        words!(poscope::text::Language::English; $key $(, $name $(= $value)?)*)
    };
    ($language:expr; $key:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::common::locale::filled($language, $key, &[$((stringify!($name), words!(@value $name $($value)?))),*])
    };
}

mod ab;
mod beyond;
mod code;
mod comfort;
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

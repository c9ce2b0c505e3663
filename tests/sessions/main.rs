//! Sessions as texts and in pictures: what is written is read back, what is broken is refused with
//! a message.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chance;
mod changes;
mod misfits;
mod pictures;
mod texts;

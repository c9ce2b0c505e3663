//! The compute module.

//! Services that all commands share: parsing, files, messages, progress, signals and exit codes.
//! This module does not depend on any command.

pub(crate) mod caller;
pub(crate) mod checkpointing;
pub(crate) mod command;
pub(crate) mod csv_file;
mod failure;
pub(crate) mod file;
pub(crate) mod files;
pub(crate) mod hash;
pub(crate) mod help;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod output;
pub(crate) mod parsed;
pub(crate) mod parts;
pub(crate) mod program;
mod progress;
pub mod saved;
mod saved_run;
mod saved_search;
pub(crate) mod signals;
pub(crate) mod source;
pub(crate) mod terminal;

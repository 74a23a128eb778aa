//! The services that all commands share: parsing, files, messages, progress, signals and exit
//! codes. No command is known here.

#[macro_use]
pub(crate) mod failure;

pub mod call;
pub(crate) mod checkpointing;
pub(crate) mod command;
pub(crate) mod context;
pub(crate) mod file;
pub(crate) mod files;
pub(crate) mod hash;
pub(crate) mod help;
pub(crate) mod input;
pub(crate) mod long_run;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod output;
pub(crate) mod parsed;
pub(crate) mod parts;
pub(crate) mod progress;
pub(crate) mod provenance;
pub mod saved;
pub(crate) mod signals;
pub(crate) mod terminal;

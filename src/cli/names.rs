//! Options whose values are names: clap lists them, completes them and suggests the nearest.

use crate::deal::Engine;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::str::FromStr;
use std::sync::OnceLock;

/// Reads a `T` by one of these names.
pub(crate) fn of<T>(names: impl Into<Vec<&'static str>>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into()).try_map(|name| name.parse())
}

/// The engines that there are here.
pub(crate) fn engines() -> Vec<&'static str> {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    let all = || Engine::available().map(|engine| engine.to_string()).collect();
    ["lanes"].into_iter().chain(NAMES.get_or_init(all).iter().map(String::as_str)).collect()
}

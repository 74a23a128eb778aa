//! Options whose values are names: clap lists them, completes them and suggests the nearest.

use crate::deal::Engine;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::str::FromStr;
use std::sync::OnceLock;

/// A parser for the values of type `T` with these names.
pub(crate) fn of<T>(names: impl Into<Vec<&'static str>>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into()).try_map(|name| name.parse())
}

/// The engines of this processor, and hidden from help those of other processors.
pub(crate) fn engines() -> Vec<PossibleValue> {
    static HERE: OnceLock<Vec<String>> = OnceLock::new();
    let here = || Engine::available().map(|engine| engine.to_string()).collect();
    let here = HERE.get_or_init(here).iter().map(String::as_str);
    let elsewhere = Engine::missing().map(|name| PossibleValue::new(name).hide(true));
    ["lanes"].into_iter().chain(here).map(PossibleValue::new).chain(elsewhere).collect()
}

//! Options whose values are names: clap lists them, completes them and suggests the nearest.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::str::FromStr;

/// A parser for the values of type `T` with these names.
pub(crate) fn of<T>(names: impl Into<Vec<&'static str>>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into()).try_map(|name| name.parse())
}

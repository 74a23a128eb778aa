//! Parsers for named option values, which clap lists, completes and suggests.

use crate::deal::Engine;
use crate::detect::Strategy;
use crate::report::number::grouped;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::OnceLock;

/// Returns a parser of option values that accepts these names and parses each as a `T`.
pub(crate) fn of<T>(names: impl Into<Vec<&'static str>>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into()).try_map(|name| name.parse())
}

/// Returns a value parser for the names of execution engines.
pub(crate) fn engine() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(engines()).try_map(|name| name.parse::<Engine>())
}

/// Returns the names of execution engines as option values: those for this processor, followed by
/// hidden ones for other processors.
pub(crate) fn engines() -> Vec<PossibleValue> {
    static HERE: OnceLock<Vec<String>> = OnceLock::new();
    let here = || Engine::available().map(|engine| engine.to_string()).collect();
    let here = HERE.get_or_init(here).iter().map(String::as_str);
    let elsewhere = Engine::missing().map(|name| PossibleValue::new(name).hide(true));
    ["lanes"].into_iter().chain(here).map(PossibleValue::new).chain(elsewhere).collect()
}

/// Returns the help text of the option `--strategy`, which is the same for all commands.
pub(crate) fn strategy_help() -> String {
    format!("Detection algorithm: {}", Strategy::NAMES.join(", "))
}

/// Returns a parser of option values that are whole numbers in a range.
pub(crate) fn whole(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), grouped((*range.end()).into()));
        number.ok_or_else(|| format!("`{text}` is not a whole number from {least} to {most}"))
    }
}

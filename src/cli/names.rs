//! Options whose values are names: clap lists them, completes them and suggests the nearest.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setodds::deal::Engine;
use setodds::detect::Strategy;
use setodds::game::Policy;
use setodds::measure::Measure;
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

/// Reads a strategy.
pub(crate) fn of_strategies() -> impl TypedValueParser<Value = Strategy> {
    of(Strategy::ALL.map(Strategy::name))
}

/// Reads a measure.
pub(crate) fn of_measures() -> impl TypedValueParser<Value = Measure> {
    of(Measure::ALL.map(Measure::name))
}

/// Reads a policy.
pub(crate) fn of_policies() -> impl TypedValueParser<Value = Policy> {
    of(Policy::ALL.map(Policy::name))
}

/// Reads a kind of picture.
pub(crate) fn of_kinds() -> impl TypedValueParser<Value = setodds::report::chart::Kind> {
    use setodds::report::chart::Kind;
    of(Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>())
}

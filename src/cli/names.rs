//! Names that an option takes: a misspelt one is answered with the nearest, and a shell completes
//! them.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use setodds::deal::Engine;
use setodds::detect::Strategy;
use setodds::exact::Method;
use setodds::game::Policy;
use setodds::measure::Measure;
use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::OnceLock;

/// How alike a name must be to be meant, from 0 to 1: two letters changed places in six, or one of
/// three is another.
const ALIKE: f64 = 0.6;

/// The name that was probably meant.
pub(crate) fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name| strsim::normalized_damerau_levenshtein(text, name);
    let alike = names.into_iter().map(|name| (likeness(name), name));
    let nearest = alike.max_by(|one, other| one.0.total_cmp(&other.0));
    nearest.filter(|&(likeness, _)| likeness >= ALIKE).map(|(_, name)| name)
}

/// `; did you mean `lanes`?`, or nothing.
pub(crate) fn suggestion<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(text, names).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Reads a `T` by its name.
#[derive(Debug)]
pub(crate) struct Named<T> {
    names: Vec<&'static str>,
    kind: PhantomData<fn() -> T>,
}

// A derived one would ask the same of `T`.
impl<T> Clone for Named<T> {
    fn clone(&self) -> Self {
        Self { names: self.names.clone(), kind: PhantomData }
    }
}

/// Reads what has these names.
pub(crate) fn of<T>(names: Vec<&'static str>) -> Named<T> {
    Named { names, kind: PhantomData }
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let names = self.names.clone();
        let parse = move |text: &str| -> Result<T, String> {
            let meant = || suggestion(text, names.iter().copied());
            text.parse().map_err(|error: T::Err| format!("{error}{}", meant()))
        };
        parse.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// The names of all strategies.
pub(crate) fn strategies() -> Vec<&'static str> {
    Strategy::ALL.iter().map(|strategy| strategy.name()).collect()
}

/// The names of the engines that there are here.
pub(crate) fn engines() -> Vec<&'static str> {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    let all = || Engine::available().map(|engine| engine.to_string()).collect();
    ["lanes"].into_iter().chain(NAMES.get_or_init(all).iter().map(String::as_str)).collect()
}

/// Reads a strategy.
pub(crate) fn of_strategies() -> Named<Strategy> {
    of(strategies())
}

/// Reads an engine.
pub(crate) fn of_engines() -> Named<Engine> {
    of(engines())
}

/// Reads a measure.
pub(crate) fn of_measures() -> Named<Measure> {
    of(Measure::ALL.iter().map(|measure| measure.name()).collect())
}

/// Reads a policy.
pub(crate) fn of_policies() -> Named<Policy> {
    of(Policy::ALL.iter().map(|policy| policy.name()).collect())
}

/// Reads a method.
pub(crate) fn of_methods() -> Named<Method> {
    of(Method::ALL.iter().map(|method| method.name()).collect())
}

/// Reads a kind of picture.
pub(crate) fn of_kinds() -> Named<setodds::report::chart::Kind> {
    use setodds::report::chart::Kind;
    of(Kind::ALL.iter().map(|kind| kind.name()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_meant_if_it_is_near() {
        let names = ["sets", "in-sets", "largest-cap", "all"];
        for (text, meant) in [
            ("set", Some("sets")),
            ("stes", Some("sets")),
            ("largestcap", Some("largest-cap")),
            ("al", Some("all")),
            ("", None),
            ("caps", None),
            ("something", None),
        ] {
            assert_eq!(nearest(text, names), meant, "{text}");
        }
    }
}

//! Options of charts.

use crate::hand::sizes::Sizes;
use crate::stats::Confidence;
use setodds_engine::named_enum;

/// The options of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The kind of picture.
    pub kind: Kind,
    /// Whether shares are shown by powers of ten.
    pub log: bool,
    /// The hand sizes of a distribution; all when missing.
    pub cards: Option<Sizes>,
    /// The measure of a distribution, by its name; all when missing.
    pub measure: Option<String>,
    /// The columns that are drawn, from left to right and from bottom to top; what suits the table
    /// when missing.
    pub columns: Option<(String, Vec<String>)>,
    /// The confidence level of the intervals, where it is known.
    pub level: Option<Confidence>,
}

named_enum! {
    /// A kind of picture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Kind: "kind" {
        /// The kind that suits the table.
        #[default]
        Auto = "auto",
        /// Distributions: bars, a panel for each hand size.
        Bars = "bars",
        /// Distributions: all hand sizes as a map.
        Map = "map",
        /// Distributions: the probability of no set, by hand size.
        NoSet = "no-set",
        /// Distributions: quantiles by hand size.
        Quantiles = "quantiles",
        /// Races: what more threads bring.
        Threads = "threads",
    }
}

//! Why hands cannot be counted by layers.

use crate::hand::sizes::SizesError;
use crate::run::RunError;

/// Why hands cannot be counted by layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// A deck whose layers are too large.
    #[error(
        "decks of {0} features are too large for the method `layers`, which counts those of 2 to 4"
    )]
    Features(usize),
    /// The threads do not start.
    #[error(transparent)]
    Run(#[from] RunError),
}

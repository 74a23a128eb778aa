//! Source of a run's blocks: they are computed and possibly saved, or merged from partial results.

use crate::cli::saved::{Checkpoint, Header};
use crate::commands::failure::Failure;
use crate::deal::Seed;
use std::path::PathBuf;

/// Checkpoint of a run, with the header that it had at the start.
pub(crate) struct Checkpointing {
    pub(crate) checkpoint: Checkpoint,
    /// The header that the file had at the start; `None` for a new file. The file is not kept open,
    /// since it is replaced.
    pub(crate) saved: Option<Header>,
}

/// Source of the blocks of work that make up a result.
#[derive(Default)]
pub(crate) enum Source {
    /// Blocks that are computed and whose progress is not saved.
    #[default]
    Computed,
    /// Blocks that are computed and whose progress is saved.
    Saved(Box<Checkpointing>),
    /// Blocks that are merged from saved partial results.
    Merged(Parts),
}

impl Source {
    /// Returns the checkpoint in which the run is saved, or `None`.
    pub(crate) fn checkpointing(&self) -> Option<&Checkpointing> {
        match self {
            Self::Saved(checkpointing) => Some(checkpointing),
            Self::Computed | Self::Merged(_) => None,
        }
    }

    /// Returns whether the run computes only one shard, or merges partial results.
    pub(crate) fn is_cut(&self) -> bool {
        match self {
            Self::Computed => false,
            Self::Saved(saved) => saved.checkpoint.shard().is_some(),
            Self::Merged(_) => true,
        }
    }

    /// Returns the seed that the user gave, or without one the seed of the checkpoint.
    pub(crate) fn seed(&self, given: Option<Seed>) -> Result<Option<Seed>, Failure> {
        self.checkpointing().map_or(Ok(given), |it| it.seed(given))
    }
}

impl Checkpointing {
    /// Returns the seed that the user gave, or without one the saved seed.
    ///
    /// # Errors
    ///
    /// Fails if the user gave no seed for a shard, since all shards of a run need the same one.
    pub(crate) fn seed(&self, given: Option<Seed>) -> Result<Option<Seed>, Failure> {
        if given.is_none() && self.checkpoint.shard().is_some() {
            return Err(usage_error!(
                "all shards of a run have the same seed; choose one, like --seed 1"
            ));
        }
        let words = self.saved.as_ref().map(|saved| &saved.command[..]).unwrap_or_default();
        let seed = words.iter().skip_while(|word| *word != "--seed").nth(1);
        Ok(given.or_else(|| seed?.parse().ok()))
    }
}

/// Partial results to merge, with the options of the merge.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The paths of the partial results, at least one.
    pub(crate) files: Vec<PathBuf>,
    /// The command in the headers of the partial results.
    pub(crate) command: Vec<String>,
    /// Whether the merge succeeds if some partial results are missing.
    pub(crate) allow_missing: bool,
    /// The output options of the merge, for the provenance record of the result.
    pub(crate) outputs: Vec<String>,
    /// The `.part` file into which all partial results are merged, if requested.
    pub(crate) as_part: Option<PathBuf>,
}

//! The source of a run's blocks: computed, perhaps saved, or merged from parts.

use crate::cli::saved::{Checkpoint, Header};
use crate::commands::failure::Failure;
use crate::deal::Seed;
use std::path::PathBuf;

/// The file in which a run is saved.
pub(crate) struct Checkpointing {
    pub(crate) checkpoint: Checkpoint,
    /// The header that the file had at the start; `None` for a new file. The file is not kept open,
    /// since it is replaced.
    pub(crate) saved: Option<Header>,
}

/// The source of a result's blocks.
#[derive(Default)]
pub(crate) enum Source {
    /// Blocks that are computed and not saved.
    #[default]
    Computed,
    /// Blocks that are computed and saved.
    Saved(Box<Checkpointing>),
    /// Blocks of saved parts.
    Merged(Parts),
}

impl Source {
    /// Returns the file in which the run is saved, or `None`.
    pub(crate) fn checkpointing(&self) -> Option<&Checkpointing> {
        match self {
            Self::Saved(checkpointing) => Some(checkpointing),
            Self::Computed | Self::Merged(_) => None,
        }
    }

    /// Returns whether the run computes only a shard, or merges parts.
    pub(crate) fn is_cut(&self) -> bool {
        match self {
            Self::Computed => false,
            Self::Saved(saved) => saved.checkpoint.shard().is_some(),
            Self::Merged(_) => true,
        }
    }

    /// Returns the given seed, or else that of the checkpoint.
    pub(crate) fn seed(&self, given: Option<Seed>) -> Result<Option<Seed>, Failure> {
        self.checkpointing().map_or(Ok(given), |it| it.seed(given))
    }
}

impl Checkpointing {
    /// Returns the given seed, or else the saved one.
    ///
    /// # Errors
    ///
    /// When a shard has no given seed, since all shards of a run need the same one.
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

/// The parts of a merge.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The files of the parts, at least one.
    pub(crate) files: Vec<PathBuf>,
    /// The command in the headers of the parts.
    pub(crate) command: Vec<String>,
    /// Whether missing parts are accepted.
    pub(crate) allow_missing: bool,
    /// The output options of the merge, for the record of the result.
    pub(crate) outputs: Vec<String>,
    /// The .part file into which all parts are merged, if requested.
    pub(crate) as_part: Option<PathBuf>,
}

//! Where the blocks of a run come from: they are computed, and perhaps saved, or merged from parts.

use crate::cli::saved::{Checkpoint, Header};
use crate::commands::failure::Failure;
use crate::deal::Seed;
use std::path::PathBuf;

/// The file in which a run is saved.
pub(crate) struct Checkpointing {
    pub(crate) checkpoint: Checkpoint,
    /// What was in it at the beginning. It is not kept open: it is replaced.
    pub(crate) saved: Option<Header>,
}

/// The origin of the blocks of a result.
#[derive(Default)]
pub(crate) enum Source {
    /// Blocks that are computed here.
    #[default]
    Computed,
    /// Blocks that are computed here and saved.
    Saved(Box<Checkpointing>),
    /// Blocks of saved parts.
    Merged(Parts),
}

impl Source {
    /// Returns the file in which the run is saved, if there is one.
    pub(crate) fn checkpointing(&self) -> Option<&Checkpointing> {
        match self {
            Self::Saved(checkpointing) => Some(checkpointing),
            Self::Computed | Self::Merged(_) => None,
        }
    }

    /// Returns whether the run computes only some of its blocks, or merges them.
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
    /// The seed of the run: the given one, or else the saved one.
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

/// Files that are to be merged.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The files of the parts, at least one.
    pub(crate) files: Vec<PathBuf>,
    /// The command that their headers name.
    pub(crate) command: Vec<String>,
    /// Whether missing parts are accepted.
    pub(crate) allow_missing: bool,
    /// The output options of the command, for its record.
    pub(crate) outputs: Vec<String>,
    /// The file that all parts are merged into as one part, if that is asked for.
    pub(crate) as_part: Option<PathBuf>,
}

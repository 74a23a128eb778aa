//! Reads CSV files for the commands `table` and `plot`.

use crate::cli::hash::hexadecimal;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::input::read_bytes;
use crate::report::recognise::{CsvText, decode, note};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Content of a CSV file with its name and hash.
pub(crate) struct CsvFile {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The SHA-256 of the file's bytes in hexadecimal.
    pub(crate) sha256: String,
}

impl CsvFile {
    /// Reads several CSV files; the path `-` means stdin. Prints a note that names the ignored
    /// columns, if there are any.
    pub(crate) fn read_all(paths: &[PathBuf], context: &Context) -> Result<Vec<Self>, Failure> {
        paths.iter().map(|path| Self::read(path, context)).collect()
    }

    fn read(path: &Path, context: &Context) -> Result<Self, Failure> {
        let (name, bytes) = read_bytes(path)?;
        let sha256 = hexadecimal(Sha256::new_with_prefix(&bytes));
        let text = decode(bytes).map_err(|error| format!("{name} is {error}; save it as UTF-8"));
        let csv = Self { name, text: text.or_usage()?, sha256 };
        if let Some(ignored) = note(csv.as_text()) {
            context.note(ignored);
        }
        Ok(csv)
    }

    pub(crate) fn as_text(&self) -> CsvText<'_> {
        CsvText { name: &self.name, text: &self.text }
    }
}

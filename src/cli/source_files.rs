//! CSVs that are given: by their names, or as stdin.

use super::failure::{Failure, OrFail};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The names and the texts of some files; `-` is stdin.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    paths.iter().map(|path| read(path)).collect()
}

/// The name and the text of a file.
fn read(path: &Path) -> Result<(String, String), Failure> {
    let stdin = path == Path::new("-");
    let name = if stdin { "stdin".to_owned() } else { path.display().to_string() };
    let bytes = if stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| anyhow::anyhow!("cannot read {name}: {error}")).or_usage()?;
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!("{name} is no UTF-8 text; give a CSV that setodds has written")
    });
    Ok((name, text.or_usage()?))
}

//! What the script of the page needs beside what is shown at first: the engine, the distributions
//! of other hand sizes, and the CSVs, so that they can be saved.

use super::sources::Source;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The engine as a WebAssembly module, which `src/wasm/build.sh` builds.
static ENGINE: LazyLock<String> =
    LazyLock::new(|| element("engine", include_bytes!("engine.wasm")));

/// The engine, the charts and tables by hand size, and the CSVs by their path: each in an element
/// of its own, compressed, the last two as JSON.
pub(super) fn packed(charts: &BTreeMap<usize, [String; 2]>, sources: &[&Source]) -> String {
    let files: BTreeMap<&str, &str> =
        sources.iter().map(|source| (source.path.as_str(), &*source.csv)).collect();
    let json = |it: Result<Vec<u8>, serde_json::Error>| it.expect("text can be written as JSON");
    let charts = element("charts", &json(serde_json::to_vec(charts)));
    ENGINE.clone() + &charts + &element("files", &json(serde_json::to_vec(&files)))
}

fn element(id: &str, bytes: &[u8]) -> String {
    const SMALLEST: u8 = 9;
    let text = STANDARD.encode(compress_to_vec_zlib(bytes, SMALLEST));
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

//! What the script of the page needs beside what is drawn: the engine, and the CSVs, so that they
//! can be saved.

use super::sources::Source;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The engine as a WebAssembly module, which `src/wasm/build.sh` builds.
static ENGINE: LazyLock<String> =
    LazyLock::new(|| element("engine", include_bytes!("engine.wasm")));

/// The engine, and the CSVs by their path as JSON: each in an element of its own, compressed.
pub(super) fn packed(sources: &[&Source]) -> String {
    let files: BTreeMap<&str, &str> =
        sources.iter().map(|source| (source.path.as_str(), &*source.csv)).collect();
    let files = serde_json::to_vec(&files).expect("text is JSON");
    ENGINE.clone() + &element("files", &files)
}

fn element(id: &str, bytes: &[u8]) -> String {
    const SMALLEST: u8 = 9;
    let text = STANDARD.encode(compress_to_vec_zlib(bytes, SMALLEST));
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

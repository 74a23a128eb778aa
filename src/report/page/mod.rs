//! The page: everything the reports tell, in one HTML file that opens from disk and asks no network for anything.
//!
//! It is complete without a script: all charts and tables are drawn here, for 12 cards. The script of the page
//! draws them again for what is chosen, from the CSVs that are in the page, and deals hands. What may run and
//! what may be loaded is settled by a content security policy: these styles and this script, by their hashes, and
//! nothing else. Equal CSVs give equal bytes.

mod bundle;
mod caps;
mod games;
mod html;
mod origins;
mod race;
mod scale;
mod sheet;
mod sizes;
mod sources;
mod svg;

pub use sheet::PageError;

use html::{base64, escape};
use sha2::{Digest, Sha256};
use sizes::{FIRST, Sizes};
use sources::Source;
use std::collections::{BTreeMap, BTreeSet};

/// Files by their path below the directory of the reports, with `/` between names: CSVs (`x.csv`) and their records
/// (`x.run.json`).
pub type Texts = BTreeMap<String, String>;

const STYLE: &str = concat!(include_str!("page.css"), include_str!("chart.css"), include_str!("explorer.css"));

const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("number.js"),
    include_str!("scale.js"),
    include_str!("chart.js"),
    include_str!("sizes.js"),
    include_str!("games.js"),
    include_str!("cards.js"),
    include_str!("explorer.js"),
    include_str!("main.js"),
    "})();\n"
);

/// The page of the reports. What is missing is left out; exact numbers of sets, which the program carries, are not
/// missed.
///
/// ```
/// use setodds::report::page::{Texts, page};
/// let html = page(&Texts::new())?;
/// assert!(html.contains("about 1 deal in 31"));
/// # Ok::<(), setodds::report::page::PageError>(())
/// ```
///
/// # Errors
///
/// When a CSV that would be shown has a cell that cannot be, or a record is no JSON.
pub fn page(texts: &Texts) -> Result<String, PageError> {
    let (exact, simulated) = (sources::exact(texts)?, sources::simulated(texts)?);
    let sizes = Sizes { exact: &exact, simulated: simulated.as_ref() };
    let played = sources::games(texts)?;
    let others = [caps::caps(texts)?, race::race(texts)?];
    let mut sources: Vec<&Source> = vec![&exact.source];
    sources.extend(simulated.iter().map(|it| &it.source));
    for game in &played {
        sources.push(&game.stages.0);
        sources.extend(game.leftover.iter().map(|(source, _)| source));
    }
    sources.extend(others.iter().flatten().map(|(source, _)| source));
    let mut seen = BTreeSet::new();
    sources.retain(|source| seen.insert(&source.path));
    let mut body = top(&sizes);
    body += &sizes.distribution();
    body += &sizes.overview();
    body += EXPLORER;
    body += &games::games(&played);
    others.iter().flatten().for_each(|(_, section)| body += section);
    body += &origins::origins(&sources);
    Ok(document(&body, &bundle::json(&sizes, &played, &sources)))
}

/// The place of the hand explorer, which needs the script.
const EXPLORER: &str = include_str!("explorer.html");

/// The question, the answer for 12 cards, and the choice of another number.
fn top(sizes: &Sizes<'_>) -> String {
    let words = sizes.words(FIRST);
    let sentences: String =
        words.sentences.iter().map(|sentence| format!("<p>{}</p>", escape(sentence))).collect();
    let (first, last) = (sizes.exact.sizes.keys().next(), sizes.exact.sizes.keys().next_back());
    include_str!("top.html")
        .replace("@cards@", &FIRST.to_string())
        .replace("@answer@", &escape(&words.answer))
        .replace("@also@", &escape(&words.also))
        .replace("@sentences@", &sentences)
        .replace("@least@", &first.unwrap_or(&FIRST).to_string())
        .replace("@most@", &last.unwrap_or(&FIRST).to_string())
}

fn document(body: &str, data: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    );
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"setodds {version}\">\n<title>How often do 12 cards hold no set?</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<footer><p>Made by <code>setodds page</code>, version {version}. SET is a registered trademark of its owner; this page is not affiliated with it.</p></footer>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

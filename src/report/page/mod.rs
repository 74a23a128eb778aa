//! The page: everything the reports tell, in one HTML file that opens from disk and needs no
//! network.
//!
//! Without a script it shows 12 cards, and the table of all hand sizes. The script unpacks the
//! charts and tables of some more; with the engine, a WebAssembly module that the page holds, it
//! draws those of other sizes, deals, plays, and tells of hands. What may run and what may be
//! loaded is settled by a content security policy: these styles, this script and its workers, by
//! their hashes, and nothing else. Equal CSVs give equal bytes.

mod caps;
mod games;
mod html;
mod origins;
mod packed;
mod picture;
mod race;
mod results;
mod sheet;
mod sizes;
mod sources;
mod tables;

pub use sheet::puzzles;

use crate::game::Policy;
use crate::measure::Measure;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use html::escape;
use sha2::{Digest, Sha256};
use sizes::{FIRST, Sizes};
use sources::{Files, Source};
use std::collections::{BTreeMap, BTreeSet};

/// Files by their path below the directory of the reports, with `/` between names: CSVs (`x.csv`)
/// and their records (`x.run.json`).
pub type Texts = BTreeMap<String, String>;

const STYLE: &str =
    concat!(include_str!("page.css"), include_str!("charts.css"), include_str!("explorer.css"));

const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("choose.js"),
    include_str!("engine.js"),
    include_str!("cards.js"),
    include_str!("explorer.js"),
    include_str!("run.js"),
    include_str!("game.js"),
    include_str!("main.js"),
    "})();\n"
);

/// A page, and what is not on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The file.
    pub html: String,
    /// The number of CSVs on it.
    pub shown: usize,
    /// The CSVs and records that cannot be shown, each with the reason.
    pub left_out: Vec<String>,
}

/// The page of the reports: charts of what suits them, and every result as a table. What is missing
/// or cannot be shown is left out; exact numbers of sets, which the program carries, are not
/// missed.
///
/// ```
/// use setodds::report::page::{Texts, page};
/// let page = page(&Texts::new());
/// assert!(page.html.contains("about 1 deal in 31") && page.left_out.is_empty());
/// ```
#[must_use]
pub fn page(texts: &Texts) -> Page {
    let all = Files::of(texts);
    let (exact, simulated) = (sources::exact(&all), sources::simulated(&all));
    let sizes = Sizes { exact: &exact, simulated: simulated.as_ref() };
    let played = sources::games(&all);
    let others = [caps::caps(&all), race::race(&all)];
    let mut sources: Vec<&Source> = vec![&exact.source];
    sources.extend(simulated.iter().map(|it| &it.source));
    for game in &played {
        sources.push(&game.stages.0);
        sources.extend(game.leftover.iter().map(|(source, _)| source));
    }
    sources.extend(others.iter().flatten().map(|(source, _)| source));
    let mut seen = BTreeSet::new();
    sources.retain(|source| seen.insert(&source.path));
    let mut body = sizes.distribution();
    body += &sizes.overview();
    body += &run();
    body += EXPLORER;
    body += &games::games(&played);
    others.iter().flatten().for_each(|(_, section)| body += section);
    body += &results::results(&all.files);
    body += &origins::origins(&sources);
    let body = top(&sizes, &body) + &body;
    let html = document(&body, &packed::packed(&sizes.all_drawn(), &sources));
    Page { html, shown: all.files.len(), left_out: all.left_out }
}

/// The exact distribution of a hand size as the page draws it, for wide windows and for telephones;
/// nothing for more cards than the deck has.
///
/// ```
/// let html = setodds::report::page::distribution_chart(24, true).expect("the deck has as many");
/// assert_eq!(html.matches("<svg").count(), 2);
/// ```
#[must_use]
pub fn distribution_chart(cards: usize, powers: bool) -> Option<String> {
    let shares = sources::counted(cards)?;
    Some(picture::picture(&sizes::bars(&shares, None, powers)))
}

/// The places of runs and of a game, which need the engine.
fn run() -> String {
    let options = |names: &[&str]| -> String {
        names.iter().map(|name| format!("<option>{name}</option>")).collect()
    };
    include_str!("run.html")
        .replace("@measures@", &options(&Measure::ALL.map(Measure::name)))
        .replace("@policies@", &options(&Policy::ALL.map(Policy::name)))
}

/// The place of the hand explorer, which needs the engine.
const EXPLORER: &str = include_str!("explorer.html");

/// The question, the answer, the choice of another number, and the way to the sections.
fn top(sizes: &Sizes<'_>, body: &str) -> String {
    let answers = sizes.for_each_size(|cards| {
        let (answer, also) = sizes.answer(cards);
        let long = if answer.len() > 9 { " class=\"long\"" } else { "" };
        let (answer, also) = (escape(&answer), escape(&also));
        format!("<p class=\"answer\"><strong{long}>{answer}</strong> <span>{also}</span></p>")
    });
    let paragraph = |sentence: &String| format!("<p>{}</p>", escape(sentence));
    let sentences =
        sizes.for_each_size(|cards| sizes.sentences(cards).iter().map(paragraph).collect());
    let (least, most) = (sizes.numbers().min(), sizes.numbers().max());
    include_str!("top.html")
        .replace("@cards@", &FIRST.to_string())
        .replace("@answers@", &answers)
        .replace("@sentences@", &sentences)
        .replace("@navigation@", &navigation(body))
        .replace("@least@", &least.unwrap_or(FIRST).to_string())
        .replace("@most@", &most.unwrap_or(FIRST).to_string())
}

/// A link to each section.
fn navigation(body: &str) -> String {
    let link = |heading: &str| {
        let (id, rest) = heading.split_once("-heading\">")?;
        let (text, _) = rest.split_once("</h2>")?;
        Some(format!("<a href=\"#{id}\">{text}</a>"))
    };
    let links: String = body.split("<h2 id=\"").skip(1).filter_map(link).collect();
    format!("<nav aria-label=\"Sections\">{links}</nav>")
}

fn document(body: &str, packed: &str) -> String {
    let hash =
        |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())));
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
         base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    );
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" \
         content=\"light dark\">\n<meta name=\"generator\" content=\"setodds {version}\">\n\
         <title>How often do 12 cards hold no set?</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n<footer><p>Made by <code>setodds page</code>, version \
         {version}. SET is a registered trademark of its owner; this page is not affiliated with \
         it.</p></footer>\n{packed}<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn reports(files: &[(&str, &str)]) -> Texts {
        files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    const SAMPLE: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
        exact_probability\n\
                          4,12,sets,0,3,100,0.03,0.01,0.08,\n\
                          4,12,sets,1,97,100,0.97,0.9,0.99,\n";

    /// What is packed into an element.
    fn unpacked(html: &str, id: &str) -> Vec<u8> {
        let (_, packed) = html.split_once(&format!("id=\"{id}\">")).unwrap();
        let packed = STANDARD.decode(packed.split_once('<').unwrap().0).unwrap();
        miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap()
    }

    #[test]
    fn without_any_table_the_exact_answers_are_there() {
        let html = page(&Texts::new()).html;
        assert!(html.contains("3.23 %") && html.contains("1 in 30.96"));
        for section in ["distribution", "overview", "explorer", "origins"] {
            assert!(html.contains(&format!("<section id=\"{section}\"")), "{section}");
        }
        for section in ["games", "caps", "race"] {
            assert!(!html.contains(&format!("<section id=\"{section}\"")), "{section}");
        }
        assert!(!html.contains("Simulated:"));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_is_left_open() {
        let html = page(&reports(&[("a/b.csv", SAMPLE)])).html;
        // What is packed is letters and digits in any order.
        let (shown, _) = html.split_once("<script type=\"text/plain\"").unwrap();
        assert_eq!(html.matches("<script").count(), 4, "the engine, charts, files and the script");
        for word in ["http://", "https://", " src=", "@import", "@answer@", "@cards@", "NaN"] {
            assert!(!shown.contains(word) && !SCRIPT.contains(word), "{word}");
        }
        assert!(html.contains("default-src 'none'; script-src 'sha256-"));
        let of = |tag: &str| html.matches(tag).count();
        for tag in ["section", "table", "figure", "svg", "details", "ul", "button", "p"] {
            let opened = of(&format!("<{tag} ")) + of(&format!("<{tag}>"));
            assert!(opened > 0 && opened == of(&format!("</{tag}>")), "{tag}");
        }
    }

    #[test]
    fn every_choice_is_there_and_the_first_one_is_shown() {
        let html = page(&Texts::new()).html;
        let count = |what: &str| html.matches(what).count();
        assert!(html.contains("min=\"0\" max=\"81\""));
        // The answer and the sentences.
        for cards in ["3", "15", "22", "57"] {
            assert_eq!(count(&format!("<div data-for-cards=\"{cards}\" hidden>")), 2, "{cards}");
        }
        assert_eq!(count("<div data-for-cards=\"12\">"), 2);
        assert_eq!(count("<div data-for-scale=\"linear\">"), 1);
        assert_eq!(count("<div data-for-scale=\"powers\" hidden>"), 1);
        assert_eq!(count("<table id=\"distribution-12\">"), 1);
        let charts: BTreeMap<usize, [String; 2]> =
            serde_json::from_slice(&unpacked(&html, "charts")).unwrap();
        assert!((3..=22).all(|cards| charts[&cards][0].contains("<svg")));
        assert!(!charts.contains_key(&57), "the engine draws it");
        assert!(distribution_chart(57, false).is_some_and(|chart| chart.contains("<svg")));
        assert_eq!(distribution_chart(82, false), None);
        let [chart, numbers] = &charts[&15];
        assert_eq!(chart.matches("<svg").count(), 4, "two scales, two widths");
        assert!(numbers.contains("2,970,003,246,912"));
        assert_eq!(count("class=\"chosen\""), 2, "in either width");
        assert!(html.contains("<a href=\"#overview\">Any number of cards</a>"));
    }

    #[test]
    fn the_largest_sample_is_shown() {
        let more = SAMPLE.replace("3,100,0.03,0.01,0.08", "3,1000,0.003,0.001,0.008");
        let more = more.replace("97,100,0.97,0.9,0.99", "997,1000,0.997,0.99,0.999");
        let html = page(&reports(&[("a.csv", SAMPLE), ("b.csv", &more)])).html;
        assert!(html.contains("3 of 1,000 deals held none"));
        assert!(html.contains(">b.csv</span>") && !html.contains(">a.csv</span>"));
    }

    #[test]
    fn games_of_a_policy_come_from_the_run_with_the_most() {
        let stages = |total: &str| {
            format!(
                "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,\
                 ci_high\n\
                 4,random,69,12,dealt,0,3,{total},,,\n\
                 4,random,69,12,dealt,1,7,{total},,,\n"
            )
        };
        let (few, many) = (stages("100"), stages("900"));
        let html = page(&reports(&[("a/s.csv", &few), ("b/s.csv", &many)])).html;
        let file = |path: &str| html.contains(&format!("<span class=\"file\">{path}</span>"));
        assert!(file("b/s.csv") && !file("a/s.csv"));
        let files = String::from_utf8(unpacked(&html, "files")).unwrap();
        assert!(files.contains("random,69,12,dealt,0,3,900") && !files.contains("dealt,1,7"));
    }

    #[test]
    fn intervals_without_a_record_have_no_level() {
        let record = ("a.run.json", r#"{"confidence": 0.99, "command": "setodds simulate"}"#);
        let known = page(&reports(&[("a.csv", SAMPLE), record])).html;
        assert!(known.contains("(99\u{a0}% interval: ") && known.contains(">99 % interval</th>"));
        let (_, results) = known.split_once("<section id=\"results\"").unwrap();
        assert!(results.contains("  99 % interval") && results.contains("made by"), "{results}");
        let unknown = page(&reports(&[("a.csv", SAMPLE)])).html;
        assert!(unknown.contains("(interval: ") && unknown.contains(">interval</th>"));
    }

    #[test]
    fn a_file_with_a_wrong_cell_is_left_out_with_its_place() {
        let wrong = SAMPLE.replace(",97,", ",x,");
        let record = ("b.run.json", "{");
        let page = page(&reports(&[("a/b.csv", &wrong), ("b.csv", SAMPLE), record]));
        let [cell, record] = &page.left_out[..] else { panic!("{:?}", page.left_out) };
        assert!(cell.starts_with("a/b.csv, line 3, column `count`: "), "{cell}");
        assert!(record.starts_with("b.run.json: EOF"), "{record}");
        assert!(page.html.contains("3 of 100 deals held none"));
    }
}

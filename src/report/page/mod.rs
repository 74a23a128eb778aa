//! The page: everything the reports tell, in one HTML file that opens from disk and needs no
//! network.
//!
//! Without a script it shows the answer for 12 cards, the table of all hand sizes, and which
//! results there are. The script unpacks the answers of other sizes and the tables of the results;
//! the engine, a WebAssembly module that the page holds, draws all charts, deals, plays, and tells
//! of hands. What may run and what may be loaded is settled by a content security policy: these
//! styles, this script and its workers, by their hashes, and nothing else. Equal CSVs give equal
//! bytes.

mod answers;
mod files;
mod games;
mod html;
mod packed;
mod results;
mod trail;

pub use answers::{
    card_chart, distribution_chart, distribution_csv, distribution_table, sizes_chart,
};
pub use games::{games_by_value, games_csv, games_summary};
pub use trail::{trail_chart, trail_csv};

use crate::game::{Policy, WhenStuck};
use crate::measure::Measure;
use crate::report::faq::{self, Entry};
use crate::report::games::policy_words;
use answers::{FIRST, answer, first_table, sizes, sizes_table};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use html::{escape, section};
use packed::{ENGINE, element, json, letters};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Files by their path below the directory of the reports, with `/` between names: CSVs (`x.csv`)
/// and their records (`x.run.json`).
pub type Texts = BTreeMap<String, String>;

const STYLE: &str = concat!(
    include_str!("page.css"),
    include_str!("charts.css"),
    include_str!("explorer.css"),
    include_str!("play.css"),
);

const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("engine.js"),
    include_str!("shown.js"),
    include_str!("address.js"),
    include_str!("workers.js"),
    include_str!("choose.js"),
    include_str!("cards.js"),
    include_str!("explorer.js"),
    include_str!("find.js"),
    include_str!("tables.js"),
    include_str!("plane.js"),
    include_str!("run.js"),
    include_str!("game.js"),
    include_str!("rules.js"),
    include_str!("results.js"),
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

/// The page of the reports: the question with its answers, which the program carries, and every
/// result. What cannot be shown is left out.
///
/// ```
/// use setodds::report::page::{Texts, page};
/// let page = page(&Texts::new());
/// assert!(page.html.contains("about 1 deal in 31") && page.left_out.is_empty());
/// ```
#[must_use]
pub fn page(texts: &Texts) -> Page {
    let (files, left_out) = files::files(texts);
    let (results, elements) = results::results(&files);
    let body = distribution()
        + TABLES
        + &overview()
        + EXPLORER
        + FIND
        + PLANE
        + &run()
        + &questions()
        + &results;
    let body = top(&body) + &body;
    let answers: Vec<[String; 2]> = sizes().map(answer).collect();
    let packed = element("answers", &letters(&json(&answers))) + &elements + &ENGINE;
    Page { html: document(&body, &packed), shown: files.len(), left_out }
}

impl Page {
    /// The page with its address and its social card, which lies beside it.
    #[must_use]
    pub fn at(self, address: &str, card: &str) -> Self {
        const ICON: &str = "<link rel=\"icon\"";
        let base = escape(address.trim_end_matches('/'));
        let tags = format!(
            "<meta property=\"og:url\" content=\"{base}/\">\n\
             <meta property=\"og:image\" content=\"{base}/{card}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n",
            card = escape(card)
        );
        Self { html: self.html.replacen(ICON, &(tags + ICON), 1), ..self }
    }
}

/// The place of the chart and the table of the number of cards that is chosen.
fn distribution() -> String {
    let content = format!(
        "<p class=\"engine\" hidden><label><input type=\"checkbox\" id=\"powers\"> \
         logarithmic scale, to see the rare ones</label></p>\n<figure id=\"distribution-chart\" \
         class=\"drawn\"></figure>\n<p class=\"note lacking\" hidden>Charts, and the table of \
         other numbers of cards, need WebAssembly, which this browser does not run.</p>\n\
         <p class=\"engine made\" hidden><button type=\"button\" class=\"save\" \
         id=\"distribution-save\">Save CSV</button> <span class=\"by\">made by</span> \
         <code id=\"distribution-command\"></code></p>\n<details class=\"all\" \
         id=\"distribution-all\"><summary>All numbers</summary>\
         <div id=\"distribution-numbers\">{}</div></details>",
        first_table()
    );
    section("distribution", "How many sets?", &content)
}

/// The place of the chart of all hand sizes, and their table.
fn overview() -> String {
    let content = format!(
        "<p>Each card more makes a hand without a set rarer. With 21 cards there is always \
         one.</p>\n<figure id=\"overview-chart\" class=\"drawn\"></figure>\n\
         <p class=\"engine made\" hidden><button type=\"button\" class=\"save\" \
         id=\"overview-save\">Save CSV</button> <span class=\"by\">made by</span> \
         <code>setodds odds {}-{} --format csv</code></p>\n\
         <details class=\"all\"><summary>All numbers</summary>{}</details>",
        sizes().start(),
        sizes().end(),
        sizes_table()
    );
    section("overview", "Any number of cards", &content)
}

/// What people ask, with the commands that answer.
fn questions() -> String {
    let entry = |entry: Entry| {
        let [question, command] = [entry.question, entry.command].map(escape);
        let answer = escape(&entry.answer.join("\n"));
        format!("<dt>{question}</dt>\n<dd><code>{command}</code><pre>{answer}</pre></dd>\n")
    };
    let list: Vec<String> = faq::entries().map(entry).collect();
    let content = format!(
        "<details class=\"all\"><summary>{} questions, each with the command that answers it\
         </summary>\n<dl class=\"asked\">\n{}</dl></details>",
        list.len(),
        list.concat()
    );
    section("questions", "Questions that people ask", &content)
}

/// The places of runs and of games, which need the engine.
fn run() -> String {
    let options = |names: &[&str]| -> String {
        names.iter().map(|name| format!("<option>{name}</option>")).collect()
    };
    let policies = Policy::ALL
        .map(|policy| format!("<option data-words=\"{}\">{policy}</option>", policy_words(policy)));
    let forms =
        concat!(include_str!("run.html"), include_str!("game.html"), include_str!("rules.html"));
    forms
        .replace("@measures@", &options(&Measure::ALL.map(Measure::name)))
        .replace("@policies@", &policies.concat())
        .replace("@stuck@", &options(&WhenStuck::NAMES))
}

/// The place of the hand explorer, which needs the engine.
const EXPLORER: &str = include_str!("explorer.html");

/// The place where visitors find sets themselves.
const FIND: &str = include_str!("find.html");

/// The place of odds as tables of cards.
const TABLES: &str = include_str!("tables.html");

/// The place of the cards as points of a space.
const PLANE: &str = include_str!("plane.html");

/// The question, the answer, the choice of another number, and the way to the sections.
fn top(body: &str) -> String {
    let [answer, sentences] = answer(FIRST);
    include_str!("top.html")
        .replace("@cards@", &FIRST.to_string())
        .replace("@answer@", &answer)
        .replace("@sentences@", &sentences)
        .replace("@navigation@", &navigation(body))
        .replace("@least@", &sizes().start().to_string())
        .replace("@most@", &sizes().end().to_string())
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
        "default-src 'none'; img-src data:; script-src {} 'wasm-unsafe-eval'; worker-src blob:; \
         style-src {}; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    );
    let head = include_str!("head.html")
        .replace("@policy@", &policy)
        .replace("@version@", env!("CARGO_PKG_VERSION"));
    format!(
        "{head}<style>{STYLE}</style>\n</head>\n<body>\n<a class=\"skip\" \
         href=\"#answer\">To the answer</a>\n<main>\n{body}</main>\n<footer><p>Made by \
         <code>setodds page</code>, version {version}. SET is a registered trademark \
         of its owner; this page is not affiliated with it.</p></footer>\n{packed}\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(files: &[(&str, &str)]) -> Texts {
        files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    const SAMPLE: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
        exact_probability\n\
                          4,12,sets,0,3,100,0.03,0.01,0.08,\n\
                          4,12,sets,1,97,100,0.97,0.9,0.99,\n";

    /// What is packed into an element.
    fn unpacked(html: &str, id: &str) -> String {
        let (_, packed) = html.split_once(&format!("id=\"{id}\">")).unwrap();
        let packed = STANDARD.decode(packed.split_once('<').unwrap().0).unwrap();
        String::from_utf8(miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap()).unwrap()
    }

    #[test]
    fn without_any_table_the_exact_answers_are_there() {
        let html = page(&Texts::new()).html;
        assert!(html.contains("3.23 %") && html.contains("1 in 30.96"));
        for section in [
            "distribution",
            "tables",
            "overview",
            "explorer",
            "find",
            "plane",
            "run",
            "game",
            "rules",
        ] {
            let (_, content) = html.split_once(&format!("<section id=\"{section}\"")).unwrap();
            let (content, _) = content.split_once("</section>").unwrap();
            assert!(content.contains(">Save CSV</button>"), "{section}");
        }
        assert!(!html.contains("<section id=\"results\""));
        assert!(html.contains("min=\"0\" max=\"81\""));
        assert!(html.contains("<a href=\"#overview\">Any number of cards</a>"));
        let answers: Vec<[String; 2]> = serde_json::from_str(&unpacked(&html, "answers")).unwrap();
        assert_eq!(answers.len(), 82);
        assert!(answers[15][1].contains("1 in 2,742") && html.contains(&answers[12][0]));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_is_left_open() {
        let html = page(&reports(&[("a/b.csv", SAMPLE)])).html;
        // What is packed is letters and digits in any order.
        let (shown, _) = html.split_once("<script type=\"text/plain\"").unwrap();
        assert_eq!(html.matches("<script").count(), 6, "answers, three of a CSV, engine, script");
        for word in ["http://", "https://", " src=", "@import", "@answer@", "@cards@", "NaN"] {
            assert!(!shown.contains(word) && !SCRIPT.contains(word), "{word}");
        }
        assert!(html.contains("default-src 'none'; img-src data:; script-src 'sha256-"));
        let of = |tag: &str| html.matches(tag).count();
        for tag in ["section", "table", "figure", "details", "button", "p", "span"] {
            let opened = of(&format!("<{tag} ")) + of(&format!("<{tag}>"));
            assert!(opened > 0 && opened == of(&format!("</{tag}>")), "{tag}");
        }
    }

    #[test]
    fn a_page_with_an_address_has_a_social_card() {
        let html = page(&Texts::new()).at("https://example.org/sets/", "index.png").html;
        for tag in [
            "<meta property=\"og:url\" content=\"https://example.org/sets/\">",
            "<meta property=\"og:image\" content=\"https://example.org/sets/index.png\">",
        ] {
            assert_eq!(html.matches(tag).count(), 1, "{tag}");
        }
        assert_eq!(html.matches("og:title").count(), 1);
    }

    #[test]
    fn a_result_has_its_words_a_chart_a_table_and_its_text() {
        let record = r#"{"confidence": 0.99, "command": "setodds simulate <x>", "work": {"done":
            100}, "randomness": {"seed": 5}, "program": {"name": "setodds", "version": "0.1"}}"#;
        let html = page(&reports(&[("a/x.csv", SAMPLE), ("a/x.run.json", record)])).html;
        for words in [
            "<summary>How many sets do 12 cards hold? <span class=\"file\">a/x.csv</span>",
            "<p>Distribution of simulate, enumerate or odds; 100 simulated, seed 5, 99 % \
             intervals; made by setodds 0.1.</p>",
            "<code>setodds simulate &lt;x&gt;</code>",
            "data-save=\"0\" hidden>Save CSV</button>",
        ] {
            assert!(html.contains(words), "{words}");
        }
        let table = unpacked(&html, "table-0");
        assert!(table.contains("\t>sets\t") && table.contains("99 % interval"), "{table}");
        assert!(unpacked(&html, "csv-0").starts_with("columns\nfeatures,4,4\ncards,12,12\n"));
        let chart: crate::report::chart::Chart =
            serde_json::from_str(&unpacked(&html, "chart-0")).unwrap();
        assert_eq!(chart.panels[0].series[0].points.len(), 2);
        assert!(chart.caption.contains("100 deals"), "{}", chart.caption);
    }

    #[test]
    fn games_by_other_rules_are_called_so_and_directories_are_groups() {
        let games = "features,policy,cards_left,count,total,probability,ci_low,ci_high,rules\n\
                     4,random,0,3,10,,,,start=15\n4,random,6,7,10,,,,start=15\n";
        let html = page(&reports(&[("a/x.csv", SAMPLE), ("b/c/y.csv", games)])).html;
        assert!(html.contains("no record is beside it. Games by other rules: start=15.</p>"));
        assert!(html.contains("<summary><h3>b/c</h3> <span>1 result</span></summary>"));
    }

    #[test]
    fn long_tables_are_cut_and_empty_ones_say_so() {
        let rows: String = (0..200).map(|row| format!("{row},1,a,b,c\n")).collect();
        let long = format!("hand,set,card1,card2,card3\n{rows}");
        let empty = "hand,card,digits,bits,index\n";
        let html = page(&reports(&[("a.csv", empty), ("s.csv", &long)])).html;
        assert_eq!(unpacked(&html, "table-0"), "It has no rows.\n");
        let table = unpacked(&html, "table-1");
        assert!(table.ends_with("\n\n... and 111 more lines: setodds table s.csv\n"), "{table}");
        assert!(!html.contains("id=\"chart-1\""), "sets of hands cannot be drawn");
    }

    #[test]
    fn a_file_with_a_wrong_cell_is_left_out_with_its_place() {
        let wrong = SAMPLE.replace(",97,", ",x,");
        let record = ("b.run.json", "{");
        let page = page(&reports(&[("a/b.csv", &wrong), ("b.csv", SAMPLE), record]));
        let [cell, record] = &page.left_out[..] else { panic!("{:?}", page.left_out) };
        assert!(cell.starts_with("a/b.csv, line 3, column `count`: "), "{cell}");
        assert!(record.starts_with("b.run.json: EOF"), "{record}");
        assert!(page.shown == 1 && page.html.contains(">b.csv<"));
    }
}

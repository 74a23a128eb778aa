//! Text from files and the command line cannot flood a terminal, hide anything, or break a
//! document. Programs get every character.

use crate::hostile::csv;
use crate::{
    CommandOutput, Directory, command_output, commands, fed, json, rows, sealed, setodds,
    with_stdin,
};
use setodds::report::chart::{ChartKind, Options, svg};
use setodds::report::columns::RenderTarget;
use setodds::report::field::FieldKind;
use setodds::report::kinds;
use setodds::report::recognise::CsvText;
use setodds::report::show::{self, Choice};

/// Hostile texts for terminals, readers, Markdown and XML.
const PAYLOADS: [&str; 13] = [
    // Clears the screen, and sets the window title with a bell.
    "a\u{1b}[2J\u{1b}]0;b\u{7}",
    // The same by a C1 control character.
    "a\u{9b}2Jb",
    "abc\u{8}\u{8}\u{7f}d",
    "good\rbad",
    "a\nINJECTED: b",
    "a\u{2028}b\u{2029}c\u{85}d",
    "a\u{202e}b\u{2066}c\u{200f}d\u{61c}",
    "a\u{200b}b\u{feff}c\u{e0041}d",
    "a|b\\|c",
    "a```\n```\nINJECTED",
    "</text><script>a(\"&\")</script>",
    "<!-- a",
    "[a](javascript:b) <img src=x onerror=c>",
];

/// Returns the payloads joined into a few texts where each costs a run of the program.
fn texts() -> Vec<String> {
    PAYLOADS.chunks(5).map(<[&str]>::concat).collect()
}

/// Asserts that only line ends move the cursor, and that no text is hidden or reversed.
fn assert_visible(text: &str) {
    for character in text.chars() {
        let is_hidden = match character {
            '\n' => false,
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
            other => {
                other.is_control() || "\u{61c}\u{200b}\u{200f}\u{feff}\u{e0041}".contains(other)
            }
        };
        assert!(!is_hidden, "{character:?} in {text:?}");
    }
}

/// Asserts that everything is visible, and that no payload begins a line.
fn assert_plain(text: &str) {
    assert_visible(text);
    assert!(!text.lines().any(|line| line.trim_start().starts_with("INJECTED")), "{text}");
}

impl CommandOutput {
    /// Asserts that the output is readable.
    fn plain(self) -> Self {
        assert_plain(&self.stdout);
        assert_plain(&self.stderr);
        self
    }
}

/// Asserts that Markdown has only the program's markup: the command in a fence, headings, and
/// tables whose rows have as many cells as their header.
fn assert_markdown(text: &str) {
    assert_plain(text);
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(fence) = lines.iter().position(|line| *line == "```sh") {
        assert!(lines[fence + 1].starts_with("setodds ") && lines[fence + 2] == "```", "{text}");
        lines.drain(fence..fence + 3);
    }
    let is_pipe =
        |before: &str| before.bytes().rev().take_while(|&it| it == b'\\').count() % 2 == 0;
    let cells =
        |line: &str| line.match_indices('|').filter(|(at, _)| is_pipe(&line[..*at])).count();
    for table in lines.chunk_by(|one, next| one.starts_with('|') == next.starts_with('|')) {
        if table[0].starts_with('|') {
            assert!(table[1].starts_with("|-"), "{text}");
            assert!(table.iter().all(|line| cells(line) == cells(table[0])), "{text}");
        }
    }
    for line in lines {
        assert!(!line.starts_with("```"), "{text}");
        for (at, _) in line.match_indices('<') {
            assert!(line[at + 1..].starts_with(' '), "{text}");
        }
        for (at, _) in line.match_indices('[') {
            assert!(!is_pipe(&line[..at]), "{text}");
        }
    }
}

/// Asserts that a picture or a page is well-formed and has only these elements.
fn assert_xml(text: &str, elements: &[&str]) {
    assert_visible(text);
    let mut open = Vec::new();
    let mut parts = text.split('<');
    assert_eq!(parts.next(), Some(""), "{text}");
    for part in parts {
        let (tag, content) = part.split_once('>').expect("a tag has an end");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap();
        match tag {
            "!doctype html" => continue,
            _ if name == "meta" || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{text}"),
            _ => open.push(name),
        }
        assert!(elements.contains(&name), "{name} in {text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let is_css = open.last() == Some(&"style");
        assert!(is_css || !content.contains('>'), "{content}");
        for (at, _) in part.match_indices('&') {
            let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
            assert!(known.iter().any(|known| part[at..].starts_with(known)), "{part}");
        }
    }
    assert!(open.is_empty(), "{open:?} in {text}");
}

const SVG: [&str; 8] = ["svg", "title", "desc", "style", "g", "path", "circle", "text"];

const HTML: [&str; 23] = [
    "article", "clipPath", "defs", "div", "footer", "h1", "h2", "h3", "header", "html", "li",
    "main", "meta", "p", "path", "rect", "section", "span", "style", "svg", "text", "title", "ul",
];

#[test]
fn messages_are_short_and_plain() {
    let header = format!("a\u{1b}[2J,{}\n1,2\n", "b".repeat(5_000_000));
    for command in ["table", "plot"] {
        let end = fed(&format!("{command} -"), header.as_str()).failed(2, r"a\u{1b}[2J");
        assert!(end.stderr.len() < 1000, "{command}");
    }
    let long = "x".repeat(100_000);
    for hands in [
        format!("0000\n\u{1b}[31mred{long}\n"),
        format!("hand,card\n\u{1b}]0;{long},0000\n\u{1b}]0;{long},0000\n"),
        format!("hand,card\n1,\u{1b}]0;{long}\n"),
    ] {
        let end = fed("find", hands).plain().failed(2, r"\u{1b}");
        assert!(end.stderr.len() < 1000, "{}", end.stderr);
    }
}

/// Unknown options, and names of files that do not exist.
#[test]
fn words_of_the_command_line_are_plain_in_messages() {
    for command in commands() {
        for text in texts() {
            for word in [text.clone(), format!("--{text}")] {
                let end = command_output(setodds().args([&command, &word, "--seed=x"])).plain();
                let end = (end.code, end.stdout.as_str());
                assert_eq!(end, (Some(2), ""), "{command} {word:?}");
            }
        }
    }
    for payload in texts().iter().map(String::as_str) {
        for words in ["find", "next", "check", "table", "plot", "merge"] {
            let end = command_output(setodds().args([words, payload])).plain();
            assert!(
                matches!(end.code, Some(2 | 3)) && end.stdout.is_empty(),
                "{words} {payload:?}"
            );
        }
        for words in ["simulate --cards", "deal --hands", "odds", "play --policy random,"] {
            let (option, list) = words.rsplit_once(' ').unwrap_or((words, ""));
            let given = format!("{list}{payload}");
            let words = option.split(' ').chain([given.as_str()]);
            let end = command_output(setodds().args(words)).plain();
            assert_eq!(end.code, Some(2), "{option} {payload:?}");
        }
        // The environment variable may contain line breaks.
        let threads = payload.replace('\n', "");
        command_output(setodds().arg("simulate").env("SETODDS_THREADS", threads))
            .plain()
            .failed(2, "THREADS");
    }
}

/// Quotes a CSV field.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Returns a hand for each hostile name: five cards with two sets, or four without a set.
fn hands() -> String {
    let mut hands = "hand,card\n".to_owned();
    for (place, payload) in PAYLOADS.iter().enumerate() {
        let with_sets = ["0000", "1111", "2222", "0001", "0002"];
        let without_sets = ["0000", "1111", "1112", "1120"];
        for card in if place % 2 == 0 { &with_sets[..] } else { &without_sets } {
            hands += &format!("{},{card}\n", quoted(payload));
        }
    }
    hands
}

#[test]
fn names_of_hands_are_shown_on_terminals_and_in_documents() {
    for option in ["", " --caps", " --ultrasets", " --why"] {
        let find = |form: &str| fed(&format!("find{option} --format {form}"), hands()).ok();
        find("table").plain();
        assert_markdown(&find("markdown").plain().stdout);
        let csv = find("csv").stdout;
        let json = json(&find("json").stdout);
        for (hand, payload) in json["hands"].as_array().unwrap().iter().zip(PAYLOADS) {
            // Some systems end lines with a carriage return.
            let name = payload.replace('\r', "\n");
            assert_eq!(hand["hand"], name, "{option}");
            let has_row = hand["sets"] != serde_json::json!([]) && option.is_empty();
            assert!(!has_row || rows(&csv).iter().any(|row| row[0] == name), "{csv}");
        }
    }
    let csv = format!("hand,card\n{0},0000\n{0},1111\n{0},2222\n", quoted("\u{1b}[31m<b>|\n_"));
    let find = |words: &str| fed(&format!("find {words}"), csv.as_str()).ok().stdout;
    assert!(find("--format table").starts_with("Hand \\u{1b}[31m<b>|\\n_: 3 cards, 1 set\n"));
    let markdown = find("--format markdown");
    assert!(markdown.contains(r"## Hand \\u{1b}\[31m&lt;b>\|\\n\_: 3 cards, 1 set"), "{markdown}");
}

/// Cards in custom words, one of them hostile.
#[test]
fn texts_of_cards_are_shown_on_terminals_and_in_documents() {
    let mut understood = 0;
    for payload in PAYLOADS {
        let word = payload.replace(|sign: char| sign.is_whitespace() || ",;/-_".contains(sign), "");
        let values = format!("{word},two,three;red,green,purple;full,striped,open;oval,wave,drop");
        let mut hands = "hand,card\n".to_owned();
        for (hand, card) in [
            (1, "ONE red full oval"),
            (1, "two red full oval"),
            (1, "three red full oval"),
            (2, "ONE red full wave"),
            (2, "ONE green striped wave"),
            (2, "two green open oval"),
            (2, "ONE green full drop"),
        ] {
            hands += &format!("{hand},{}\n", quoted(&card.replace("ONE", &word)));
        }
        let (table, _) = hands.split_once("2,").unwrap();
        for (command, input) in [
            ("find --caps --format table", hands.as_str()),
            ("find --caps --format markdown", &hands),
            ("find --why --format table", &hands),
            ("find --why --format markdown", table),
            ("find --ultrasets --format table", &hands),
            ("next --completing --format markdown", table),
            ("check --format markdown", &hands),
        ] {
            let words = command.split(' ').chain(["--values", &values]);
            let end = command_output(with_stdin(setodds().args(words), input)).plain();
            if command.ends_with("markdown") && end.code == Some(0) {
                assert_markdown(&end.stdout);
            }
            understood += usize::from(end.code == Some(0));
        }
    }
    assert!(understood > 40, "{understood}");
}

/// A hostile text in each column of each kind of CSV that may hold text.
#[test]
fn cells_stay_in_their_tables_and_pictures() {
    let mut drawn = 0;
    for payload in PAYLOADS {
        let cell = quoted(payload);
        for &kind in kinds::ALL {
            for field in kind.fields.iter().filter(|field| field.kind == FieldKind::Text) {
                let text = csv(kind, |row, column| {
                    (column == field.name && row == 0).then_some(cell.as_str())
                });
                let source = [CsvText { name: payload, text: &text }];
                let table = |target| show::table(&source, &Choice::default(), target);
                if let Ok(table) = table(RenderTarget::terminal(80)) {
                    assert_plain(&table);
                    assert_markdown(
                        &show::table(&source, &Choice::default(), RenderTarget::Markdown).unwrap(),
                    );
                }
                for kind in ChartKind::ALL {
                    let options = Options { kind, ..Options::default() };
                    if let Ok(chart) = show::chart(&source, &options) {
                        drawn += 1;
                        assert_xml(&svg(&chart), &SVG);
                    }
                }
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
}

/// Columns, cells, titles and file names of any CSV in pictures.
#[cfg(unix)]
#[test]
fn pictures_are_valid_whatever_they_name() {
    let directory = Directory::new();
    for text in texts() {
        let (text, name) = (text.replace(',', ""), text.replace('/', ""));
        let (cell, file) = (quoted(&text), format!("{name}.csv"));
        directory.write(&file, format!("a,{cell},b\n1,2,{cell}\n2,3,{cell}\n3,4,other\n"));
        let plot = |words: &[&str]| {
            let mut command = setodds();
            command_output(
                command.current_dir(directory.path()).args(["plot", &file, "--x"]).args(words),
            )
        };
        assert_xml(&plot(&["a", "--y", "a", "--title", &text]).ok().stdout, &SVG);
        assert_xml(&plot(&["a", "--y", &text]).ok().stdout, &SVG);
        plot(&[&text, "--y", "b"]).plain().failed(2, "has no numeric column `b`");
        let svg = format!("{name}.svg");
        plot(&["a", "--y", "a", "-o", &svg, "-o", "x.png"]).plain().ok().says(", x.png");
        assert_xml(&directory.read(&svg), &SVG);
    }
}

/// Names of files that commands read and write, and that documents quote in the command.
#[cfg(unix)]
#[test]
fn names_of_files_are_plain_in_messages_and_documents() {
    for text in texts() {
        let (name, directory) = (text.replace('/', ""), Directory::new());
        directory.write(format!("{name}.txt"), "0000\n1111\n2222\n");
        for words in [
            "find FILE.txt -o FILE.md -o FILE.json -o FILE.csv",
            "next FILE.txt -o FILE.md",
            "check FILE.txt -o FILE.md",
            "deal --seed 1 --without FILE.txt -o FILE.md -o FILE.json",
            "puzzle --cards 3 --sets 0 --seed 1 --without FILE.txt -o FILE.html -o FILE.md",
            "simulate --cards 12 --deals 1k --seed 1 --without FILE.txt -o FILE.md -o FILE.csv",
            "table FILE.csv -o FILE.md",
            "table FILE.csv -o FILE.2.txt",
            "play --games 10 --seed 1 -o FILE/ -o FILE.md",
            "simulate --cards 3 --deals 1k --seed 1 --shard 1/1 -o FILE.part",
            "merge FILE.part -o FILE.csv -o FILE.md",
            "simulate --cards 3 --deals 1k --seed 1 --checkpoint FILE.saved -o FILE.md",
            "enumerate --features 2 --cards 3 -o FILE.md",
            "classes --features 2 --cards 3 -o FILE.md",
            "caps --features 2 -o FILE.md",
            "extremes --features 2 -o FILE.md",
            "odds 3 --sets 0 -o FILE.md",
            "completions bash",
            "man -o FILE/",
        ] {
            let words = words.split(' ').map(|word| word.replace("FILE", &name));
            let mut command = setodds();
            command.current_dir(directory.path()).env("SETODDS_TERMINAL", "1").args(words);
            let end = command_output(&mut command).ok();
            assert_plain(&end.stderr);
            let written = |ending: &str| {
                let file = format!("{name}.{ending}");
                directory.names().contains(&file).then(|| directory.read(&file))
            };
            written("md").into_iter().for_each(|text| assert_markdown(&text));
            written("html").into_iter().for_each(|text| assert_xml(&text, &HTML));
            written("json").into_iter().for_each(|text| drop(json(&text)));
            for ending in ["md", "html", "json"] {
                let _ = std::fs::remove_file(directory.join(format!("{name}.{ending}")));
            }
        }
        // A script that would display other commands than it runs is refused.
        let result = format!("-o{name}.csv");
        let words = ["jobscript", "--scheduler=slurm", "--", "simulate", "--deals=9", &result];
        let script = command_output(setodds().current_dir(directory.path()).args(words)).plain();
        assert_eq!(script.code == Some(0), name.is_ascii() && !name.contains(char::is_control));
    }
}

/// Hostile content in the files of shards.
#[test]
fn parts_of_strange_content_are_refused_in_plain_words() {
    let directory = Directory::new();
    directory.ok("simulate --cards 3 --deals 1k --seed 1 --shard 1/1 -o x.part");
    let part = directory.read("x.part");
    let (body, _) = part.split_once("sha256 ").unwrap();
    for text in texts() {
        let (line, word) = (text.replace('\n', ""), serde_json::json!(text).to_string());
        for strange in [
            body.replace("program ", &format!("program {line}")),
            body.replace("\"--seed\"", &word),
            body.replace("\"simulate\"", &word),
            body.replace("scheme=v1", &format!("scheme={line}")),
            body.replace("short 3", &line),
            body.replace("\"x86_64\"", &word).replace("cards=3", "cards=4"),
        ] {
            directory.write("y.part", sealed(&strange));
            directory.run("merge y.part").plain();
            directory.run("merge x.part y.part -o z.md").plain();
        }
    }
}

/// A command quoted in a document can be typed again.
#[cfg(unix)]
#[test]
fn a_command_with_a_strange_name_is_still_that_command() {
    let directory = Directory::new();
    let name = "it's\n`a`\\\u{202e}";
    directory.write(name, "0000 1111 2222\n");
    let find = |name: &str| {
        command_output(setodds().current_dir(directory.path()).args([
            "find",
            name,
            "--format=markdown",
        ]))
    };
    let document = find(name).ok().stdout;
    let command = document.lines().nth(3).unwrap();
    assert_eq!(command, r"setodds find $'it\'s\012`a`\\\342\200\256' --format=markdown");
    let Some(mut shell) = crate::installed("bash") else { return };
    let again = command.replacen("setodds", "\"$0\"", 1);
    shell.args(["-c", &again, env!("CARGO_BIN_EXE_setodds")]).current_dir(directory.path());
    let again = shell.output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), document);
}

//! What stands in files: it can neither fill a screen nor play tricks on it, and breaks no
//! document.

use crate::{Directory, fed, said, setodds};

const ESCAPE: char = '\u{1b}';

#[test]
fn messages_are_short_and_plain() {
    let header = format!("a{ESCAPE}[2J,{}\n1,2\n", "b".repeat(5_000_000));
    for command in ["table", "plot"] {
        let end = fed(&format!("{command} -"), header.as_str()).failed(2, r"a\u{1b}[2J");
        assert!(end.stderr.len() < 1000, "{command}");
    }
    let long = "x".repeat(100_000);
    for hands in [
        format!("0000\n{ESCAPE}[31mred{long}\n"),
        format!("hand,card\n{ESCAPE}]0;{long},0000\n{ESCAPE}]0;{long},0000\n"),
        format!("hand,card\n1,{ESCAPE}]0;{long}\n"),
    ] {
        let end = fed("find", hands);
        assert_eq!((end.code, end.stderr.contains(ESCAPE)), (Some(2), false), "{}", end.stderr);
        assert!(end.stderr.contains(r"\u{1b}") && end.stderr.len() < 1000, "{}", end.stderr);
    }
    let directory = Directory::new();
    for words in ["find", "table", "next", "simulate --cards"] {
        let name = format!("{ESCAPE}[31mnone");
        let command = &mut setodds();
        let command = command.current_dir(directory.path()).args(words.split(' ')).arg(&name);
        let end = said(command);
        assert_eq!((end.code, end.stderr.contains(ESCAPE)), (Some(2), false), "{words}");
    }
}

#[test]
fn names_of_written_files_are_plain() {
    let directory = Directory::new();
    let name = format!("{ESCAPE}[31m.csv");
    let command = &mut setodds();
    let words = "simulate --cards 3 --deals 1k --seed 1 -o".split(' ');
    let end = said(command.current_dir(directory.path()).args(words).arg(&name));
    assert_eq!((end.code, end.stderr.contains(ESCAPE)), (Some(0), false), "{}", end.stderr);
    assert!(directory.names().contains(&name));
}

/// Two hands whose names and cards hold what terminals and Markdown give a meaning.
const HANDS: &str = "hand,card\n\
                     \u{1b}[31m<b>|,\"0000\t\"\n\u{1b}[31m<b>|,\"2, 1,\n0, 1\"\n\
                     \"two\nlines\",1111\n\"two\nlines\",0000\n\"two\nlines\",2222\n";

#[test]
fn found_hands_are_shown_as_they_are_and_harm_nothing() {
    let find = |words: &str| fed(&format!("find {words}"), HANDS).ok().stdout;
    for words in ["--format table", "--format table --caps"] {
        let text = find(words);
        assert!(!text.contains(ESCAPE), "{text}");
        assert!(text.contains(r"Hand \u{1b}[31m<b>|: 2 cards, no sets"), "{text}");
        assert!(text.contains(r"Hand two\nlines: 3 cards, 1 set"), "{text}");
    }
    let markdown = find("--format markdown");
    assert!(markdown.contains(r"## Hand \\u{1b}\[31m&lt;b>\|: 2 cards, no sets"), "{markdown}");
    assert!(markdown.contains(r"## Hand two\\nlines: 3 cards, 1 set"), "{markdown}");
    // Programs get every character.
    assert!(find("--format csv").contains("\"two\nlines\",1,1111,0000,2222"));
}

#[test]
fn tables_keep_their_form() {
    let csv = "hand,set,card1,card2,card3\n\"1\n2\",1,a|b,<i>,\u{1b}[2J\n";
    let end = fed("table -", csv).ok();
    assert_eq!(end.stdout.lines().count(), 3, "{}", end.stdout);
    assert!(end.stdout.contains(r"| 1\\n2 |   1 | a\|b  | &lt;i> |"), "{}", end.stdout);
    assert!(!end.stdout.contains(ESCAPE), "{}", end.stdout);
    let directory = Directory::new();
    directory.write("x.csv", csv);
    directory.ok("table x.csv -o x.txt");
    let text = directory.read("x.txt");
    assert!(text.contains(r"1\n2") && !text.contains(ESCAPE), "{text}");
}

#[test]
fn pictures_and_pages_are_valid() {
    let header = "strategy,engine,instruction_set,features,cards,threads,hands,repeats,stage,\
                  ns_per_hand_median,ns_per_hand_min,ns_per_hand_mad,hands_per_second,\
                  speedup_vs_naive,parallel_efficiency,checksum";
    let row = |strategy: &str, time: u32| {
        format!("{strategy},scalar,sse2,4,12,1,10,9,detection,{time},{time},1,1000,2,1,00")
    };
    let csv = [header.to_owned(), row("a\0b\u{fffe}<&\"", 10), row("naive", 20)].join("\n");
    let svg = fed("plot -", csv).ok();
    assert!(svg.stdout.contains("a\u{fffd}b\u{fffd}&lt;&amp;"), "{}", svg.stdout);
    assert!(!svg.stdout.contains(['\0', '\u{fffe}']));
}

//! Colours and progress: where they are shown, and where not.

use crate::{Directory, command_output, ok, run, setodds};

const ESCAPE: char = '\u{1b}';
const TABLE: &str = "odds 3-8 --format table";

/// Removes colours from a text.
fn plain(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap().to_owned();
    let rest = parts.map(|part| part.split_once('m').unwrap().1.to_owned());
    [first].into_iter().chain(rest).collect()
}

#[test]
fn pipes_have_no_colours_unless_they_are_asked_for() {
    let expected = ok(TABLE);
    assert!(!expected.contains(ESCAPE) && !ok("--help").contains(ESCAPE));
    let coloured = ok(&format!("{TABLE} --color always"));
    assert!(coloured.contains(ESCAPE));
    assert_eq!(plain(&coloured), expected);
    for help in ["--help", "simulate -h", "help simulate"] {
        let coloured = ok(&format!("--color=always {help}"));
        assert!(coloured.contains("\u{1b}[1m"), "{help}");
        assert_eq!(plain(&coloured), ok(help), "{help}");
    }
}

#[test]
fn a_variable_asks_for_what_a_terminal_shows() {
    let words = ["enumerate", "--features", "2", "--cards", "3"];
    let with =
        |value| command_output(setodds().env("SETODDS_TERMINAL", value).args(words)).ok().stdout;
    assert_eq!(with(""), ok(&words.join(" ")));
    let shown = with("1");
    assert!(shown.starts_with("84 hands") && !shown.contains("features,cards"), "{shown}");
}

#[test]
fn headers_are_bold_and_cards_are_not() {
    let level = "simulate --cards 12 --deals 1k --seed 1 --confidence 99.9% -q --format table";
    let shown = ok(&format!("{level} --color always"));
    assert!(shown.contains("\u{1b}[1msets"), "{shown}");
    let spaced = crate::hands("rosetta.txt");
    let shown = ok(&format!("find --caps {} --color always", spaced.display()));
    assert!(!shown.contains(ESCAPE), "{shown}");
}

#[test]
fn what_programs_read_never_has_colours() {
    for format in ["csv", "json", "markdown"] {
        let words = format!("odds 3-8 --format {format}");
        // Some formats contain the command.
        let coloured = ok(&format!("{words} --color always")).replace(" --color always", "");
        assert_eq!(coloured, ok(&words), "{format}");
    }
    for words in ["completions bash", "man"] {
        assert_eq!(ok(&format!("{words} --color always")), ok(words), "{words}");
    }
    let directory = Directory::new();
    directory.ok("odds 3-8 --color always -o x.txt");
    assert!(!directory.read("x.txt").contains(ESCAPE));
}

#[test]
fn errors_and_warnings_have_colours() {
    let said = run("merge none.part --color always");
    assert!(
        said.stderr.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m `none.part`"),
        "{}",
        said.stderr
    );
    run("--color always simulate --card 12").says("\u{1b}");
    run("simulate --cards 3 --deals 1k --seed 1 --threads 200 --color always")
        .says("\u{1b}[33mwarning:\u{1b}[0m");
    for words in ["merge none.part --color never", "simulate --card 12"] {
        assert!(!run(words).stderr.contains(ESCAPE), "{words}");
    }
}

#[test]
fn the_environment_has_a_say_but_the_option_has_the_last() {
    for (variable, words, has_colours) in [
        ("CLICOLOR_FORCE", TABLE.to_owned(), true),
        ("CLICOLOR_FORCE", format!("{TABLE} --color never"), false),
        ("CLICOLOR_FORCE", "--help".to_owned(), true),
        ("NO_COLOR", TABLE.to_owned(), false),
        ("NO_COLOR", format!("{TABLE} --color always"), true),
    ] {
        let said = command_output(setodds().env(variable, "1").args(words.split_whitespace()));
        assert_eq!(said.stdout.contains(ESCAPE), has_colours, "{variable} {words}");
    }
}

const DEALS: &str = "simulate --cards 12 --deals 100k --seed 1 --threads 1";

#[test]
fn progress_is_shown_when_it_is_asked_for() {
    let state = "100,000 of 100,000 deals, ";
    for (options, shown, summed_up) in [
        ("", false, true),
        ("--progress auto", false, true),
        ("--progress always", true, true),
        ("--progress always --quiet", true, false),
        ("--progress never", false, true),
        ("--quiet", false, false),
    ] {
        let said = run(&format!("{DEALS} {options}")).ok();
        assert_eq!(said.stderr.contains(state), shown, "{options}: {}", said.stderr);
        let summary = "100,000 deals from a deck of 81";
        assert_eq!(said.stderr.contains(summary), summed_up, "{options}: {}", said.stderr);
        assert_eq!(said.stdout, ok(DEALS), "{options}");
    }
}

/// Every command accepts `--quiet`, also before its name.
#[test]
fn every_command_can_be_quiet() {
    let directory = Directory::new();
    directory.write("hand.txt", "0000\n0001\n0012\n0100\n");
    directory.ok("simulate --cards 3 --deals 1k --seed 1 -o x.csv --checkpoint x.part");
    for words in [
        "simulate --cards 3 --deals 1k --seed 1 -o y.csv",
        "enumerate --cards 3 --features 3",
        "classes --cards 3",
        "caps --cards 3",
        "extremes --cards 3 -o y.csv",
        "odds 12",
        "find hand.txt",
        "next hand.txt",
        "deal --seed 1",
        "puzzle --seed 1",
        "puzzle --seed 1 --count 2",
        "play --games 10 --seed 1 -o games",
        "jobscript --scheduler slurm -- simulate --deals 1k --seed 1",
        "merge x.part",
        "table x.csv -o y.md",
        "plot x.csv -o y.svg",
        "completions bash",
        "man -o man1",
    ] {
        for words in [format!("{words} --quiet"), format!("-q {words}")] {
            assert_eq!(directory.ok(&words).stderr, "", "{words}");
        }
    }
}

#[test]
fn steps_are_told_when_they_are_asked_for() {
    let bench =
        "bench --hands 100 --repeats 1 --threads 1 --strategies third-card --engines scalar";
    let said = run(&format!("{bench} --cards 3,4 --progress always"));
    said.says("race 1 of 2\n").says("race 2 of 2\n");
    assert!(!run(bench).stderr.contains("race 1"));
}

//! Terminals: colours and progress bars, but no pictures.

use crate::child::{ChildGuard, wait_until};
use crate::command::{Directory, setodds};
use rustix::fs::{Mode, OFlags};
use rustix::pty;
use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};

const ESCAPE: char = '\u{1b}';

/// Starts the program on a pseudo-terminal. Returns its output, piece by piece until it ends.
fn start_on_a_terminal(words: &str) -> (ChildGuard, Receiver<String>) {
    let screen = pty::openpt(pty::OpenptFlags::RDWR | pty::OpenptFlags::NOCTTY).unwrap();
    pty::grantpt(&screen).unwrap();
    pty::unlockpt(&screen).unwrap();
    let name = pty::ptsname(&screen, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let terminal = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).unwrap();
    let child = ChildGuard::spawn(
        setodds()
            .args(words.split(' '))
            .envs([("TERM", "xterm"), ("SETODDS_THREADS", "1")])
            .stdin(Stdio::null())
            .stdout(terminal.try_clone().unwrap())
            .stderr(terminal),
    );
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let (mut screen, mut bytes) = (File::from(screen), [0; 4096]);
        // At its end, a pseudo-terminal returns no bytes or an error.
        while let Ok(length @ 1..) = screen.read(&mut bytes) {
            let _ = sender.send(String::from_utf8_lossy(&bytes[..length]).into_owned());
        }
    });
    (child, receiver)
}

/// Runs the program on a pseudo-terminal and returns its output.
fn on_a_terminal(words: &str) -> String {
    let (mut child, screen) = start_on_a_terminal(words);
    let shown = screen.iter().collect();
    assert!(child.wait().unwrap().success(), "{shown}");
    shown
}

/// A terminal gets a suggested file name instead of a picture, unless `-o -` is given.
#[test]
fn a_picture_is_not_for_a_terminal() {
    let directory = Directory::new();
    directory.ok("odds 12 -o sets.csv");
    let csv = directory.join("sets.csv").display().to_string();
    for (words, name) in [
        (format!("plot {csv}"), csv.replace(".csv", ".svg")),
        (format!("plot - {csv} --log"), csv.replace(".csv", ".svg")),
        ("plot -".to_owned(), "picture.svg".to_owned()),
    ] {
        let (mut child, screen) = start_on_a_terminal(&words);
        let shown: String = screen.iter().collect();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{words}: {shown}");
        let shown = shown.replace("\r\n", " ");
        assert!(shown.contains(&format!("like `-o {name}`, or use a pipe")), "{words}: {shown}");
    }
    assert!(on_a_terminal(&format!("plot {csv} -o -")).ends_with("</svg>\r\n"));
    assert_eq!(directory.names(), ["sets.csv", "sets.run.json"]);
}

#[test]
fn a_terminal_has_colours_and_no_bar_if_none_is_wanted() {
    let shown = on_a_terminal("odds 3-8");
    assert!(shown.contains("\u{1b}[1mcards"), "{shown:?}");
    let without = on_a_terminal("odds 3-8 --color never");
    assert!(!without.contains(ESCAPE), "{without:?}");
    let deals = "simulate --cards 12 --deals 1k --seed 1 --progress never";
    let hidden = on_a_terminal(deals);
    assert!(!hidden.contains(" left"), "{hidden:?}");
}

/// The progress bar is removed before anything else is shown.
#[test]
fn a_bar_of_steps_is_removed() {
    let race = "bench --cards 9 --hands 10k --repeats 1 --strategies third-card,naive";
    let shown = on_a_terminal(&format!("{race} --color never"));
    assert!(shown.contains("race 1 of 1"), "{shown:?}");
    let (_, after) = shown.rsplit_once("race 1 of 1").unwrap();
    let (removal, _) = after.split_once("9 cards").unwrap();
    assert!(removal.trim_start().starts_with(ESCAPE), "{shown:?}");
    assert!(shown.ends_with(" in the scalar engine.\r\n"), "{shown:?}");
}

/// The bar of a run that has just begun is not full.
#[test]
fn a_bar_shows_how_far_a_run_is() {
    let (mut child, screen) = start_on_a_terminal("simulate --cards 12 --deals 1e19 --seed 1");
    let mut shown = String::new();
    wait_until("a bar is shown", || {
        shown.extend(screen.try_iter());
        shown.contains(" left")
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let first = shown.split(" %").next().unwrap();
    assert!(first.ends_with("  0"), "the first bar is empty: {shown:?}");
}

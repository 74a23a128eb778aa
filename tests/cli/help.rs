//! Short and complete help.

use crate::{command_output, commands, ok, refused, setodds};

/// Short help fits a small terminal; only that of the program, which lists all commands, is longer.
#[test]
fn short_help_fits_a_terminal() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    let all = commands.iter().map(|name| (&name[..], 24)).chain([("", 48)]);
    for (command, most) in all {
        let words = format!("{command} -h");
        let help = command_output(setodds().args(words.split_whitespace()).env("COLUMNS", "80"))
            .ok()
            .stdout;
        assert!(help.lines().count() <= most, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn both_helps_end_with_examples() {
    for command in commands() {
        let examples = |option| {
            let help = ok(&format!("{command} {option}"));
            help.split("\nExamples:\n").nth(1).unwrap().trim_end().to_owned()
        };
        let (short, long) = (examples("-h"), examples("--help"));
        assert!(short.starts_with(&format!("  setodds {command}")), "{short}");
        assert!(short.lines().count() <= 2 && long.starts_with(&short), "{command}");
        assert_eq!(ok(&format!("{command} --help")), ok(&format!("help {command}")));
    }
    assert!(ok("-h").contains("\nExamples:\n  setodds odds 12 "));
}

/// Returns the options of a help text, in order.
fn options(help: &str) -> Vec<&str> {
    let words = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    words.flat_map(|line| line.split_whitespace().find(|word| word.starts_with("--"))).collect()
}

#[test]
fn full_help_has_every_option_of_the_short_one() {
    let mut hidden = Vec::new();
    for command in commands() {
        let (short, full) = (ok(&format!("{command} -h")), ok(&format!("{command} --help")));
        assert!(full.lines().count() > short.lines().count(), "{command}");
        let (short, full) = (options(&short), options(&full));
        assert!(short.iter().all(|option| full.contains(option)), "{command}: {short:?} {full:?}");
        for everywhere in ["--quiet", "--color", "--progress"] {
            assert!(full.contains(&everywhere), "{command} {everywhere}");
        }
        hidden
            .extend(full.iter().filter(|option| !short.contains(option)).map(ToString::to_string));
    }
    assert!(hidden.contains(&"--strategy".to_owned()), "{hidden:?}");
}

#[test]
fn help_of_games_names_the_decks_that_games_take() {
    let help = ok("play --help");
    assert!(help.contains("3 to 6"), "{help}");
    assert!(!help.contains("2 to 6") && !ok("play -h").contains("2 to 6"), "{help}");
    refused("play --features 2 --games 1 --seed 1", "3 to 6 features, not of 2");
}

#[test]
fn the_environment_does_not_show_in_help() {
    let help = ok("help simulate");
    for variable in ["SETODDS_THREADS", "SLURM_CPUS_PER_TASK"] {
        assert!(help.contains(variable), "{variable}");
    }
}

//! Help that fits a screen, and help that is complete.

use crate::{commands, ok, run};

/// The lines of a screen, and the columns of a wide one.
const SCREEN: (usize, usize) = (50, 100);

/// Every command by name, and the program itself.
fn all() -> Vec<String> {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    commands.into_iter().chain([String::new()]).collect()
}

#[test]
fn short_help_fits_a_screen_and_is_the_same_both_ways() {
    for command in all() {
        let help = ok(&format!("{command} -h"));
        assert_eq!(help, ok(&format!("{command} --help")), "{command}");
        let (lines, columns) = SCREEN;
        assert!(help.lines().count() <= lines, "{command}: {} lines", help.lines().count());
        let widest = help.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns, "{command}: {widest} columns");
    }
}

#[test]
fn short_help_ends_with_examples_and_the_way_to_the_rest() {
    for command in all() {
        let help = ok(&format!("{command} --help"));
        let examples = help.split("\nExamples:\n").nth(1).unwrap();
        let first = examples.lines().next().unwrap();
        assert!(first.starts_with(&format!("  setodds {command}")), "{first}");
        assert!(help.trim_end().ends_with("shows all options in full."), "{command}");
    }
}

/// The options of a help text, in order.
fn options(help: &str) -> Vec<&str> {
    let words = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    words.flat_map(|line| line.split_whitespace().find(|word| word.starts_with("--"))).collect()
}

#[test]
fn full_help_has_every_option_of_the_short_one() {
    let mut hidden = Vec::new();
    for command in commands() {
        let (short, full) = (ok(&format!("{command} --help")), ok(&format!("help {command}")));
        assert!(full.lines().count() > short.lines().count() - 2, "{command}");
        assert!(full.contains("\nExamples:\n"), "{command}");
        let (short, full) = (options(&short), options(&full));
        assert!(short.iter().all(|option| full.contains(option)), "{command}: {short:?} {full:?}");
        assert!(full.contains(&"--color") && full.contains(&"--progress"), "{command}");
        hidden
            .extend(full.iter().filter(|option| !short.contains(option)).map(ToString::to_string));
    }
    assert!(hidden.contains(&"--checkpoint-every".to_owned()), "{hidden:?}");
}

#[test]
fn help_of_games_names_the_decks_that_games_take() {
    for words in ["help play", "play --help"] {
        let help = ok(words);
        assert!(help.contains("3 to 6 (27, 81, 243, 729 cards)"), "{help}");
        assert!(!help.contains("2 to 6"), "{help}");
    }
    let refused = run("play --features 2 --games 1 --seed 1");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("3 to 6 features, not of 2"), "{}", refused.stderr);
}

#[test]
fn the_environment_does_not_show_in_help() {
    let help = ok("help simulate");
    for variable in ["SETODDS_SEED", "SETODDS_THREADS", "SLURM_CPUS_PER_TASK"] {
        assert!(help.contains(variable), "{variable}");
    }
}

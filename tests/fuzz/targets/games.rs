//! Any text is a log of games that can have been played, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::card::Deck;
use setodds::game::{Replayer, Rules, WhenStuck};
use setodds::report::columns::RenderTarget;
use setodds::report::csv;
use setodds::report::datasets::{Choice, table};
use setodds::report::games::log::{ReplayedLog, replay_log};
use setodds::report::games::replay::summary;
use setodds::report::recognise::CsvText;

/// Rules by which games can be recorded.
fn rules(number: u8) -> Option<Rules> {
    let deck = Deck::new(3 + usize::from(number % 2)).ok()?;
    let rules = Rules::new(deck, [3, 6, 9, 12][usize::from(number / 8 % 4)]).ok()?;
    match number / 2 % 4 {
        0 => Some(rules),
        1 => rules.with_when_stuck(WhenStuck::Stop).ok(),
        2 => rules.with_last_hidden().ok(),
        _ => rules.dealing(4, 2).ok(),
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let Some(rules) = rules(number) else { return };
    let replayer = Replayer::new(rules).expect("no table is dealt anew");
    let ReplayedLog { rows, summary: read } = match replay_log(text, &replayer) {
        Ok(replayed) => replayed,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(!read.is_empty() && !rows.is_empty() && summary(&rows).contains("game"));
    for row in &rows {
        assert!(row.table + row.in_deck <= rules.cards());
        assert!(row.sets >= usize::from(row.taken.is_some()));
    }
    // What the command writes can be shown.
    let mut text = Vec::new();
    csv::write(&rows, &mut text).expect("memory");
    let text = String::from_utf8(text).expect("rows are text");
    let source = CsvText { name: "x.csv", text: &text };
    table(&[source], &Choice::default(), RenderTarget::PLAIN).expect("these are tables of games");
});

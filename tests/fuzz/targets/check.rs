//! Parses any text as counts or hands and tests them against the exact distribution; invalid text
//! gives an error message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds_engine::check::HandsCheck;
use setodds::cards::{Purpose, ReadOptions, read_hands};
use setodds::report::check_input::{has_counts, read_counts};
use setodds::report::checks::Checked;
use setodds::report::provenance::{AnswerDetails, Provenance};
use setodds::report::recognise::CsvText;
use std::collections::BTreeMap;

/// Returns the result of checking a text of counts or hands, or the error message. `cards` is the
/// hand size of counts without one.
fn checked(text: &str, deck: Deck, cards: Option<usize>) -> Result<Checked, String> {
    let mut checked = Checked::default();
    if has_counts(text) {
        let all = read_counts(CsvText { name: "x", text }, deck, cards, None);
        all.map_err(|it| it.to_string())?.iter().for_each(|counts| checked.add_counts(counts));
        return Ok(checked);
    }
    let options = ReadOptions { purpose: Purpose::Sample, ..ReadOptions::default() };
    let read = read_hands([text], deck, &options).map_err(|it| it.to_string())?;
    let mut sizes = BTreeMap::new();
    for hand in read.inputs[0].hands() {
        let cards = hand.cards().len();
        sizes.entry(cards).or_insert_with(|| HandsCheck::new(deck, cards)).add(hand.cards());
    }
    sizes.values().for_each(|check| checked.add_hands(check, &read.notation));
    Ok(checked)
}

fuzz_target!(|input: (u8, &str)| {
    let (features, text) = input;
    let Ok(deck) = Deck::new(2 + usize::from(features % 5)) else { return };
    let cards = (features > 127).then_some(12);
    let checked = match checked(text, deck, cards) {
        Ok(checked) => checked,
        Err(error) => return assert!(!error.is_empty()),
    };
    assert!(checked.p_value().is_none_or(|p| (0.0..=1.0).contains(&p)));
    assert!(!checked.verdict().contains("NaN"));
    let mut json = Vec::new();
    let report = checked.report(&Provenance::new(String::new(), AnswerDetails::default()));
    report.write_json(&mut json).expect("memory");
    // JSON has no NaN: `null` would be written instead.
    assert!(!String::from_utf8(json).expect("JSON is text").contains("\"p_value\":null"));
});

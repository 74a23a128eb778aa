//! Any text is a CSV of the program, which can be shown as a table and on a page, or counts to be
//! checked, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::card::Deck;
use setodds::report::check_input::{has_counts, read_counts};
use setodds::report::checks::Checked;
use setodds::report::Dataset;
use setodds::report::columns::RenderTarget;
use setodds::report::datasets::{self, Choice};
use setodds::report::page::{Texts, page};
use setodds::report::recognise::CsvText;

fuzz_target!(|input: (u8, &str)| {
    let (kind, rows) = input;
    // Random bytes are hardly ever a header.
    let all = Dataset::ALL;
    let header = all[usize::from(kind) % all.len()].columns().join(",");
    let text = format!("{header}\n{rows}");
    let source = CsvText { name: "x.csv", text: &text };
    for target in [RenderTarget::Markdown, RenderTarget::terminal(80)] {
        if let Err(error) = datasets::table(&[source], &Choice::default(), target) {
            assert!(!error.to_string().is_empty());
        }
    }
    let text_of_counts = format!("cards,sets,count\n{rows}");
    for text in [&text, &text_of_counts, rows] {
        let _ = has_counts(text);
        let mut checked = Checked::default();
        match read_counts(CsvText { name: "x.csv", text }, Deck::GAME) {
            Ok(all) => all.iter().for_each(|counts| checked.add_counts(counts)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        assert!(checked.p_value().is_none_or(|p| (0.0..=1.0).contains(&p)));
        assert!(!checked.verdict().contains("NaN"));
    }
    let page = page(&Texts::from([("x.csv".to_owned(), text.clone())]));
    assert!(page.html.ends_with("</html>\n"));
});

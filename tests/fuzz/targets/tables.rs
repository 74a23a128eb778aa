//! Shows any text as a table of the program; invalid text gives an error message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::report::columns::RenderTarget;
use setodds::report::kinds;
use setodds::report::recognise::CsvText;
use setodds::report::show::{self, Choice};

fuzz_target!(|input: (u8, &str)| {
    let (kind, rows) = input;
    // Random bytes are hardly ever a header.
    let all = kinds::ALL;
    let header = all[usize::from(kind) % all.len()].columns().join(",");
    let text = format!("{header}\n{rows}");
    let source = CsvText { name: "x.csv", text: &text };
    for target in [RenderTarget::Markdown, RenderTarget::terminal(80)] {
        if let Err(error) = show::table(&[source], &Choice::default(), target) {
            assert!(!error.to_string().is_empty());
        }
    }
});

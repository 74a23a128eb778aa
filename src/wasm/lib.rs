//! The engine as a WebAssembly module: questions in words, answers as text.
//!
//! A web page has no files, threads or signals, and a module that it holds cannot be linked to its
//! script. So there are three exports, and all else is text: the caller writes a question at
//! [`room`], calls [`ask`], and finds the answer at [`room`] again. An answer that begins with `!`
//! is an error, with the program's message.
//!
//! | question | answer |
//! |---|---|
//! | `start CARDS MEASURE SEED DEALS` | a new run: its number of blocks, and the deals in a block |
//! | `count FROM TO` | counts of the values 0, 1, 2, ... in these blocks |
//! | `add COUNT...` | none; the counts of other blocks are added to the run |
//! | `chart WIDTH HEIGHT linear` or `powers` | what was added, as SVG |
//! | `exact WIDTH HEIGHT CARDS linear` or `powers` | the exact distribution of sets, as SVG |
//! | `numbers CARDS` | the exact distribution of sets: a line of titles, then a line a value |
//! | `values CARDS` | the exact distribution of the number of sets as the program's CSV |
//! | `sizes WIDTH HEIGHT` | how often there is no set in hands of all sizes, as SVG |
//! | `draw WIDTH HEIGHT CHART` | a chart in JSON, as SVG |
//! | `trail WIDTH HEIGHT DEALS` | how often the run had no set, up to DEALS deals, as SVG |
//! | `trail-csv` | how often the run had no set, as the program's CSV |
//! | `csv` | what was added, as the program's CSV |
//! | `read TEXT` | what was read, and a line with the cards of each hand |
//! | `sets CARD...` | the places of the cards of each set |
//! | `cap CARD...` | the places of the cards of a largest part without a set |
//! | `rarity CARDS SETS` | how rare that number of sets is, as a sentence |
//! | `difficulty CARD...` | how hard the sets are to find, in sentences |
//! | `tables KIND SEED WITH WITHOUT` | the cards of WITH tables with a set, and WITHOUT others |
//! | `puzzle SEED DAY` | the cards of the puzzle of a date, in days after the beginning of 1970 |
//! | `games-start START DEAL STUCK HIDDEN POLICY SEED GAMES` | as `start`, for whole games |
//! | `games-count FROM TO` | what was tallied of the games in these blocks, for `games-add` |
//! | `games-add TALLIES` | none; the tallies of other blocks are added |
//! | `games-table NAME` | `summary`, `largest-table` or `leftover` of the games, as `numbers` |
//! | `games-csv NAME` | such a table as the program's CSV |
//!
//! The page asks these questions. The package for JavaScript asks in JSON: `{"command": "odds",
//! "cards": "12"}`, with the commands `deal`, `find`, `next`, `odds`, `puzzle` and `third`; the
//! answer is what the command writes as JSON. The features `page` and `commands` choose which
//! questions a module answers.
//!
//! A worker starts the same run as the page, counts blocks by their numbers, and sends back what
//! the page adds. A text of hands is whatever the command line reads, in Unicode's normal form C.
//! Tables have 12 cards; their KIND is `deal`. HIDDEN is `true` or
//! `false`. In `numbers` a tab is before each cell.
//! Cards are numbers from 0 to 80, places are counted from 0. A height of 0 is what suits a chart.

#[cfg(feature = "page")]
mod answer;
#[cfg(feature = "commands")]
mod commands;
#[cfg(feature = "page")]
mod games;
#[cfg(feature = "commands")]
mod options;
#[cfg(feature = "page")]
mod trail;
mod words;

#[cfg(feature = "page")]
pub use answer::Session;

use std::cell::RefCell;

/// The memory of an instance between two questions.
#[derive(Debug, Default)]
struct Instance {
    /// The question, then the answer.
    text: Vec<u8>,
    #[cfg(feature = "page")]
    session: Session,
}

impl Instance {
    fn answer(&mut self) -> words::Reply {
        let question = str::from_utf8(&self.text).map_err(|_| "a question is text")?;
        #[cfg(feature = "commands")]
        if question.starts_with('{') {
            return commands::answer(question);
        }
        #[cfg(feature = "page")]
        return self.session.answer(question);
        #[cfg(not(feature = "page"))]
        Err(format!("`{question}` is not a valid question"))
    }
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Makes room for a question of `bytes` bytes of UTF-8, and returns its place.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.text.resize(bytes, 0);
        instance.text.as_mut_ptr()
    })
}

/// Answers the question, and says how many bytes the answer has, for which `room` says where.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    INSTANCE.with_borrow_mut(|instance| {
        let answer = instance.answer().unwrap_or_else(|error| format!("!{error}"));
        instance.text = answer.into_bytes();
        instance.text.len()
    })
}

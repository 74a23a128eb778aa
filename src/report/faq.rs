//! Frequently asked questions, each with a command and its answer. A test runs the commands.

/// The questions and answers in Markdown.
const TEXT: &str = include_str!("faq.md");

/// Frequently asked question with the command that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The question in everyday language.
    pub question: &'static str,
    /// The command line, as typed.
    pub command: &'static str,
    /// The lines of the answer; `...` marks omitted lines.
    pub answer: Vec<&'static str>,
}

/// Returns all frequently asked questions, in the order of the document.
///
/// ```
/// let first = setodds::report::faq::entries().next().expect("there are questions");
/// assert_eq!(first.command, "setodds odds 12 --sets 0");
/// assert!(first.answer[0].starts_with("12 cards hold no set in 2,284,535,476,080"));
/// ```
pub fn entries() -> impl Iterator<Item = Entry> {
    TEXT.split("\n**").skip(1).filter_map(|part| {
        let (question, rest) = part.split_once("**")?;
        let (_, block) = rest.split_once("```console\n$ ")?;
        let mut lines = block.lines().take_while(|line| !line.starts_with("```"));
        let command = lines.next()?;
        let answer = lines.filter(|line| !line.is_empty()).collect();
        Some(Entry { question, command, answer })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_its_own_words_a_command_and_an_answer() {
        let entries: Vec<Entry> = entries().collect();
        assert_eq!(entries.len(), TEXT.matches("```console").count());
        for entry in &entries {
            assert!(entry.question.ends_with('?'), "{}", entry.question);
            assert!(entry.command.starts_with("setodds "), "{}", entry.command);
            let lines = entry.answer.len();
            assert!((1..=5).contains(&lines), "{}: {lines} lines", entry.question);
            let same = entries.iter().filter(|other| other.question == entry.question);
            assert_eq!(same.count(), 1, "{}", entry.question);
        }
    }
}

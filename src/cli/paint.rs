//! Tables in colour: bold headers, bars in a colour of their own, and the row of hands without a
//! set in bold.
//!
//! It works on the finished text, which it changes in nothing but colours. A table is a block of
//! lines all of which have fields, two spaces or more apart, but for a caption above them. Its
//! first line is the header, unless a field other than the title of intervals (`99.9 % interval`)
//! has decimals. A block whose first line ends with a colon is a list, such as the cards of a set,
//! whatever spaces the cards are written with.

use clap::builder::styling::{AnsiColor, Style};

const HEADER: Style = Style::new().bold();
const BAR: Style = AnsiColor::Cyan.on_default();
const NO_SET: Style = Style::new().bold();

/// The header of the first column where rows are for numbers of sets.
const NUMBER_OF_SETS: &str = "sets";

/// What a bar is made of.
const BLOCKS: [char; 8] = ['█', '▉', '▊', '▋', '▌', '▍', '▎', '▏'];

/// The text with its tables in colour.
pub(crate) fn painted(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let blocks = lines.chunk_by(|one, other| one.trim().is_empty() == other.trim().is_empty());
    blocks.map(block).collect()
}

/// A block with its table, if it has one.
fn block(lines: &[&str]) -> String {
    let is_list = lines[0].trim_end().ends_with(':');
    let captions = lines.iter().take_while(|line| is_list || !has_fields(line)).count();
    let (caption, rows) = lines.split_at(captions);
    if rows.len() < 2 || !rows.iter().all(|row| has_fields(row)) {
        return lines.concat();
    }
    caption.concat() + &table(rows)
}

fn has_fields(line: &str) -> bool {
    line.trim().contains("  ")
}

fn table(rows: &[&str]) -> String {
    let first_field = |row: &str| row.split_whitespace().next().unwrap_or_default().to_owned();
    let of_sets = first_field(rows[0]) == NUMBER_OF_SETS;
    let painted = rows.iter().enumerate().map(|(place, row)| match place {
        0 if !has_decimals(row) => line(row, HEADER),
        _ if of_sets && first_field(row) == "0" => line(row, NO_SET),
        _ => line(row, Style::new()),
    });
    painted.collect()
}

/// Whether a field has a number like `3.2` and is not the title of a column of intervals.
fn has_decimals(row: &str) -> bool {
    let is_decimal =
        |three: &[u8]| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit();
    let mut fields = row.split("  ").filter(|field| !field.trim_end().ends_with(" % interval"));
    fields.any(|field| field.as_bytes().windows(3).any(is_decimal))
}

/// A line in a style, its bar in that of bars.
fn line(line: &str, style: Style) -> String {
    let content = line.trim_end();
    let end = &line[content.len()..];
    let (content, bar) = content.split_at(content.trim_end_matches(BLOCKS).len());
    format!("{}{}{end}", styled(content, style), styled(bar, BAR))
}

fn styled(text: &str, style: Style) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
1,000 deals from a deck of 81, seed 1

sets  count    share
   0     32   3.20 %  ███▏
   1    145  14.51 %  █████████

12 cards hold no set in 3.20 % of deals.
They hold 2.786 sets.
Set 1:
  3 diamond red shaded
";

    #[test]
    fn nothing_but_colours_is_added() {
        for text in [TEXT, "", "\n", "a  b", "a  b\nc  d", "a  b\n\n\nc  d\ne  f\n"] {
            assert_eq!(anstream::adapter::strip_str(&painted(text)).to_string(), text);
        }
    }

    #[test]
    fn the_header_the_bars_and_the_row_without_a_set_stand_out() {
        let lines: Vec<String> = painted(TEXT).lines().map(str::to_owned).collect();
        assert_eq!(lines[2], "\u{1b}[1msets  count    share\u{1b}[0m");
        assert!(lines[3].starts_with("\u{1b}[1m   0     32"), "{}", lines[3]);
        assert!(lines[4].starts_with("   1    145"), "{}", lines[4]);
        assert!(lines[4].ends_with("\u{1b}[36m█████████\u{1b}[0m"), "{}", lines[4]);
        let plain = |line: &&String| !line.contains('\u{1b}');
        assert_eq!(lines.iter().filter(plain).count(), lines.len() - 3);
    }

    #[test]
    fn captions_and_tables_without_a_header_are_no_headers() {
        let with_caption = painted("no set of\ncards  12 dealt\n   69  3.27 %\n");
        assert_eq!(with_caption, "no set of\n\u{1b}[1mcards  12 dealt\u{1b}[0m\n   69  3.27 %\n");
        let rows = "games that end  1.22 %\nother games  0.10 %\n";
        assert_eq!(painted(rows), rows);
    }

    #[test]
    fn a_level_with_decimals_stands_in_a_header() {
        let text = painted("sets  share  99.9 % interval\n   1   14 %        10 to 17 %\n");
        assert!(text.starts_with("\u{1b}[1msets  share  99.9 % interval\u{1b}[0m\n"), "{text}");
    }

    #[test]
    fn lists_of_cards_are_not_tables() {
        for list in [
            "Set 1:\n  red    two   diamond  striped\n  red    two   oval     striped\n",
            "Largest cap:\n  2121\n  red    two   diamond\n  red    two   oval\n",
        ] {
            assert_eq!(painted(list), list);
        }
    }
}

use super::*;

#[test]
fn sentences_break_at_the_edge_of_a_terminal_only() {
    let text = "one two three\nfour\n";
    assert_eq!(fill(text, RenderTarget::PLAIN), text);
    assert_eq!(fill(text, RenderTarget::terminal(8)), "one two\nthree\nfour\n");
}

#[test]
fn a_number_stays_with_its_unit() {
    let text = "3.2302 %, 1 in 30.96 (29.96 : 1 against)";
    let lines = "3.2302 %,\n1 in 30.96\n(29.96 : 1\nagainst)";
    assert_eq!(fill(text, RenderTarget::terminal(12)), lines);
}

#[test]
fn cells_of_a_document_do_not_break_within_numbers() {
    let text = "5 % to 6 %\n| 95 % interval |\n|------:|\n| 5 % (1 to 2 %) |\n";
    let unbroken_cell = "| 5\u{a0}% (1\u{a0}to\u{a0}2\u{a0}%) |";
    assert_eq!(with_no_break_spaces(text), text.replace("| 5 % (1 to 2 %) |", unbroken_cell));
}

#[test]
fn the_widest_text_is_broken_where_leaving_out_does_not_help() {
    let rows = [("12", "0000 0001 0010 0011"), ("3", "0000")];
    let grid = Grid::new(&rows).column("n", |row| row.0.to_owned());
    let grid = grid.text("cards", |row| row.1.to_owned());
    let text = " n  cards\n12  0000 0001\n    0010 0011\n 3  0000\n";
    assert_eq!(grid.draw(RenderTarget::terminal(15)), text);
}

#[test]
fn bars_grow_with_the_share_and_show_the_smallest() {
    for (fraction, text) in [(1.0, "████"), (0.5, "██"), (1e-9, "▏"), (0.0, "")] {
        assert_eq!(bar(fraction, 4), text);
    }
}

#[test]
fn a_table_is_drawn_for_its_target() {
    let rows = [(1, 25.0), (2, 50.0)];
    let grid = || {
        let grid = Grid::new(&rows).column("cards", |row| row.0.to_string());
        let grid = grid.column("share", |row| format!("{} %", row.1));
        grid.bars(|row| row.1).bold(|row| row.0 == 2)
    };
    let narrow = "cards  share\n    1   25 %\n    2   50 %\n";
    for (target, text) in [
        (RenderTarget::terminal(19), narrow),
        (
            RenderTarget::terminal(24),
            "cards  share\n    1   25 %  █████\n    2   50 %  ██████████\n",
        ),
        (
            RenderTarget::Text { width: Some(24), colours: true },
            "\u{1b}[1mcards  share\u{1b}[0m\n    1   25 %  \u{1b}[36m█████\u{1b}[0m\n\
             \u{1b}[1m    2   50 %  \u{1b}[0m\u{1b}[36m██████████\u{1b}[0m\n",
        ),
        (
            RenderTarget::Markdown,
            "| cards | share |\n|------:|------:|\n|     1 |  25 % |\n|     2 |  50 % |\n",
        ),
    ] {
        assert_eq!(grid().draw(target), text);
    }
}

/// Column widths are computed once and are unbounded.
#[test]
fn tables_may_be_long_and_cells_wide() {
    let rows = vec!["x"; 50_000];
    let drawn = Grid::new(&rows).column("a", |row| (*row).to_owned());
    assert_eq!(drawn.draw(RenderTarget::terminal(80)).lines().count(), 50_001);
    let wide = ["x".repeat(70_000)];
    let drawn = Grid::new(&wide).column("a", String::clone);
    assert!(drawn.draw(RenderTarget::terminal(80)).contains(&wide[0]));
}

#[test]
fn columns_go_by_rank_where_they_are_empty_or_too_wide() {
    let rows = [("a", "")];
    let grid = || {
        let grid = Grid::new(&rows).text("one", |row| row.0.to_owned());
        let grid = grid.ranked_text(1, "two", |row| row.0.to_owned());
        grid.ranked_text(1, "none", |row| row.1.to_owned())
    };
    assert_eq!(grid().draw(RenderTarget::terminal(10)), "one  two\na    a\n");
    assert_eq!(grid().draw(RenderTarget::terminal(9)), "one\na\n");
    assert_eq!(grid().draw(RenderTarget::Markdown).lines().next(), Some("| one | two |"));
}

/// Repeated columns are dropped before the bars, and the bars before any other column.
#[test]
fn repeated_columns_make_room_for_bars_titled_tables() {
    let rows = [1.0];
    let grid = || {
        let grid = Grid::new(&rows).ranked(1, "exact", |_| "x".to_owned());
        let grid = grid.ranked(REPEATED, "count", |_| "x".to_owned());
        grid.ranked(REPEATED - 1, "odds", |_| "x".to_owned()).bars(|&row| row)
    };
    for (width, header, has_bars) in [
        (26, "exact  count  odds", true),
        (25, "exact  odds", true),
        (18, "exact", true),
        (12, "exact", false),
    ] {
        let text = grid().draw(RenderTarget::terminal(width));
        assert_eq!(text.lines().next(), Some(header));
        assert_eq!(text.contains('█'), has_bars, "{text}");
    }
}

#[test]
fn cells_of_any_content_stay_in_their_place() {
    let rows = [["<b>|\n", "\u{1b}[2J"]];
    let grid = || {
        let grid = Grid::new(&rows).text("a|b", |row| row[0].to_owned());
        grid.text("c", |row| row[1].to_owned())
    };
    let text = grid().draw(RenderTarget::Text { width: None, colours: true });
    assert_eq!(text, "\u{1b}[1ma|b     c\u{1b}[0m\n<b>|\\n  \\u{1b}[2J\n");
    assert_eq!(
        grid().draw(RenderTarget::Markdown),
        "| a\\|b        | c           |\n|-------------|-------------|\n\
         | &lt;b>\\|\\\\n | \\\\u{1b}\\[2J |\n"
    );
}

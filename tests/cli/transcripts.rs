//! What commands show on a terminal, from a file of transcripts.

#[test]
fn commands_show_what_the_transcripts_show() {
    on_a_terminal().case("tests/cli/transcripts.md");
}

/// The answers in `setodds help questions` are lines that the commands write.
#[test]
fn questions_have_the_answers_of_their_commands() {
    on_a_terminal().env("COLUMNS", "88").case("src/report/faq.md");
}

fn on_a_terminal() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases
        .default_bin_path(env!("CARGO_BIN_EXE_setodds"))
        .register_bin("setodds", std::path::Path::new(env!("CARGO_BIN_EXE_setodds")))
        .env("SETODDS_TERMINAL", "1");
    cases
}

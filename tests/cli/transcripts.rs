//! What commands show on a terminal, from a file of transcripts.

#[test]
fn commands_show_what_the_transcripts_show() {
    trycmd::TestCases::new()
        .default_bin_path(env!("CARGO_BIN_EXE_setodds"))
        .register_bin("setodds", std::path::Path::new(env!("CARGO_BIN_EXE_setodds")))
        .env("SETODDS_TERMINAL", "1")
        .case("tests/cli/transcripts.md");
}

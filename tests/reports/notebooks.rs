//! Runs the snippets in the README of the reports, with which other tools read results of the
//! program.

use std::path::Path;
use std::process::{Command, Output};

/// Returns the code blocks below the heading, each with its language.
fn snippets() -> Vec<(String, String)> {
    let reports = super::read("reports/README.md");
    let section = reports.split("\n## In a notebook\n").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap()).map(|(a, b)| (a.into(), b.into())).collect()
}

fn python() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Returns the command that runs a snippet in a file, and a command that succeeds if the tool is
/// installed.
fn runner(language: &str, file: &Path) -> (Command, Command) {
    let command = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).env("MPLBACKEND", "agg");
        command
    };
    let (python, file) = (python(), file.to_str().unwrap());
    match language {
        "python" => {
            let modules = "import duckdb, matplotlib, pandas, polars";
            (command(&python, &[file]), command(&python, &["-c", modules]))
        }
        "r" => {
            let silent = format!("pdf(NULL); source('{file}')");
            (command("Rscript", &["-e", &silent]), command("Rscript", &["-e", "1"]))
        }
        "gnuplot" => (command("gnuplot", &[file]), command("gnuplot", &["--version"])),
        "sql" => {
            let run = "import duckdb, sys\n\
                for statement in duckdb.extract_statements(open(sys.argv[1]).read()):\n    \
                print(duckdb.sql(statement.query))";
            (command(&python, &["-c", run, file]), command(&python, &["-c", "import duckdb"]))
        }
        other => panic!("nothing runs `{other}`"),
    }
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn every_tool_has_a_snippet() {
    let languages: Vec<String> = snippets().into_iter().map(|(language, _)| language).collect();
    assert_eq!(languages, ["python", "python", "r", "gnuplot", "sql"]);
    let missing = |(_, code): &(String, String)| !code.contains("reports/simulated-sets/sets.csv");
    assert_eq!(snippets().into_iter().filter(missing).count(), 0);
}

#[test]
#[ignore = "needs pandas, polars, R, gnuplot and DuckDB"]
#[expect(clippy::print_stdout, reason = "what is skipped, and what the tools say, must show")]
fn every_snippet_runs() {
    let directory = tempfile::tempdir().unwrap();
    for (language, code) in snippets() {
        let file = directory.path().join("snippet");
        std::fs::write(&file, &code).unwrap();
        let (mut run, mut check) = runner(&language, &file);
        if !succeeds(&mut check) {
            println!("SKIPPED {language}: not installed\n{code}");
            continue;
        }
        let Output { status, stdout, stderr } = run.output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        println!("{language}:\n{stdout}{stderr}");
        assert!(status.success(), "{language}: {stderr}");
        assert!(stdout.lines().count() > 10, "{language} said too little");
    }
}

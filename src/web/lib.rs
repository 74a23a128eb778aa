//! setodds as a WebAssembly module: one function that maps a JSON request to a JSON reply.
//!
//! The caller writes a UTF-8 request at [`room`], calls [`ask`], and reads the reply at [`place`].
//! A request is an object with the name of a command and its options, such as `{"command": "odds",
//! "cards": 12}`. The reply is the document that the program writes with `--format json`, or
//! `{"error": "..."}`. Options have the names of the command line, with `_` for `-`. Cards are
//! passed as text: in `hands` for `find`, in `table` and `gone` for `next`. Commands that use
//! randomness need a seed; puzzles for dates have a default seed.
//!
//! A simulation can be divided among workers by blocks. A request with `"blocks": [0, 9]` runs
//! blocks 0 to 8; the reply is `{"part": "...", "blocks": 153, "deals_per_block": 65536}`. A
//! request with `"parts": ["...", ...]` merges parts; the reply is `{"part": "...", "result":
//! ...}`, the merged part and the document of its result.

use serde_json::{Map, Value, json};
use setodds::commands::{self, Asking, CommandError};
use setodds::report::result::Report;
use std::cell::RefCell;

thread_local! {
    /// Buffer that holds the request, then the reply.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a buffer for a request of `bytes` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the size of the reply in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let request = TEXT.take();
    let reply = answer(&String::from_utf8_lossy(&request)).into_bytes();
    TEXT.with_borrow_mut(|text| {
        *text = reply;
        text.len()
    })
}

/// Returns the address of the reply in memory.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    TEXT.with_borrow(Vec::as_ptr)
}

/// Answers a JSON request with a JSON document.
#[must_use]
pub fn answer(request: &str) -> String {
    let error = |text: String| json!({ "error": text }).to_string();
    let mut request: Map<String, Value> = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(reason) => return error(format!("the request is not an object in JSON: {reason}")),
    };
    request.retain(|_, value| !value.is_null());
    let command = request.remove("command").unwrap_or_default();
    let reply = match (command.as_str().unwrap_or_default(), request.contains_key("seed")) {
        ("deal" | "simulate", false) => Err("give a seed".to_owned()),
        ("puzzle", false) if !request.contains_key("from") => {
            Err("give a seed or a date".to_owned())
        }
        ("simulate", true) if request.contains_key("blocks") => blocks(request),
        ("simulate", true) if request.contains_key("parts") => merged(request),
        (command, _) => {
            let report = commands::answer(command, request, &Asking::default());
            report.map_err(|error| error.to_string()).and_then(|report| document(&report))
        }
    };
    reply.unwrap_or_else(error)
}

/// Computes the blocks of a simulation that a JSON request asks for, and returns the reply.
fn blocks(mut request: Map<String, Value>) -> Result<String, String> {
    let range = serde_json::from_value::<[u64; 2]>(request.remove("blocks").unwrap_or_default());
    let [from, to] = range.map_err(|error| format!("blocks: {error}"))?;
    let blocks = commands::simulate_blocks(request, from..to).map_err(text)?;
    serde_json::to_string(&blocks).map_err(|error| error.to_string())
}

/// Merges the parts of a simulation that a JSON request contains, and returns the reply.
fn merged(mut request: Map<String, Value>) -> Result<String, String> {
    let parts = serde_json::from_value::<Vec<String>>(request.remove("parts").unwrap_or_default());
    let parts = parts.map_err(|error| format!("parts: {error}"))?;
    let (part, report) = commands::merge_blocks(request, &parts).map_err(text)?;
    let (part, result) = (Value::String(part), document(&report)?);
    Ok(format!("{{\"part\":{part},\"result\":{result}}}"))
}

/// Returns a report as a JSON document.
fn document(report: &Report) -> Result<String, String> {
    let mut json = Vec::new();
    report.write_json(&mut json).map_err(|error| error.to_string())?;
    String::from_utf8(json).map_err(|error| error.to_string())
}

fn text(error: CommandError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(request: &Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    #[test]
    fn a_command_is_answered_as_the_program_does() {
        let odds = reply(&json!({ "command": "odds", "cards": 12, "sets": 0 }));
        assert!(odds["answers"][0]["probability"].as_f64().unwrap() > 0.032, "{odds}");
        assert_eq!(odds["provenance"]["command"], "setodds odds 12 --sets 0");
        let puzzle = reply(&json!({ "command": "puzzle", "from": "2026-01-01" }));
        assert_eq!(puzzle["puzzles"].as_array().unwrap().len(), 1, "{puzzle}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (request, expected) in [
            (json!([]), "the request is not an object"),
            (json!({}), "`` is not a command"),
            (json!({ "command": "deal" }), "give a seed"),
            (json!({ "command": "deal", "seed": null }), "give a seed"),
            (json!({ "command": "puzzle", "from": null }), "give a seed or a date"),
            (json!({ "command": "odds", "cards": "x" }), "cards: `x`"),
            (json!({ "command": "simulate", "seed": 1, "blocks": 3 }), "blocks: "),
            (json!({ "command": "simulate", "seed": 1, "parts": ["x"] }), "a part is not of"),
        ] {
            let error = reply(&request)["error"].as_str().unwrap().to_owned();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    /// Workers may finish their blocks in any order.
    #[test]
    fn the_blocks_of_workers_are_the_whole_run() {
        let run = json!({ "command": "simulate", "cards": 12, "seed": 1, "deals": 300_000 });
        let with = |name: &str, value: Value| {
            let mut request = run.clone();
            request[name] = value;
            reply(&request)
        };
        let all = with("blocks", json!([0, 0]))["blocks"].as_u64().unwrap();
        let parts = [[3, all], [0, 3]].map(|blocks| with("blocks", json!(blocks))["part"].clone());
        let half = with("parts", json!([parts[0]]));
        let whole = with("parts", json!([half["part"], parts[1]]));
        assert_eq!(whole["result"]["distribution"], reply(&run)["distribution"]);
        let twice = with("parts", json!([parts[0], parts[0]]));
        assert!(twice["error"].as_str().unwrap().contains("block"), "{twice}");
        for (name, value) in [("seed", json!(2)), ("cards", json!(15)), ("features", json!(3))] {
            let mut other = run.clone();
            other[name] = value;
            other["parts"] = json!(parts);
            let error = reply(&other)["error"].to_string();
            assert!(error.contains("a part is not of this simulation"), "{name}: {error}");
        }
        let mut shared = run.clone();
        shared["until"] = json!("1%");
        shared["blocks"] = json!([0, 1]);
        assert!(reply(&shared)["error"].to_string().contains("blocks cannot be shared"));
    }
}

#!/usr/bin/env python3
"""Draws mutants of the engine by a seed, and tries each with all tests of the engine.

cargo-mutants lists them: `cargo install cargo-mutants --locked`. All that are drawn are written
into one copy of the workspace, in which each function has a branch for each of its mutants. An
environment variable chooses the branch, so the tests are compiled once. See `tests/MUTANTS.md`.
"""

import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = pathlib.Path(os.environ.get("MUTANTS", ROOT / "target/mutants")).resolve()
RESULTS = COPY / "results.csv"
ENGINE = "src/engine"
PACKAGE = ["--package", "setodds-engine"]
MODULES = ["tally", "stats", "detect", "deal", "exact", "run", "game"]
LISTED = ["drawn", "not viable", "not run", "run", "caught", "timed out", "missed"]
CHOICE = """
mod mutant {
    static CHOSEN: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").map_or(0, |it| it.parse().unwrap()));
    #[inline]
    pub(crate) fn is(number: usize) -> bool {
        *CHOSEN == number
    }
}
"""


def draw(modules, seed, count):
    """Returns the mutants whose names have the lowest SHA-256 after the seed.

    A name is the module and the description, without file and line, as code that moves within its
    module keeps it: the same seed draws the same mutants again. Equal names are numbered.
    """
    files = [f"--file={ENGINE}/{module}{end}" for module in modules for end in (".rs", "/**")]
    command = ["cargo", "mutants", "--list", "--json", *PACKAGE, *files]
    listed = json.loads(subprocess.check_output(command, cwd=ROOT))
    repeated, mutants = collections.Counter(), []
    for found in listed:
        path = found["file"].removeprefix(f"{ENGINE}/").removesuffix(".rs").split("/")
        name = re.sub(r"^\S+:\d+:\d+: ", f"{path[0]}: ", found["name"])
        repeated[name] += 1
        name += f" #{repeated[name]}" if repeated[name] > 1 else ""
        mutants.append(types.SimpleNamespace(**found | {"name": name, "path": path}))
    mutants.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.name}".encode()).digest())
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    print(f"{count} of {len(mutants)} mutants, by the seed '{seed}', in {COPY}", flush=True)
    return mutants[:count]


def locate(mutant):
    """Notes where a mutant and its function lie; returns why it cannot be a branch, or nothing."""
    if not mutant.function:
        return "outside of functions"
    text = (ROOT / mutant.file).read_text()
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    mutant.left, mutant.right, start, mutant.end = (
        lines[span[end]["line"] - 1] + span[end]["column"] - 1
        for span in (mutant.span, mutant.function["span"])
        for end in ("start", "end")
    )
    # The body begins at the first brace that is in no comment, text or bracket.
    depth = 0
    for token in re.finditer(r'//.*|"(?:\\.|[^"\\])*"|[{(\[)\]]', text[start:]):
        depth += (token[0] in "([") - (token[0] in ")]")
        if token[0] == "{" and depth == 0:
            break
    mutant.begin = start + token.start()
    if mutant.left < mutant.begin:
        return "in a signature"
    if re.search(r"^[^/\n]*\bconst fn\b", text[start : mutant.begin], re.MULTILINE):
        return "const fn"
    return "impl Trait" if "impl " in mutant.function["return_type"] else None


def branched(text, mutants):
    """Returns the text of a file in which each mutant is a branch of its function."""
    functions = []
    for mutant in sorted(mutants, key=lambda it: (it.begin, -it.end)):
        # A mutant of an inner function is a branch of the outer one.
        if not functions or functions[-1][0].end <= mutant.begin:
            functions.append([])
        functions[-1].append(mutant)
    for inside in reversed(functions):
        begin, end, branches = inside[0].begin, inside[0].end, ""
        for mutant in inside:
            changed = text[begin : mutant.left] + mutant.replacement + text[mutant.right : end]
            branches += f"if crate::mutant::is({mutant.number})\n{changed}\nelse "
        text = f"{text[:begin]}{{\n{branches}\n{text[begin:end]}\n}}{text[end:]}"
    return text


def write_copy(mutants):
    """Copies the tracked files with the mutants in them; what is as it was stays untouched."""
    tracked = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in tracked.split("\0")[:-1]:
        content = (ROOT / name).read_bytes()
        if inside := [mutant for mutant in mutants if mutant.file == name]:
            content = branched(content.decode(), inside).encode()
        content += CHOICE.encode() if name == f"{ENGINE}/lib.rs" else b""
        if not (COPY / name).exists() or (COPY / name).read_bytes() != content:
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            (COPY / name).write_bytes(content)


def refused(error):
    """Returns the number of the mutant that an error of the compiler is about."""
    for place in sorted(error["spans"], key=lambda it: not it["is_primary"]):
        above = (COPY / place["file_name"]).read_text().splitlines()[: place["line_start"]]
        for line in reversed(above):
            begins = re.fullmatch(r"(?:else )?if crate::mutant::is\((\d+)\)|else ", line)
            if begins and begins[1]:
                return int(begins[1])
            if begins:
                break
    sys.exit(f"no mutant explains this error:\n{error['rendered']}")


def compiled(mutants, save):
    """Compiles the copy with the mutants that the compiler accepts; returns cargo's messages."""
    for step in (["check", "--lib"], ["test", "--no-run"]):
        while True:
            write_copy(mutants)
            command = ["cargo", *step, *PACKAGE, "--message-format=json", "--target-dir=target"]
            done = subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, text=True)
            messages = [json.loads(line) for line in done.stdout.splitlines()]
            told = [it["message"] for it in messages if it["reason"] == "compiler-message"]
            errors = [it for it in told if it["level"] == "error" and it["spans"]]
            if done.returncode == 0:
                break
            if not errors:
                sys.exit("cargo failed")
            numbers = {refused(error) for error in errors}
            for mutant in mutants:
                if mutant.number in numbers:
                    save(mutant.name, "not viable", "", 0)
            mutants = [mutant for mutant in mutants if mutant.number not in numbers]
    return messages


def find_tests(messages):
    """Returns each test that cargo runs, those of the documentation as one, with its command."""
    documentation = ["cargo", "test", "--doc", *PACKAGE, f"--target-dir={COPY / 'target'}"]
    tests = [types.SimpleNamespace(name="documentation", command=documentation)]
    for built in messages:
        if built["reason"] == "compiler-artifact" and built["profile"]["test"]:
            program, target = built["executable"], built["target"]
            prefix = "" if "lib" in target["kind"] else f"{target['name']}/"
            lists = [[program, "--list"], [program, "--list", "--ignored"]]
            every, ignored = (subprocess.check_output(it, text=True) for it in lists)
            for name in re.findall("^(.*): test$", every, re.MULTILINE):
                if f"{name}: test\n" not in ignored:
                    command = [program, "--exact", name]
                    tests.append(types.SimpleNamespace(name=prefix + name, command=command))
    return tests


def run(test, number, limit):
    """Runs a test with a mutant, for `limit` seconds of processor time; returns status and time."""
    limits = f'ulimit -t {math.ceil(limit)} -v 8388608; exec "$@"'
    # A failure that is recorded would be tried with the next mutant.
    options = {"PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1", "PROPTEST_MAX_SHRINK_ITERS": "0"}
    process = subprocess.Popen(
        ["bash", "-c", limits, "bash", *test.command],
        cwd=COPY / ENGINE,
        env=os.environ | options | {"MUTANT": str(number)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # A test that waits takes no processor time; others may make it wait as well.
    alarm = threading.Timer(100 * limit, os.kill, [process.pid, signal.SIGKILL])
    alarm.start()
    _, status, used = os.wait4(process.pid, 0)
    alarm.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, round(used.ru_utime + used.ru_stime, 2)


def attempt(mutant, tests):
    """Runs the tests until one fails; returns the outcome, the test and the processor time."""

    def rank(test):
        # Quick tests first; each level of the path that a test shares makes it ten times as quick.
        shared = os.path.commonprefix([mutant.path, test.name.split("::")])
        return test.seconds / 10 ** len(shared)

    total = 0
    for test in sorted(tests, key=rank):
        status, seconds = run(test, number=mutant.number, limit=20 + 5 * test.seconds)
        total += seconds
        if status:
            return "timed out" if status == -signal.SIGKILL else "caught", test.name, total
    return "missed", "", total


def share(hits, trials, z=1.959964):
    """Returns a share with its Wilson interval at 95 %, in percent."""
    mean, term = hits / max(trials, 1), z * z / max(trials, 1)
    half = math.sqrt(mean * (1 - mean) * term + term * term / 4)
    low, high = ((mean + term / 2 + sign * half) / (1 + term) for sign in (-1, 1))
    return f"{100 * mean:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def report(mutants, rows):
    """Prints how many mutants of each module had which outcome, and names those not caught."""
    print("\n| module | " + " | ".join(LISTED) + " | caught or timed out |\n" + "|---" * 9 + "|")
    for module in [*sorted({mutant.path[0] for mutant in mutants}), "all"]:
        outcomes = [rows[it.name][0] for it in mutants if module in (it.path[0], "all")]
        count = collections.Counter(outcomes, drawn=len(outcomes))
        count["run"] = len(outcomes) - count["not viable"] - count["not run"]
        cells = [module, *(str(count[it]) for it in LISTED)]
        cells.append(share(count["run"] - count["missed"], count["run"]))
        print("| " + " | ".join(cells) + " |")
    for outcome in ("missed", "timed out", "not run"):
        names = sorted(mutant.name for mutant in mutants if rows[mutant.name][0] == outcome)
        print(f"\n{outcome}:", *(f"\n* {name}  {rows[name][1]}" for name in names))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", default=MODULES)
    parser.add_argument("--seed", default="54")
    parser.add_argument("--count", type=int, default=120, help="how many mutants are drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at the same time")
    parser.add_argument("--resume", action="store_true", help="go on, with the same code")
    options = parser.parse_args()
    os.nice(19)
    COPY.mkdir(parents=True, exist_ok=True)
    with RESULTS.open("a+" if options.resume else "w+", newline="") as file:
        file.seek(0)
        rows = {name: row for name, *row in csv.reader(file)}
        pool = concurrent.futures.ThreadPoolExecutor(options.jobs)

        def save(name, *row):
            rows[name] = row
            csv.writer(file).writerow([name, *row])
            file.flush()
            print(*row, name, sep="  ", flush=True)

        def save_each(work, items):
            running = {pool.submit(work, it): it.name for it in items if it.name not in rows}
            for done in concurrent.futures.as_completed(running):
                save(running[done], *done.result())

        def baseline(test):
            status, seconds = run(test, number=0, limit=3600)
            return "fails" if status else "passes", "without a mutant", seconds

        mutants = draw(options.modules, options.seed, options.count)
        for mutant in mutants:
            reason = locate(mutant)
            if reason and mutant.name not in rows:
                save(mutant.name, "not run", reason, 0)
        without = [name for name, row in rows.items() if row[0] in ("not run", "not viable")]
        tests = find_tests(compiled([it for it in mutants if it.name not in without], save))
        save_each(baseline, tests)
        tests = [test for test in tests if rows[test.name][0] == "passes"]
        for test in tests:
            test.seconds = float(rows[test.name][2])
        print(f"{len(tests)} tests take {sum(it.seconds for it in tests):.0f} s", flush=True)
        save_each(lambda mutant: attempt(mutant, tests), mutants)
        report(mutants, rows)


main()

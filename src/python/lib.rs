//! setodds as a Python module: the command line, as a program and as a function, and dealt hands as
//! bytes. The functions that users call are in `setodds/__init__.py`.

mod deals;
mod run;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use setodds::cli::call::{Call, CallError, CommandResult, Done};
use setodds::report::cell::Cell;
use setodds_engine::run::StopFlag;
use std::ffi::OsString;

/// The columns of a table, each with its name, the type of its cells, and the cells as text; its
/// provenance and the further tables as JSON; warnings.
type ResultTuple = (Vec<(&'static str, &'static str, Vec<Option<String>>)>, String, Vec<String>);

/// Runs the command line with these words after the name of the program. Returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| setodds::commands::main(&words))
}

/// Runs a command, with texts in place of the files that it names. `progress` is called with the
/// finished part, from 0 to 1.
#[pyfunction]
fn answer(
    py: Python<'_>,
    words: Vec<String>,
    inputs: Vec<(String, String)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ResultTuple> {
    let (stop, done) = (StopFlag::default(), Done::default());
    let tell = |part: f64| match &progress {
        Some(progress) => progress.call1(py, (part,)).map(drop),
        None => Ok(()),
    };
    let call = Call { words, inputs, stop: stop.clone(), done: done.clone() };
    let answer = run::beside(py, &stop, &|| tell(done.get()), || setodds::commands::answer(call))?;
    let CommandResult { columns, others, warnings } = answer.map_err(|error| match error {
        CallError::Usage(text) => PyValueError::new_err(text),
        CallError::Failed(text) => PyRuntimeError::new_err(text),
    })?;
    tell(1.0)?;
    let texts = |cells: &[Cell]| {
        cells.iter().map(|cell| cell.text().map(std::borrow::Cow::into_owned)).collect()
    };
    let columns =
        columns.iter().map(|it| (it.name, it.cell_type.name(), texts(&it.cells))).collect();
    Ok((columns, others, warnings))
}

/// The names of the columns whose cells are whole numbers in every table.
#[pyfunction]
fn whole_columns() -> Vec<&'static str> {
    setodds::report::kinds::whole_columns()
}

/// The functions of the module.
#[pymodule]
mod _setodds {
    #[pymodule_export]
    use super::deals::deals;
    #[pymodule_export]
    use super::{answer, main, whole_columns};
}

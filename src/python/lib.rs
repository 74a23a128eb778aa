//! setodds as a Python module: the command line as a program and as functions, and dealt hands as
//! bytes. Users call the functions in `setodds/__init__.py`.

mod deals;
mod run;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use serde_json::{Map, Value};
use setodds::commands::{Asking, CommandError};
use setodds::report::cell::Cell;
use setodds::report::field::CellType;
use setodds::report::result::TypedColumn;
use std::ffi::OsString;

/// Result of a command for Python: the columns of its table with names and cells, the provenance
/// and further tables as JSON, and the warnings.
type ResultTuple<'py> = (Vec<(&'static str, Vec<Bound<'py, PyAny>>)>, String, Vec<String>);

/// Runs the command line with these words after the program name, and returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| setodds::commands::main(&words))
}

/// Runs a command with options as a JSON object, and returns its result. `progress` is called with
/// the fraction that is done, from 0 to 1.
#[pyfunction]
fn answer<'py>(
    py: Python<'py>,
    command: String,
    options: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<ResultTuple<'py>> {
    let options: Map<String, Value> = serde_json::from_str(options).map_err(invalid)?;
    let asking = Asking::default();
    let (stop, done) = (asking.stop.clone(), asking.done.clone());
    let tell = |part: f64| match &progress {
        Some(progress) => progress.call1(py, (part,)).map(drop),
        None => Ok(()),
    };
    let work = move || {
        let report = setodds::commands::answer(&command, options, &asking)?;
        let others = report
            .json_of_other_tables()
            .map_err(|error| CommandError::Failed(error.to_string()))?;
        Ok((report.columns(), others, report.warnings))
    };
    let answer = run::run_detached(py, &stop, &|| tell(done.get()), work)?;
    let (columns, others, warnings) = answer.map_err(|error| match error {
        CommandError::Usage(text) => PyValueError::new_err(text),
        CommandError::Failed(text) => PyRuntimeError::new_err(text),
    })?;
    tell(1.0)?;
    let values = |column: &TypedColumn| {
        let values = column.cells.iter().map(|cell| value(py, cell, column.cell_type));
        Ok((column.name, values.collect::<PyResult<_>>()?))
    };
    Ok((columns.iter().map(values).collect::<PyResult<_>>()?, others, warnings))
}

/// Converts a cell of a result table into a Python value.
fn value<'py>(py: Python<'py>, cell: &Cell, cell_type: CellType) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        Cell::Missing => Ok(py.None().into_bound(py)),
        Cell::Whole(number) | Cell::Exact(number) if cell_type == CellType::Real => {
            (*number as f64).into_bound_py_any(py)
        }
        Cell::Whole(number) | Cell::Exact(number) => number.into_bound_py_any(py),
        Cell::Real(number) => number.into_bound_py_any(py),
        Cell::Logical(is_so) => is_so.into_bound_py_any(py),
        // A whole number of more than 128 bits.
        Cell::Text(digits) if cell_type == CellType::Whole => {
            py.get_type::<PyInt>().call1((digits.as_ref(),))
        }
        Cell::Text(text) => text.into_bound_py_any(py),
    }
}

fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the names of the columns that hold whole numbers in every table that has them.
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

"""The notebook of the reports: its cells print what stands below them."""

import contextlib
import io
import json
import os
import pathlib
import sysconfig

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "reports" / "questions.ipynb"


def test_every_cell_prints_what_is_shown(monkeypatch):
    pytest.importorskip("pandas")
    scripts = sysconfig.get_path("scripts")
    monkeypatch.setenv("PATH", scripts + os.pathsep + os.environ["PATH"])
    names, asked = {}, 0
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec("".join(cell["source"]), names)
            shown = "".join(text for output in cell["outputs"] for text in output["text"])
            assert printed.getvalue() == shown
            asked += 1
    assert asked == 5

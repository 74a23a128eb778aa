"""The notebook of the reports: its cells print and draw what stands below them."""

import contextlib
import io
import json
import os
import pathlib
import sysconfig

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "reports" / "questions.ipynb"


def outputs(cell, kind):
    """What is shown below a cell: its texts, or the pictures of its last line."""
    if kind == "text":
        return "".join("".join(output["text"]) for output in cell["outputs"] if "text" in output)
    shown = [output["data"] for output in cell["outputs"] if "data" in output]
    return "".join("".join(data["image/svg+xml"]) for data in shown)


def test_every_cell_prints_and_draws_what_is_shown(monkeypatch):
    pytest.importorskip("pandas")
    scripts = sysconfig.get_path("scripts")
    monkeypatch.setenv("PATH", scripts + os.pathsep + os.environ["PATH"])
    names, asked, drawn = {}, 0, 0
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            lines, picture = list(cell["source"]), outputs(cell, "picture")
            last = lines.pop() if picture else None
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec("".join(lines), names)
            assert printed.getvalue() == outputs(cell, "text")
            asked += 1
            if last:
                assert eval(last, names)._repr_svg_().rstrip("\n") == picture
                drawn += 1
    assert (asked, drawn) == (5, 2)

"""The types of the module: its stubs have the names, parameters and defaults of the code."""

import ast
import inspect
import pathlib

import setodds

STUBS = pathlib.Path(setodds.__file__).with_suffix(".pyi")


def stubs():
    """The functions of the stubs with their parameters."""
    for node in ast.parse(STUBS.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node.args


def parameters(args):
    """The names in their order, those after the star, and the defaults."""
    names = [arg.arg for arg in args.args]
    keywords = [arg.arg for arg in args.kwonlyargs]
    written = list(zip(names[::-1], args.defaults[::-1])) + list(zip(keywords, args.kw_defaults))
    defaults = {name: ast.literal_eval(default) for name, default in written if default is not None}
    return names, keywords, defaults


def test_the_stubs_are_those_of_the_functions():
    assert sorted([name for name, _ in stubs()] + ["Table"]) == sorted(setodds.__all__)
    for name, args in stubs():
        own = inspect.signature(getattr(setodds, name)).parameters.values()
        kinds = {it.kind for it in own}
        assert kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
        expected = (
            [it.name for it in own if it.kind == inspect.Parameter.POSITIONAL_OR_KEYWORD],
            [it.name for it in own if it.kind == inspect.Parameter.KEYWORD_ONLY],
            {it.name: it.default for it in own if it.default is not inspect.Parameter.empty},
        )
        assert parameters(args) == expected, name


def test_every_function_says_what_it_does():
    assert all(getattr(setodds, name).__doc__ for name in setodds.__all__)

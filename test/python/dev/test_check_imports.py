"""The check of imports finds circles, also those through functions and packages, and the package that is built has
none."""

from pathlib import Path

import check_imports
import pytest

import weir

HEAD = '"""A module."""\n'


def problems(tmp_path, files):
    package = tmp_path / "python" / "weir"
    for name, text in {"__init__.py": "", **files}.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(HEAD + text)
    return [str(problem) for problem in check_imports.check(tmp_path)]


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": "from . import b\n", "b.py": "from .a import f\n"},
        {"a.py": "from .b import f\n", "b.py": "import weir.c\n", "c.py": "if True:\n    from weir import a\n"},
        {"a.py": "from . import _ops\n", "_dispatch.py": "from . import a\n"},  # by way of a generated module
    ],
)
def test_a_circle_is_found(tmp_path, files):
    (found,) = problems(tmp_path, files)
    assert "expects no module to import itself" in found and "weir.a" in found


def test_a_circle_by_way_of_a_function_is_found(tmp_path):
    late, circle = problems(tmp_path, {"a.py": "def f():\n    from .b import g\n", "b.py": "from .a import f\n"})
    assert late.startswith("python/weir/a.py:3: expects imports inside functions to be listed")
    assert circle.endswith("got weir.a -> weir.b -> weir.a")


def test_a_circle_by_way_of_a_package_is_found(tmp_path):
    package = {"p/__init__.py": "from . import c\n", "p/b.py": "", "p/c.py": "from .. import a\n"}
    files = {"a.py": "from .p import b\n", **package}
    (found,) = problems(tmp_path, files)
    assert "weir.p -> weir.p.c" in found


def test_an_import_inside_a_function_is_listed(tmp_path):
    (found,) = problems(tmp_path, {"a.py": "class A:\n    def f(self):\n        import tempfile\n"})
    assert found.startswith("python/weir/a.py:4:") and found.endswith("got tempfile")


def test_a_listed_import_is_there(tmp_path):
    (found,) = problems(tmp_path, {"_files.py": "import tempfile\n"})
    assert found.startswith("python/weir/_files.py:1:") and found.endswith("finds no import of tempfile")


def test_what_is_no_circle(tmp_path):
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import B\n"
    files = {
        "a.py": typed,
        "b.py": "from . import a\nfrom .a import f\n",
        "p/__init__.py": "from . import c\n",
        "p/c.py": "from .d import g\n",
        "p/d.py": "from ..a import f\n",
        "_files.py": "def f():\n    import tempfile\n",
    }
    assert problems(tmp_path, files) == []


def test_the_package_with_its_generated_modules():
    package = Path(weir.__file__).parent
    assert set(check_imports.GENERATED) <= set(check_imports.modules(package))
    assert check_imports.problems_of(package, package) == []


def test_generated_modules_import_what_the_check_says():
    package = Path(weir.__file__).parent
    known = check_imports.modules(package)
    for name, targets in check_imports.GENERATED.items():
        statements = check_imports.statements(check_imports.ast.parse(known[name].read_text()))
        found = [each for node, _ in statements for each in check_imports.imported(node, name, False, known)]
        assert set(found) == set(targets)

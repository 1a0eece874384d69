"""Each rule of lint finds what breaks it, and the tree breaks none."""

import shutil

import pytest

import check_op_chains
import lint
from tree import ROOT

OPS = """
def Weir_AddOp : Weir_BinaryOp<"add"> {}
def Weir_SubOp : Weir_BinaryOp<"sub"> {}
def Weir_MatmulOp : Weir_Op<"matmul", [Pure]> {}
"""


def write(root, path, text):
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.mark.parametrize(
    "path", ["lib/A/StringUtils.cpp", "passes/common/A.cpp", "python/weir/misc.py", "lib/JobManager.h"]
)
def test_an_empty_name_is_found(tmp_path, path):
    write(tmp_path, path, "// A.\n")
    assert [problem.path for problem in lint.check_names(tmp_path)] == [path]


def test_a_name_that_contains_an_empty_one_is_fine(tmp_path):
    write(tmp_path, "lib/Utility.cpp", "// A.\n")
    assert lint.check_names(tmp_path) == []


@pytest.mark.parametrize(
    "name, text, complaint",
    [
        ("A.cpp", "// A.\n" * 501, "expects at most 500 lines, got 501"),
        ("A.cpp", "int a;\n", "expects to open with a comment"),
        ("a.py", "import os\n", "expects to open with a comment"),
        ("A.h", "// A.\nint a;\n", "expects #pragma once"),
        ("A.cpp", "// A.\n// TO" "DO: b\n", "expects nothing left open, got TO" "DO"),
    ],
)
def test_a_text_that_breaks_a_rule_is_found(tmp_path, name, text, complaint):
    write(tmp_path, name, text)
    (found,) = lint.check_text(tmp_path)
    assert complaint in found.text


def test_a_c_header_may_have_a_guard(tmp_path):
    write(tmp_path, "A.h", "/* A. */\n#ifndef WEIR_A_H\n#define WEIR_A_H\n#endif\n")
    assert lint.check_text(tmp_path) == []


@pytest.mark.parametrize(
    "body",
    [
        "return isa<weir::AddOp, weir::SubOp, weir::MatmulOp>(op);",
        "if (isa<AddOp>(op)) return 1;\n  if (dyn_cast<SubOp>(op)) return 2;\n  return cast<MatmulOp>(op).x();",
        "TypeSwitch<Operation *>(op).Case<AddOp>(f).Case<SubOp, MatmulOp>(g);",
        'return name == "weir.add" || name == "weir.sub" || name == "matmul";',
        "patterns.add<Sink<AddOp>, Sink<SubOp>,\n               Sink<MatmulOp>>(context);",
        "return walkAll<AddOp>() || walkAll<weir::SubOp>() || walkAll<MatmulOp>();",
    ],
)
@pytest.mark.parametrize("watched", ["passes/Fusion", "lib/Fuzz", "lib/Verify", "dialects/Vm", "tools/weir-opt"])
def test_a_function_that_names_three_ops_is_found(tmp_path, watched, body):
    write(tmp_path, "dialects/Weir/Math/Ops.td", OPS)
    for room in (watched, "passes/Lowering/WeirToLinalg", "dialects/Weir", "lib/Reference", "unittests/Fuzz"):
        write(tmp_path, f"{room}/A.cpp", f"int a() {{ return 0; }}\n\nint b(Operation *op) {{\n  {body}\n}}\n")
    (found,) = check_op_chains.check(tmp_path)
    assert (found.path, found.line) == (f"{watched}/A.cpp", 3)
    assert found.text.endswith(("Add, Matmul, Sub", "add, matmul, sub"))


@pytest.mark.parametrize(
    "path, text",
    [
        ("lib/Verify/A.cpp", 'constexpr Row kRows[] = {\n    {"weir.add"},\n    {"weir.sub"},\n    {"matmul"},\n};\n'),
        ("lib/Fuzz/A.h", "struct A : Draws<AddOp, SubOp, MatmulOp> {\n};\n"),
        ("python/weir/a.py", '_VIEWS = frozenset({"add", "sub", "matmul"})\n'),
        ("python/gen/a.py", 'KINDS = {"weir.add": 1, "weir.sub": 2, "weir.matmul": 3}\n'),
        ("tools/dev/a.py", 'def f(name):\n    return name in ("add", "sub", "matmul")\n'),
    ],
)
def test_a_table_that_names_three_ops_is_found(tmp_path, path, text):
    write(tmp_path, "dialects/Weir/Math/Ops.td", OPS)
    write(tmp_path, path, text)
    (found,) = check_op_chains.check(tmp_path)
    assert found.path == path


def test_what_is_no_list_of_ops(tmp_path):
    write(tmp_path, "dialects/Weir/Math/Ops.td", OPS)
    write(tmp_path, "python/weir/a.py", '__all__ = ["add", "sub", "matmul"]\nmatmul(add(x, y), sub(x, y))\n')
    made = "void f() {\n  b.create<AddOp>();\n  b.createOrFold<SubOp>();\n  g<MatmulOp>();\n}\n"
    write(tmp_path, "passes/A/A.cpp", "// weir.add, weir.sub, weir.matmul\n" + made)
    write(tmp_path, "passes/A/B.cpp", "void f() {\n  isa<arith::AddOp, LLVM::SubOp, math::MatmulOp>(op);\n}\n")
    assert check_op_chains.check(tmp_path) == []


def test_exempt_functions_exist():
    for path, name in check_op_chains.ALLOWED:
        assert name in (ROOT / path).read_text()


def test_functions_that_name_two_ops_each_are_fine(tmp_path):
    write(tmp_path, "dialects/Weir/Math/Ops.td", OPS)
    write(
        tmp_path,
        "passes/A/A.cpp",
        "int a() {\n  isa<AddOp, SubOp>(op);\n}\nint b() {\n  isa<MatmulOp, FuncOp>(op);\n}\n",
    )
    assert check_op_chains.check(tmp_path) == []


def test_the_tree_has_no_empty_names_and_no_long_files():
    assert [str(problem) for check in (lint.check_names, lint.check_text) for problem in check(ROOT)] == []


def test_functions_and_tables_of_the_tree_name_at_most_two_ops():
    assert [str(problem) for problem in check_op_chains.check(ROOT)] == []


@pytest.mark.skipif(not shutil.which(lint.CLANG_FORMAT), reason="needs clang-format-22")
def test_the_tree_is_formatted():
    assert [str(problem) for problem in lint.check_format(ROOT)] == []


def test_files_of_another_language_are_not_formatted(tmp_path, monkeypatch, capsys):
    write(tmp_path, "a.py", "def  f(): pass\n")
    monkeypatch.setattr("sys.argv", ["lint.py", "--format", str(tmp_path / "a.py")])
    with pytest.raises(SystemExit):
        lint.main()
    assert "expects files of .h, .cpp, .c, got" in capsys.readouterr().err
    assert (tmp_path / "a.py").read_text() == "def  f(): pass\n"

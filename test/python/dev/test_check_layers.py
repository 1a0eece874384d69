"""The include check finds each kind of wrong include, and the tree has none."""

import pytest

import check_layers
from tree import ROOT


def problems(tmp_path, files):
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return [str(problem) for problem in check_layers.check(tmp_path)]


@pytest.mark.parametrize(
    "path, room",
    [
        ("lib/Support/Shape.h", "lib/Support"),
        ("dialects/Interfaces/Eval.td", "dialects/Interfaces"),
        ("dialects/Weir/Math/Ops.cpp", "dialects/Weir"),
        ("passes/Lowering/WeirToLinalg/Math.cpp", "passes/Lowering/WeirToLinalg"),
        ("passes/Sbp/Plan.cpp", "passes/Sbp"),
        ("lib/Target/Cpu/X86/Tiles.cpp", "lib/Target/Cpu"),
        ("lib/Target/Registry.h", "lib/Target"),
        ("include/weir/Compiler/Compiler.h", "include/weir/Compiler"),
    ],
)
def test_a_file_stands_in_its_room(path, room):
    assert check_layers.place(path)[1] == room


@pytest.mark.parametrize("path", ["unittests/Support/ShapeTest.cpp", "bench/peak/Peak.h", "libs/Support/A.h"])
def test_a_file_outside_the_rooms_has_no_layer(path):
    assert check_layers.place(path) is None


def test_each_layer_may_include_those_left_of_it(tmp_path):
    assert not problems(
        tmp_path,
        {
            "lib/Support/A.h": '#include "weir/Runtime/KernelAbi.h"\n',
            "lib/Runtime/B.cpp": '#include "lib/Artifact/Program.h"\n#include <vector>\n',
            "dialects/Vm/C.cpp": '#include "dialects/Kernel/Ops.h"\n#include "llvm/ADT/Twine.h"\n',
            "passes/Sbp/D.cpp": '#include "dialects/Weir/Math/Ops.h"\n#include "passes/Sbp/Plan.h"\n',
            "tools/weir-opt/E.cpp": '#include "lib/Compiler/Driver.h"\n',
        },
    )


@pytest.mark.parametrize(
    "path, include, complaint",
    [
        ("lib/Support/A.h", "lib/Artifact/Program.h", "to include only what stands left of it"),
        ("dialects/Interfaces/A.td", "dialects/Weir/IR/Base.td", "to include only what stands left of it"),
        ("dialects/Weir/A.cpp", "lib/Reference/Eval.h", "to include only what stands left of it"),
        ("passes/Graph/A.cpp", "lib/Target/Cpu/Tile.h", "to include only what stands left of it"),
        ("passes/Graph/A.cpp", "passes/Sbp/Plan.h", "to include a sibling"),
        ("passes/Lowering/AToB/A.cpp", "passes/Lowering/BToC/B.h", "to include a sibling"),
        ("include/weir/Runtime/A.h", "lib/Support/Shape.h", "to include only what stands left of it"),
        ("lib/Runtime/A.cpp", "llvm/ADT/Twine.h", "no LLVM or MLIR header"),
        ("include/weir/Compiler/A.h", "mlir/IR/Value.h", "no LLVM or MLIR header"),
    ],
)
def test_a_wrong_include_is_found_at_its_line(tmp_path, path, include, complaint):
    found = problems(tmp_path, {path: f'// What it is.\n#include "{include}"\n'})
    assert len(found) == 1
    assert found[0].startswith(f"{path}:2: expects") and complaint in found[0] and include in found[0]


def test_an_include_relative_to_the_file_is_found(tmp_path):
    found = problems(tmp_path, {"lib/Support/A.cpp": '#include "A.h"\n', "lib/Support/A.h": ""})
    assert found == ["lib/Support/A.cpp:1: expects include paths from the root, got A.h"]


def test_a_cycle_among_dialects_is_found(tmp_path):
    files = {
        "dialects/Kernel/A.h": '#include "dialects/Vm/A.h"\n',
        "dialects/Vm/A.h": '#include "dialects/Sbp/A.h"\n',
        "dialects/Sbp/A.h": '#include "dialects/Kernel/A.h"\n',
    }
    (found,) = problems(tmp_path, files)
    assert "expects no cycle among sibling rooms" in found and found.count("->") == 3


def test_a_target_name_is_found_as_a_whole_word(tmp_path):
    files = {
        "dialects/Kernel/A.td": "// similar simd ptxas\n// on Cuda only\n",
        "passes/Fusion/A.cpp": "auto width = x86vector::width();\n",
        "lib/Target/Cpu/A.cpp": "// amx\n",
    }
    assert problems(tmp_path, files) == [
        "dialects/Kernel/A.td:2: expects no target's name in dialects/ and passes/, got Cuda",
        "passes/Fusion/A.cpp:1: expects no target's name in dialects/ and passes/, got x86vector",
    ]


@pytest.mark.parametrize(
    "line",
    ['if (target == "sim")', "#ifdef X86\n", "sim::SimRunner runner;", "auto *ptx = compileToPtx();", "runNaive();"],
)
@pytest.mark.parametrize("path", ["lib/Compiler/A.cpp", "lib/Runtime/A.cpp", "lib/Verify/A.h"])
def test_a_target_name_is_found_in_code(tmp_path, path, line):
    assert problems(tmp_path, {path: line + "\n"})[0].startswith(f"{path}:1: expects no target's name in code of lib/")


def test_comments_of_libraries_and_code_of_targets_may_name_them(tmp_path):
    files = {
        "lib/Compiler/A.cpp": "// As sim does.\nint simple, emptXy, similar;\n",
        "lib/Target/Sim/A.cpp": 'auto name = "sim";\n',
        "lib/Runtime/Device/Cuda/A.cpp": 'auto name = "cuda";\n',
        "tools/weir-run/A.cpp": 'auto name = "cuda";\n',
    }
    assert problems(tmp_path, files) == []


def test_files_that_know_targets_exist():
    assert [path for path in check_layers.KNOW_TARGETS if not (ROOT / path).is_file()] == []


def test_the_tree_keeps_its_layers():
    assert [str(problem) for problem in check_layers.check(ROOT)] == []

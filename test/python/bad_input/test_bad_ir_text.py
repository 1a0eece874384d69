"""Texts that are no programs, given to the compiler."""

import pytest

HEAD = "func.func @run(%x: tensor<2xf32>) -> tensor<2xf32> attributes {weir.job} {\n"
TAIL = "\n  return %y : tensor<2xf32>\n}\n"
CASES = {
    "no IR": ("hello", "input.mlir:1:1: error: custom op 'hello' is unknown (tried 'builtin.hello' as well)"),
    "an open module": ("module {", "input.mlir:1:7: error: expected operation name in quotes"),
    "an unknown op": (
        HEAD + "  %y = weir.swish %x : tensor<2xf32>" + TAIL,
        "input.mlir:2:8: error: custom op 'weir.swish' is unknown",
    ),
    "an unknown value": (
        HEAD + "  %y = weir.relu %z : (tensor<2xf32>) -> tensor<2xf32>" + TAIL,
        "input.mlir:2:18: error: use of undeclared SSA value name",
    ),
    "shapes that disagree": (
        HEAD
        + "  %y = weir.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>\n  return %x : tensor<2xf32>\n}\n",
        "input.mlir:2:8: error: 'weir.add' op expects result #0 to be tensor<2xf32>, got tensor<3xf32>",
    ),
    "a variable that is not there": (
        HEAD + "  %y = weir.read @w : tensor<2xf32>" + TAIL,
        "input.mlir:2:8: error: 'weir.read' op expects a weir.variable named @w",
    ),
    "a tensor too large": (
        (
            "func.func @run(%x: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> "
            "attributes {weir.job} {\n  %y = weir.relu %x : (tensor<4294967296x4294967296xf32>) -> "
            "tensor<4294967296x4294967296xf32>\n  return %y : tensor<4294967296x4294967296xf32>\n}\n"
        ),
        None,
    ),
    "nesting in attributes": (
        "module attributes {a = " + "[" * 100_000 + "]" * 100_000 + "} {}",
        "input.mlir:1:1: error: expects at most 256 levels of nesting",
    ),
    "nesting in regions": (
        "module {\n" * 100_000 + "}\n" * 100_000,
        "input.mlir:257:1: error: expects at most 256 levels of nesting",
    ),
    "bytecode": (
        b"ML\xefR\x0d\x00\x00\x00",
        "input.mlir:1:1: error: expects IR text, got MLIR bytecode, whose reader is not safe for files of strangers",
    ),
    "no text": (b"\xff\xfe\0\1", "input.mlir:1:1: error: unexpected character"),
}


@pytest.mark.parametrize("name", CASES)
def test_refused(name, tool_refused):
    text, message = CASES[name]
    said = tool_refused("weir-compile", text)
    assert message is None or said.splitlines()[0] == message
    assert "error: " in said


def test_options(tool_refused):
    assert (
        tool_refused("weir-compile", "module {}", "--to=nowhere")
        == "weir-compile: expects a stage to stop at, one of: graph, autograd, precision, sbp, partition, layout,"
        " group, launch, schedule; got nowhere"
    )

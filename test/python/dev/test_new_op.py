"""What tools/dev/new-op writes: the files of an op, where they belong, and numbers that are what the formula says."""

import shutil

import numpy as np
import pytest

import new_op
import new_op_test
from tree import ROOT

# No op has this name, so that these tests hold after `square` was added as CONTRIBUTING shows.
SAMPLE = ["math", "sample_op", "--unary", "--scalar", "x * x", "--gradient", "dy * (x + x)", "--eval", "x * x"]
COMPOSITE = ["compound", "sample_op", "--unary", "--decomposition", "input * abs(input)", "--numpy", "x * np.abs(x)"]
READ = [
    "dialects/Weir/Math/Ops.td",
    "dialects/Weir/Shape/Ops.td",
    "lib/Reference/Math.cpp",
    "test/ops/math/neg.mlir",
    "dialects/Weir/Compound/Ops.td",
    "dialects/Weir/Activation/Ops.td",
    "test/ops/compound/frac.mlir",
    "test/ops/activation/elu.mlir",
]


@pytest.fixture
def tree(tmp_path):
    for path in READ:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def written(tree, path):
    return (tree / path).read_text()


def test_an_op_takes_three_files(tree, capsys):
    assert new_op.main(SAMPLE, tree) == 0
    paths = ["dialects/Weir/Math/Ops.td", "lib/Reference/Math.cpp", "test/ops/math/sample_op.mlir"]
    assert capsys.readouterr().out.split() == paths
    assert 'def Weir_SampleOpOp : Weir_FloatUnaryOp<"sample_op"> {' in written(tree, paths[0])
    assert "attachEval<SampleOpOp, evalSampleOp>(context);" in written(tree, paths[1])
    runs = [line for line in written(tree, READ[3]).splitlines() if line.startswith("// RUN")]
    assert written(tree, paths[2]).splitlines()[: len(runs)] == runs
    assert max(map(len, written(tree, paths[2]).splitlines())) <= 120


def test_what_stood_there_stays(tree):
    before = {path: written(tree, path).splitlines() for path in READ[:3]}
    new_op.main(SAMPLE, tree)
    for path, lines in before.items():
        rest = iter(written(tree, path).splitlines())
        assert all(line in rest for line in lines), path


def test_a_composite_takes_a_record_and_a_test(tree, capsys):
    before = written(tree, "dialects/Weir/Compound/Ops.td")
    assert new_op.main(COMPOSITE, tree) == 0
    paths = ["dialects/Weir/Compound/Ops.td", "test/ops/compound/sample_op.mlir"]
    assert capsys.readouterr().out.split() == paths
    after, tests = written(tree, paths[0]), written(tree, paths[1])
    assert 'def Weir_SampleOpOp : Weir_ElementwiseCompositeOp<"sample_op"> {' in after
    assert 'let decomposition = "input * abs(input)";' in after
    assert 'let python = "sample_op(input)";' in after
    assert len(after.splitlines()) - len(before.splitlines()) + len(tests.splitlines()) <= 35
    assert "weir.sample_op %inputH : (tensor<1x3xf16>) -> tensor<1x3xf16>" in tests


def test_a_binary_composite_has_input_and_other():
    op = new_op.parse(["compound", "sample_op", "--binary", "--decomposition", "input * other - other"])
    assert "(ins Weir_FloatTensor:$input, Weir_FloatTensor:$other)" in new_op.record(op)
    assert 'let python = "sample_op(input, other)";' in new_op.record(op)
    assert new_op_test.expected(op, [[3.0], [5.0]]) == [10]


def test_a_composite_with_a_gradient_is_refused(capsys):
    for more in (["--gradient", "dy"], ["--eval", "x"], ["--integers", "x"]):
        with pytest.raises(SystemExit):
            new_op.parse([*COMPOSITE, *more])
        assert "--decomposition goes without --gradient, --eval and --integers" in capsys.readouterr().err


def test_a_scalar_without_eval_or_gradient_is_refused(capsys):
    for missing in ("--gradient", "--eval"):
        at = SAMPLE.index(missing)
        with pytest.raises(SystemExit):
            new_op.parse(SAMPLE[:at] + SAMPLE[at + 2 :])
        assert "--scalar goes with --eval and with --gradient or --not-differentiable" in capsys.readouterr().err


def test_an_activation_has_the_base_class_of_its_family(tree):
    assert new_op.main(["activation", *COMPOSITE[1:]], tree) == 0
    assert 'def Weir_SampleOpOp : Weir_ActivationOp<"sample_op"> {' in written(tree, "dialects/Weir/Activation/Ops.td")


@pytest.mark.parametrize(
    "change, message",
    [
        ({1: "frac"}, "expects a new name, got frac, which dialects/Weir/Compound/Ops.td has"),
        ({0: "math"}, "expects a family with records of Weir_ElementwiseCompositeOp, which elementwise ops have"),
        ({0: "activation", 2: "--binary"}, "expects --unary for an activation, got sample_op of two operands"),
        ({6: "erfcx(x)"}, "expects --numpy to be a formula of input, got erfcx(x)"),
    ],
)
def test_refusals_of_composites(tree, capsys, change, message):
    assert new_op.main([change.get(i, argument) for i, argument in enumerate(COMPOSITE)], tree) == 1
    assert message in capsys.readouterr().err
    assert not list(tree.rglob("sample_op.mlir"))


def test_a_binary_op_of_floats_narrows_its_operands(tree):
    arguments = "math hypotenuse --binary --not-differentiable unknown".split()
    formulas = ["--scalar", "sqrt(lhs * lhs + rhs * rhs)", "--eval", "std::sqrt(lhs * lhs + rhs * rhs)"]
    op = new_op.parse([*arguments, *formulas])
    assert "(ins Weir_FloatTensor:$lhs, Weir_FloatTensor:$rhs)" in new_op.record(op)
    assert 'notDifferentiable = "unknown"' in new_op.record(op)
    assert op.numpy == "sqrt(lhs * lhs + rhs * rhs)"
    assert "x[0].floats, x[1].floats" in new_op.evaluation(op)


@pytest.mark.parametrize(
    "words, entry",
    [
        ("x > 0", 'Above<0, "0">'),
        ("x >= -1.5", 'AtLeast<0, "-1.5">'),
        ("-1 <= x <= 1", 'Within<0, "-1", "1">'),
        ("0 <= x < 1", 'UpTo<0, "0", "1">'),
        ("x != 0", "NonZero<0>"),
    ],
)
def test_a_domain_is_an_entry_of_the_record(words, entry):
    assert f"  let domain = [{entry}];" in new_op.record(new_op.parse([*SAMPLE, "--domain", words])).splitlines()


def test_a_domain_that_says_nothing_is_refused(tree, capsys):
    assert new_op.main([*SAMPLE, "--domain", "x is positive"], tree) == 1
    assert "expects a domain like `x > 0`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change, message",
    [
        ({1: "neg"}, "expects a new name, got neg, which dialects/Weir/Math/Ops.td has"),
        ({1: "Sample"}, "expects a name in snake_case, got Sample"),
        ({0: "poetry"}, "expects a family of dialects/Weir, got poetry"),
        ({8: "x @"}, "expects --numpy to be a formula of x, got x @"),
    ],
)
def test_refusals(tree, capsys, change, message):
    arguments = [change.get(i, argument) for i, argument in enumerate(SAMPLE)]
    assert new_op.main(arguments, tree) == 1
    assert message in capsys.readouterr().err
    assert not list(tree.rglob("sample_op.mlir"))


def test_numbers_are_rounded_once():
    third = np.longdouble(1) / 3
    assert new_op_test.rounded("f32", third) == float(np.float32(1) / np.float32(3))
    assert new_op_test.rounded("f64", third) == 1 / 3
    assert new_op_test.rounded("bf16", np.longdouble(1) + np.longdouble(2) ** -8) == 1.0
    assert new_op_test.rounded("bf16", np.longdouble(1) + 3 * np.longdouble(2) ** -8) == 1 + 2**-6
    assert new_op_test.rounded("f16", np.longdouble(1) + np.longdouble(2) ** -11) == 1.0
    assert new_op_test.rounded("f16", np.longdouble(65519)) == 65504.0
    assert new_op_test.rounded("f16", np.longdouble(65520)) == np.inf
    assert new_op_test.rounded("f16", np.longdouble(2) ** -24 * 1.25) == 2.0**-24
    assert new_op_test.rounded("f32", np.longdouble(2) ** 200) == np.inf
    assert new_op_test.rounded("f32", np.longdouble(2) ** -149) == 2.0**-149


def test_literals_read_back():
    assert new_op_test.literal("f32", float(np.float32(0.1))) == "0.1"
    assert new_op_test.literal("f32", 2.0**100) == "1.2676506e+30"
    assert new_op_test.literal("bf16", float("-inf")) == "0xFF80"
    assert new_op_test.literal("f16", float("inf")) == "0x7C00"

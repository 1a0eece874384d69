"""The package weir_runtime, from the build tree: runs what weir-compile and Graph.save wrote, without LLVM."""

import subprocess
import sys

import numpy as np
import pytest
import weir_runtime

import weir as flow
from weir import nn

MODULE = """
func.func @sums(%x: tensor<?x3xf32> {weir.name = "x"}, %y: tensor<?x3xf32> {weir.name = "y"})
    -> (tensor<?x3xf32>, tensor<?xf32>) attributes {weir.job} {
  %0 = weir.add %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?xf32>
}
func.func @doubled(%x: tensor<2xbf16>) -> tensor<2xbf16> attributes {weir.job} {
  %0 = weir.add %x, %x : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("artifacts") / "module.weir"


@pytest.fixture
def program(path, tool):
    if not path.exists():
        subprocess.run([tool("weir-compile"), "-", "-o", str(path)], input=MODULE, text=True, check=True)
    return weir_runtime.load(path)


def test_jobs_say_what_they_take_and_give(program):
    assert program.jobs == ["sums", "doubled"]
    assert program.inputs("sums") == [("x", "float32", (-1, 3)), ("y", "float32", (-1, 3))]
    assert [(port.dtype, port.shape) for port in program.results("sums")] == [("float32", (-1, 3)), ("float32", (-1,))]


def test_the_package_weir_asks_for_a_job_too(path, program):
    artifact = flow.load_artifact(path, trust=True)
    assert artifact.jobs == program.jobs
    with pytest.raises(ValueError, match="run: expects the name of one of the jobs sums, doubled, got none"):
        artifact.run(flow.ones(1, 3), flow.ones(1, 3))


def test_arrays_go_in_and_come_out(program):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    read_only, backwards = x.copy(), x[::-1]
    read_only.setflags(write=False)
    total, sums = program.run(read_only, backwards, job="sums")
    np.testing.assert_array_equal(total.numpy(), x + x[::-1])
    np.testing.assert_array_equal(np.asarray(sums), (x + x[::-1]).sum(1))
    np.testing.assert_array_equal(np.from_dlpack(sums), (x + x[::-1]).sum(1))
    (total_again, _) = program.run(total, total, job="sums")
    np.testing.assert_array_equal(total_again, 2 * (x + x[::-1]))
    assert repr(sums) == "Tensor(float32[2] on cpu)"
    assert program.memory("sums")["arena_bytes"] >= 0


def test_whoever_has_dlpack_is_read_in_place(program):
    x = flow.tensor([[1.0, 2.0, 3.0]])
    total, _ = program.run(x, x, job="sums")
    assert flow.from_dlpack(total).tolist() == [[2.0, 4.0, 6.0]]


def test_bfloat16_passes_as_bit_patterns(program):
    one_and_a_half = np.array([0x3FC0, 0x3FC0], np.uint16)
    (doubled,) = program.run(one_and_a_half, job="doubled")
    assert doubled.dtype == "bfloat16" and doubled.numpy().tolist() == [0x4040, 0x4040]


def test_variables_keep_what_runs_write(tmp_path):
    class Count(nn.Graph):
        def __init__(self):
            super().__init__()
            self.total = flow.tensor([1.0, 2.0])

        def build(self, x):
            self.total.copy_(self.total + x)
            return self.total * 2

    graph = Count()
    graph(flow.ones(2))
    graph.save(str(tmp_path / "count.weir"))
    program = weir_runtime.load(tmp_path / "count.weir")
    (result,) = program.run(np.ones(2, np.float32))
    assert result.numpy().tolist() == [6.0, 8.0]
    total = program.variable("total")
    assert total.numpy().tolist() == [3.0, 4.0]
    total.numpy()[:] = 0
    program.touch("total")
    assert program.run(np.ones(2, np.float32))[0].numpy().tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    "action, error, message",
    [
        (lambda p: p.run(np.zeros(3)), ValueError, "expects the name of one of the jobs sums, doubled, got none"),
        (lambda p: p.run(1.0, job="sums"), TypeError, r"run: expects 2 inputs \(x, y\), got 1"),
        (lambda p: p.run("a", "b", job="sums"), TypeError, "x: expects elements of one of float64, .*, got <U1"),
        (lambda p: p.run(job="product"), ValueError, "expects a job of the artifact, got product"),
        (lambda p: p.run(*[np.zeros((2, 3))] * 2, job="sums"), ValueError, "expects input 'x' to be .*f32.*, got .*f6"),
        (
            lambda p: p.run(np.zeros((2, 3), np.float32), np.zeros((3, 3), np.float32), job="sums"),
            weir_runtime.WeirError,
            "expects size 2, got 3",
        ),
        (lambda p: p.variable("w"), weir_runtime.WeirError, "w"),
        (lambda p: weir_runtime.load("/nowhere/model.weir"), FileNotFoundError, "/nowhere/model.weir"),
        (lambda p: weir_runtime.load(__file__), weir_runtime.WeirError, "expects the file to begin as a weir artifact"),
        (lambda p: weir_runtime.load(__file__, device="tpu"), ValueError, "tpu"),
        (lambda p: weir_runtime.set_num_threads(0), ValueError, "set_num_threads: expects a positive integer, got 0"),
    ],
)
def test_bad_input_is_an_error(program, action, error, message):
    with pytest.raises(error, match=message):
        action(program)


def test_devices_are_described():
    cpu = weir_runtime.device()
    assert cpu.name == "cpu" and cpu.peak_bytes >= cpu.bytes_in_use >= 0
    assert weir_runtime.device_count("cpu") == 1 and weir_runtime.device_count("cuda") >= 0


def test_neither_weir_nor_llvm_is_loaded(program, path):
    text = (
        "import sys, numpy, weir_runtime\n"
        f"program = weir_runtime.load({str(path)!r})\n"
        "x = numpy.ones((4, 3), numpy.float32)\n"
        "print(program.run(x, x, job='sums')[1].numpy().tolist())\n"
        "maps = open('/proc/self/maps').read()\n"
        "print('weir' in sys.modules, [name for name in ('LLVM', 'MLIR', 'libweir') if name in maps])\n"
    )
    done = subprocess.run([sys.executable, "-c", text], text=True, capture_output=True, check=True)
    assert done.stdout.splitlines() == ["[6.0, 6.0, 6.0, 6.0]", "False []"]


def test_weir_loads_no_llvm_before_it_compiles():
    text = (
        "import weir as flow\n"
        "from weir import nn\n"
        "def is_there():\n    return 'libLLVM' in open('/proc/self/maps').read()\n"
        "class Twice(nn.Graph):\n    def build(self, x):\n        return x + x\n"
        "before = is_there()\n"
        "Twice()(flow.ones(2))\n"
        "print(before, is_there())\n"
    )
    done = subprocess.run([sys.executable, "-c", text], text=True, capture_output=True, check=True)
    assert done.stdout.split() == ["False", "True"]

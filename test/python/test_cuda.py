"""GPUs from Python: where there is no driver, and on a stand-in for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import weir as flow
from weir import nn

CPU = flow.device("cpu")
NO_DRIVER = "expects NVIDIA's driver to be installed, can't open /none.so"


@pytest.fixture
def no_driver(monkeypatch):
    monkeypatch.setenv("WEIR_CUDA_DRIVER", "/none.so")


def test_without_a_driver(no_driver):
    assert not flow.cuda.is_available() and flow.cuda.device_count() == 0
    flow.cuda.empty_cache()
    flow.cuda.reset_peak_memory_stats()
    assert flow.cuda.memory_allocated() == flow.cuda.max_memory_allocated(0) == flow.cuda.memory_reserved() == 0
    assert flow.cuda.max_memory_reserved() == 0
    calls = {
        "current_device": flow.cuda.current_device,
        "get_device_name": flow.cuda.get_device_name,
        "synchronize": lambda: flow.cuda.synchronize("cuda:0"),
        "to": flow.ones(2).cuda,
        "zeros": lambda: flow.zeros(2, device="cuda"),
        "load_artifact": lambda: flow.load_artifact(__file__, trust=True, device="cuda"),
    }
    for name, call in calls.items():
        with pytest.raises(flow.WeirError, match=f"^{name}: {NO_DRIVER}.*test_cuda.py:"):
            call()


def test_a_module_stays_where_it_is_without_a_driver(no_driver):
    module = nn.Linear(2, 2)
    for move in (module.cuda, lambda: module.to("cuda"), lambda: module.to("cuda", flow.float64)):
        with pytest.raises(flow.WeirError, match=f"^to: {NO_DRIVER}"):
            move()
    assert {(p.device, p.dtype) for p in module.parameters()} == {(CPU, flow.float32)}


def test_functions_of_cuda_refuse_other_devices():
    with pytest.raises(ValueError, match="get_device_name: expects a cuda device, got sim"):
        flow.cuda.get_device_name("sim")


def test_one_seed_for_all_devices():
    flow.cuda.manual_seed(5)
    drawn = flow.rand(3, device="sim").tolist()
    flow.manual_seed(5)
    assert flow.rand(3).tolist() == drawn


# A program on a stand-in for NVIDIA's driver, which has memory and copies but runs no kernels of ours.
ON_A_FAKE = """
import sys
import numpy as np
import weir as flow
from weir import nn

assert flow.cuda.is_available() and flow.cuda.device_count() == 1 and flow.cuda.current_device() == 0
assert flow.cuda.get_device_name() == flow.cuda.get_device_name("cuda:0") == "Fake GPU"
flow.cuda.synchronize()

before = flow.cuda.memory_allocated()
x = flow.tensor([[1.0, 2.0], [3.0, 4.0]], device="cuda")
assert x.device is flow.device("cuda:0") and x.is_cuda and x.get_device() == 0
assert repr(x).endswith("device='cuda:0')") and flow.cuda.memory_allocated() > before
assert x.cpu().numpy().tolist() == x.to("sim").tolist() == x.clone().tolist() == [[1, 2], [3, 4]]
apart = np.arange(12.0).reshape(3, 4)[:, ::2]
assert flow.from_numpy(apart).cuda().tolist() == apart.tolist()
assert x.fill_(2).tolist() == [[2, 2], [2, 2]] and x.copy_(flow.zeros(2, 2, device="sim")).tolist() == [[0, 0], [0, 0]]

flow.cuda.set_device(0)
flow.cuda.set_device("cuda:0")
flow.cuda.set_device(-1)  # nothing
assert flow.cuda.current_device() == 0
for wrong, message in ((1, "set_device: expects"), ("cpu", "set_device: expects a cuda device, got cpu")):
    try:
        flow.cuda.set_device(wrong)
    except ValueError as raised:
        assert str(raised).startswith(message), raised
    else:
        raise AssertionError(wrong)

assert x.__dlpack_device__() == (2, 0) and x.__dlpack__() and x.__dlpack__(dl_device=(2, 0), copy=True)
for name, error, call in [
    ("numpy", TypeError, x.numpy),
    ("__dlpack__", BufferError, lambda: x.__dlpack__(dl_device=(1, 0))),
    ("to", ValueError, lambda: x.to("cuda:1")),
]:
    try:
        call()
    except error as raised:
        assert str(raised).startswith(name + ": expects"), raised
    else:
        raise AssertionError(name)

module = nn.Linear(3, 2).cuda()
assert {p.device for p in module.parameters()} == {flow.device("cuda")}
flow.save(module.state_dict(), sys.argv[1])
loaded = flow.load(sys.argv[1], map_location="cuda")
other = nn.Linear(3, 2, device="cuda")
other.load_state_dict(loaded)
assert other.weight.tolist() == module.weight.tolist() and loaded["weight"].is_cuda
assert module.cpu().weight.numpy().tolist() == other.weight.tolist()

class Keep(nn.Graph):
    def __init__(self):
        super().__init__()
        self.kept = flow.zeros(2, 2, device="cuda")

    def build(self, x):
        self.kept.copy_(x)
        return x

graph = Keep()
given = flow.tensor([[5.0, 6.0], [7.0, 8.0]], device="cuda")
found = graph(given)
assert found.is_cuda and found.tolist() == graph.kept.tolist() == given.tolist()
assert 'target<"cuda"' in graph.mlir("graph")
try:
    graph(given.cpu())
except RuntimeError as raised:
    assert "argument 'x' on cpu and variable 'kept' on cuda:0" in str(raised), raised
else:
    raise AssertionError("two devices")

flow.cuda.reset_peak_memory_stats()
assert flow.cuda.max_memory_allocated() == flow.cuda.memory_allocated()
flow.cuda.empty_cache()
"""


def test_cuda_on_a_stand_in_for_the_driver(tool, tmp_path):
    driver = Path(tool("weir-run")).parents[1] / "lib" / "libweir_fake_cuda.so"
    environment = {**os.environ, "WEIR_CUDA_DRIVER": str(driver)}
    command = [sys.executable, "-c", ON_A_FAKE, str(tmp_path / "state.safetensors")]
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr

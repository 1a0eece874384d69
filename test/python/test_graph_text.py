"""What a graph says of itself: its tree of modules, ops and kernels, and what happens when it is compiled."""

import re

import pytest

import weir as flow
from traced_graphs import line_of
from weir import nn, optim


class Fit(nn.Graph):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
        self.offset = flow.zeros(2)
        self.add_optimizer(optim.SGD(self.model.parameters(), lr=0.1))

    def build(self, x, y):
        loss = nn.functional.mse_loss(self.model(x) + self.offset, y)
        loss.backward()
        return loss


MEMBERS = """\
  model: Sequential()
    0: Linear(in_features=4, out_features=8, bias=True)
      weight: Parameter float32[8, 4] on cpu
      bias: Parameter float32[8] on cpu
    1: Tanh()
    2: Linear(in_features=8, out_features=2, bias=True)
      weight: Parameter float32[2, 8] on cpu
      bias: Parameter float32[2] on cpu
  offset: Tensor float32[2] on cpu"""


def test_before_it_is_compiled():
    assert repr(Fit()) == "Fit(0 programs, GraphConfig(amp=False))\n" + MEMBERS


def test_ops_stand_below_their_modules_with_their_kernels():
    graph = Fit()
    graph(flow.ones(16, 4), flow.zeros(16, 2))
    lines = repr(graph).splitlines()
    assert lines[:2] == ["Fit(1 programs, GraphConfig(amp=False))", "  (x float32[16, 4], y float32[16, 2]) on cpu"]
    assert [line for line in lines[2:] if "->" not in line] == MEMBERS.splitlines()
    kernels = re.findall(r"kernel\.call @(\w+)\(", graph.mlir("launch"))
    used = {kernel for line in lines if " in " in line for kernel in line.partition(" in ")[2].split(", ")}
    assert used == set(kernels)

    at = lines.index("    0: Linear(in_features=4, out_features=8, bias=True)")
    assert [line.partition(" in ")[0] for line in lines[at + 3 : at + 4]] == ["      linear -> float32[16, 8]"]
    # Forward, and the gradients of bias and weight, with which the updates are fused.
    assert "linear_tanh" in lines[at + 3] and "linear_grad_sgd_update" in lines[at + 3]
    (loss,) = [line for line in lines if line.startswith("  mse_loss -> ")]
    assert loss.startswith("  mse_loss -> float32[] in ")
    assert sum(line.startswith("  sgd_update -> float32[") for line in lines) == 4


def test_what_is_folded_is_in_no_kernel():
    class Fold(nn.Graph):
        def build(self, x):
            return x * 1 + 2

    graph = Fold()
    graph(flow.ones(3))
    assert repr(graph).splitlines()[2:] == ["  mul -> float32[3]", "  add -> float32[3] in add"]


def test_debug_says_what_is_compiled(capsys):
    graph = Fit()
    arguments = flow.ones(16, 4), flow.zeros(16, 2)
    graph.debug(0)
    graph(*arguments)
    said = capsys.readouterr().err
    assert re.fullmatch(r"Fit: traced \d+ ops in [\d.]+ ms\nFit: compiled for cpu in [\d.]+ ms\n", said)
    graph(*arguments)
    assert capsys.readouterr().err == ""

    graph.debug(2)
    graph(flow.ones(8, 4), flow.zeros(8, 2))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Fit: Sequential()" and lines[1] == "Fit:   Linear(in_features=4, out_features=8, bias=True)"
    place = f"({__file__}:{line_of(Fit, 'mse_loss')})"
    assert lines[2] == f"Fit:     linear -> float32[8, 8] {place}"
    graph.debug(-1)
    graph(flow.ones(4, 4), flow.zeros(4, 2))
    assert capsys.readouterr().err == ""
    with pytest.raises(ValueError, match="debug: expects v_level from -1 to 3, got 4"):
        graph.debug(4)

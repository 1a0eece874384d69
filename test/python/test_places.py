"""PyTorch's and OneFlow's places of names: nn.modules, jit, autograd.Variable, and PyTorch's own name."""

import subprocess
import sys
import textwrap

import pytest

import weir as flow
from weir import jit, mock_torch, nn


def test_modules_stand_in_pytorchs_files():
    from weir.nn.modules.batchnorm import _BatchNorm
    from weir.nn.modules.container import Sequential
    from weir.nn.modules.conv import _ConvNd
    from weir.nn.modules.instancenorm import _InstanceNorm
    from weir.nn.modules.module import Module
    from weir.nn.modules.rnn import LSTM, RNNBase
    from weir.nn.modules.utils import _ntuple, _pair, _reverse_repeat_tuple, _triple
    from weir.nn.modules.transformer import _get_clones

    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.InstanceNorm1d(2))
    assert isinstance(net[0], _ConvNd) and isinstance(net[1], _BatchNorm) and isinstance(net[2], _InstanceNorm)
    assert Sequential is nn.Sequential and Module is nn.Module and nn.modules.Linear is nn.Linear
    assert issubclass(LSTM, RNNBase) and not isinstance(net[1], _ConvNd)
    assert _pair(3) == (3, 3) and _pair([1, 2]) == (1, 2) and _triple("a") == ("a",) * 3 and _ntuple(1)(None) == (None,)
    assert _reverse_repeat_tuple((1, 2), 2) == (2, 2, 1, 1)
    clones = _get_clones(net[0], 2)
    assert isinstance(clones, nn.ModuleList) and clones[0].weight is not clones[1].weight
    for name in nn.__all__:
        if isinstance(getattr(nn, name), type) and issubclass(getattr(nn, name), nn.Module) and name != "Graph":
            files = [each for each in vars(nn.modules).values() if getattr(each, name, None) is getattr(nn, name)]
            assert files or getattr(nn.modules, name, None), name


def test_jit_lets_programs_be():
    @jit.script
    def double(x):
        return x * 2

    @jit.ignore
    def first(x):
        return x

    @jit.ignore(drop=True)
    def second(x):
        return x

    assert double(3) == first(6) == second(6) and not jit.is_scripting() and not jit.is_tracing()
    assert jit.unused(double) is jit.export(double) is jit.script_if_tracing(double) is double
    assert jit.annotate(list, []) == []
    seen = []
    assert jit.trace(seen.append, flow.ones(1)) == seen.append and seen[0].tolist() == [1]
    assert jit.trace(double, (flow.ones(1),), strict=False) is double and jit.script_method(double) is double

    class Own(jit.ScriptModule):
        pass

    assert isinstance(Own(), nn.Module) and not isinstance(jit.script(nn.Linear(1, 1)), jit.ScriptModule)


def test_the_compiler_of_others():
    from weir import _dynamo, compiler

    def double(x):
        return x * 2

    seen = []

    class Call(nn.Graph):
        def build(self, x):
            seen.extend([compiler.is_compiling(), _dynamo.is_compiling()])
            return double(x)

    assert compiler.disable(double) is _dynamo.disable(recursive=False)(double) is double
    assert not compiler.is_compiling() and Call()(flow.ones(1)).tolist() == [2] and seen[:2] == [True, True]
    _dynamo.config.suppress_errors = True
    assert compiler.reset() is None and _dynamo.reset() is None and flow._dynamo.config.cache_size_limit == 8


def test_compile_lets_modules_be():
    net = nn.Linear(1, 1)
    assert flow.compile(net, mode="max-autotune", fullgraph=True) is net

    @flow.compile
    def double(x):
        return x * 2

    @flow.compile(dynamic=True)
    def triple(x):
        return x * 3

    assert double(3) == triple(2) == 6


def test_programs_may_ask_for_devices():
    kind = flow.accelerator.current_accelerator()
    assert flow.accelerator.is_available() == flow.cuda.is_available() == (kind is not None)
    assert flow.accelerator.device_count() == flow.cuda.device_count()
    flow.accelerator.synchronize()
    assert not flow.backends.mps.is_available() and not flow.backends.mps.is_built()


def test_variables_are_tensors():
    x = flow.ones(2)
    assert flow.autograd.Variable(x) is x and not x.requires_grad
    assert flow.autograd.Variable(x, requires_grad=True) is x and x.requires_grad
    with pytest.raises(TypeError, match="Variable: expects a Tensor, got list"):
        flow.autograd.Variable([1.0])


# import torch


def test_pytorchs_name_is_weirs_for_a_while():
    before = sys.modules.get("torch")
    with mock_torch.enable():
        import torch
        import torch.nn.functional as F
        from torch import nn as layers
        from torch.nn.modules.utils import _pair
        from torch.utils.data import DataLoader

        assert torch is flow and F is nn.functional and layers is nn and _pair is nn.modules.utils._pair
        assert DataLoader is flow.utils.data.DataLoader and torch.ones(2).sum().item() == 2
        with pytest.raises(ModuleNotFoundError, match="mock_torch: expects modules that Weir has, got torch.fx"):
            import torch.fx
        with pytest.raises(ImportError, match="no_such_name"):
            from torch import no_such_name  # noqa: F401
        with mock_torch.disable():
            assert not mock_torch.is_enabled() and sys.modules.get("torch") is before
        assert mock_torch.is_enabled()
    assert not mock_torch.is_enabled() and sys.modules.get("torch") is before
    assert flow.__spec__.name == "weir" and nn.functional.__spec__.name == "weir.nn.functional"


def test_what_is_absent_is_told_where_it_is_used(capsys):
    with mock_torch.enable(lazy=True, verbose=True):
        import torch
        import torch.fx as fx
        from torch import no_such_name

        assert torch.ones is flow.ones
        for use in (lambda: fx.symbolic_trace(1), lambda: no_such_name.part()):
            with pytest.raises(NotImplementedError, match="expects names that Weir has, got torch."):
                use()
        with pytest.raises(NotImplementedError, match="got torch.no_such_name"):

            class Own(no_such_name):
                pass

    said = capsys.readouterr().err
    assert "mock_torch: torch is weir" in said and "mock_torch: torch.fx is absent" in said


PROGRAM = """
import sys
import torch
from torch import nn, optim
from helpers import steps

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(32, 4), torch.randn(32, 1)
losses = []
for _ in range(steps):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
assert losses[-1] < losses[0]
print(torch.__name__, sys.argv[1:], __name__)
"""


def test_a_whole_program_runs_under_pytorchs_name(tmp_path):
    (tmp_path / "helpers.py").write_text("steps = 5\n")
    (tmp_path / "program.py").write_text(textwrap.dedent(PROGRAM))
    command = [sys.executable, "-m", "weir.mock_torch", str(tmp_path / "program.py"), "--epochs", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "weir ['--epochs', '1'] __main__\n"
    usage = subprocess.run(command[:3], capture_output=True, text=True)
    assert usage.returncode == 1 and usage.stderr.startswith("usage: python -m weir.mock_torch program.py")

"""PyTorch's side of a case: eager, with images in the order that is fastest there, and torch.compile."""

from pathlib import Path

import golden  # examples/resnet: a file of modules on PyTorch
import numpy as np
import torch
from network_cases import ROOT, Case, Training

# Of what a profile lists, these compute nothing.
NOT_KERNELS = "aten::empty aten::empty_strided aten::empty_like aten::as_strided aten::view aten::_unsafe_view".split()
NOT_KERNELS += "aten::reshape aten::_reshape_alias aten::transpose aten::t aten::permute aten::expand".split()
NOT_KERNELS += "aten::select aten::slice aten::unsqueeze aten::squeeze aten::detach aten::resize_ aten::set_".split()
NOT_KERNELS += "aten::resolve_conj aten::resolve_neg aten::result_type aten::is_nonzero aten::item detach".split()
NOT_KERNELS += ["aten::_local_scalar_dense", "aten::lift_fresh", "aten::chunk", "aten::split", "aten::unbind"]


def network_of(case: Case) -> torch.nn.Module:
    network = getattr(golden.on_torch(str(ROOT / case.file)), case.network)(**case.arguments)
    state = network.state_dict()
    network.load_state_dict({key: torch.tensor(case.drawn(key, tuple(state[key].shape))) for key in state})
    return network.to(getattr(torch, case.dtype)).train(case.training is not None)


def inputs_of(case: Case, folder: Path) -> list[torch.Tensor]:
    with np.load(folder / "inputs.npz") as file:
        inputs = [torch.tensor(file[name]) for name in file.files]
    return [each.to(getattr(torch, case.dtype)) if each.is_floating_point() else each for each in inputs]


class PyTorch:
    """`variant` is eager, channels_last (eager, too) or compile."""

    def __init__(self, case: Case, variant: str, folder: Path, threads: int):
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        self.inputs = inputs_of(case, folder)
        self.network = network_of(case)
        if variant == "channels_last":
            self.network = self.network.to(memory_format=torch.channels_last)
            images = self.inputs[0]
            self.inputs[0] = images.contiguous(memory_format=torch.channels_last) if images.dim() == 4 else images
        self.finish = lambda: None
        run = self._trained(case.training) if case.training else self._evaluated
        self.run = torch.compile(run) if variant == "compile" else run
        self.compiles = variant == "compile"
        self.result = None

    def _evaluated(self, values):
        with torch.no_grad():
            return self.network(values)

    def _trained(self, training: Training):
        kind = getattr(torch.optim, training.optimizer)
        optimizer = kind(self.network.parameters(), fused=True, **training.options)
        if training.period is not None:
            self.finish = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=training.period).step

        def step(*inputs):
            optimizer.zero_grad()
            loss = training.loss(torch.nn.functional, self.network, *inputs)
            loss.backward()
            optimizer.step()
            return loss

        return step

    def call(self):
        self.result = self.run(*self.inputs).detach()
        self.finish()

    def output(self) -> np.ndarray:
        return self.result.float().numpy()

    def kernels(self) -> int:
        """Calls of a profile that call nothing further: library calls, and the loops that torch.compile wrote, which
        it counts itself."""
        with torch.profiler.profile() as profile:
            self.call()
        leaves = [event.name for event in profile.events() if not event.cpu_children]
        written = torch._inductor.metrics.generated_kernel_count if self.compiles else 0
        called = ("aten::", "mkldnn::", "inductor::", "mkl::")
        return written + sum(name.startswith(called) and name not in NOT_KERNELS for name in leaves)

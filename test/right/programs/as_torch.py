"""Lets a program of test/programs run with PyTorch: `import weir` finds torch, with the nn.Graph of this file. A call
runs its build eagerly, between zero_grad and the steps of optimizers and schedulers."""

import contextlib
import sys

import torch


class Config:
    def __init__(self):
        self.amp = False
        self.parts = 1

    def enable_amp(self, mode=True):
        self.amp = mode

    def set_gradient_accumulation_steps(self, steps):
        self.parts = steps


class Graph:
    """A program's graph. Its members are the modules among its attributes."""

    def __init__(self):
        self.config = Config()
        self._optimizers = []
        self._stepped = set()  # optimizers whose step the build has called

    def add_optimizer(self, optimizer, lr_sch=None):
        self._optimizers.append((optimizer, lr_sch))
        optimizer.register_step_post_hook(lambda stepped, *_: self._stepped.add(stepped))

    def __call__(self, *args):
        for optimizer, _ in self._optimizers:
            optimizer.zero_grad()
        self._stepped.clear()
        results = self._built(args)
        for optimizer, scheduler in self._optimizers:
            if any(parameter.grad is not None for parameter in _parameters(optimizer)):
                if optimizer not in self._stepped:
                    optimizer.step()
                if scheduler is not None:
                    scheduler.step()
        return _detached(results)

    def _built(self, args):
        precision = torch.autocast("cpu", torch.bfloat16) if self.config.amp else contextlib.nullcontext()
        parts = self.config.parts if self._optimizers else 1
        if parts == 1:
            with precision:
                return self.build(*args)
        with precision:
            results = [self.build(*each) for each in zip(*(arg.chunk(parts) for arg in args))]
        for optimizer, _ in self._optimizers:
            for parameter in _parameters(optimizer):
                if parameter.grad is not None:
                    parameter.grad /= parts
        return torch.stack(results)

    def _modules(self):
        return {name: each for name, each in vars(self).items() if isinstance(each, torch.nn.Module)}

    def state_dict(self):
        tensors = {}
        for name, module in self._modules().items():
            tensors |= {f"{name}.{key}": value for key, value in module.state_dict().items()}
        schedulers = [scheduler and scheduler.state_dict() for _, scheduler in self._optimizers]
        return {**tensors, "optimizers": [each.state_dict() for each, _ in self._optimizers], "schedulers": schedulers}

    def load_state_dict(self, state):
        for name, module in self._modules().items():
            prefix = f"{name}."
            module.load_state_dict({key[len(prefix) :]: state[key] for key in state if key.startswith(prefix)})
        for (optimizer, scheduler), kept, steps in zip(self._optimizers, state["optimizers"], state["schedulers"]):
            optimizer.load_state_dict(kept)
            if scheduler is not None:
                scheduler.load_state_dict(steps)


def _parameters(optimizer):
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def _detached(results):
    """Results, of which no caller can ask a gradient."""
    if isinstance(results, torch.Tensor):
        return results.detach()
    if isinstance(results, dict):
        return {key: _detached(each) for key, each in results.items()}
    return type(results)(map(_detached, results)) if isinstance(results, (list, tuple)) else results


def install():
    """From here on `import weir` and modules below it are PyTorch's."""
    torch.nn.Graph = Graph
    torch.set_num_threads(1)
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "torch":
            sys.modules["weir" + name[len("torch") :]] = module

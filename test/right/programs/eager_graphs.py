"""Lets graphs run op by op: a call of one executes its build, and steps its optimizers and schedulers behind that. So
one program has two modes, which agree."""

from contextlib import contextmanager

import weir as flow
from weir import nn


def _parameters(optimizer):
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def _detached(results):
    """Results, of which no caller can ask a gradient."""
    if isinstance(results, flow.Tensor):
        return results.detach()
    if isinstance(results, dict):
        return {key: _detached(each) for key, each in results.items()}
    return type(results)(map(_detached, results)) if isinstance(results, (list, tuple)) else results


def _built(graph, args, kwargs):
    parts = graph.config.gradient_accumulation_steps if graph._optimizers else 1
    if parts == 1:
        return graph.build(*args, **kwargs)
    results = [graph.build(*each) for each in zip(*(arg.chunk(parts) for arg in args))]
    for optimizer in graph._optimizers:
        for parameter in _parameters(optimizer):
            if parameter.grad is not None:
                parameter.grad = parameter.grad / parts
    return flow.stack(results)


def _call(graph, *args, **kwargs):
    for optimizer in graph._optimizers:
        optimizer.zero_grad()
    stepped = set()
    step = flow.optim.Optimizer.step

    def noting(optimizer, *given):
        stepped.add(optimizer)
        return step(optimizer, *given)

    flow.optim.Optimizer.step = noting
    try:
        results = _built(graph, args, kwargs)
        for optimizer in graph._optimizers:
            if any(parameter.grad is not None for parameter in _parameters(optimizer)):
                if optimizer not in stepped:
                    optimizer.step()
                if optimizer in graph._schedulers:
                    graph._schedulers[optimizer].step()
    finally:
        flow.optim.Optimizer.step = step
    for optimizer in graph._optimizers:
        optimizer.zero_grad()
    return _detached(results)


@contextmanager
def eagerly():
    """Graphs that are called inside run op by op."""
    before, nn.Graph._call = nn.Graph._call, _call
    try:
        yield
    finally:
        nn.Graph._call = before


def install():
    """From here on graphs run op by op."""
    nn.Graph._call = _call

"""Walks over the public functions of `weir`, `weir.nn.functional` and `Tensor`: each that computes is generated from an
op record, or is listed in argument_forms.py and executes one op."""

import inspect
import re

import argument_forms as listed
import weir as flow
import weir.nn.functional as F
from weir import _ops, nn
from weir._records import OPS


def generated():
    names = set(_ops.__all__) | {name for name, value in vars(_ops).items() if inspect.isfunction(value)}
    return names | {name for name in vars(_ops.TensorMethods) if not name.startswith("__")}


def public():
    """Names of functions and methods, without operators and classes, each once. `conv1d` and `conv3d` are what `conv2d`
    is, and `add_` writes what `add` makes."""
    names = {name for name in dir(flow) if inspect.isroutine(getattr(flow, name))} | set(F.__all__)
    names |= {name for name, _ in inspect.getmembers(flow.Tensor, inspect.isroutine)}
    names = {re.sub(r"[13]d$", "2d", name) if name not in listed.VIEWS else name for name in names}
    return sorted(name for name in names if not name.startswith("_"))


def is_known(name, known):
    return name in known or name.removesuffix("_") in known


class _Once(nn.Graph):
    def __init__(self, call):
        super().__init__()
        self.call = call
        self.names = []

    def build(self):
        from weir import _tracing

        trace = _tracing.current()
        trace.random_stream(flow.default_generator)  # takes a step, once for all draws
        before = len(trace.ops)
        result = self.call()
        self.names = [op.name for op in trace.ops[before:]]
        while isinstance(result, tuple):
            result = result[0]
        return result


def executed(call):
    """The ops that a call executes and that are no views."""
    graph = _Once(call)
    graph.traced()
    return [name for name in graph.names if not OPS[name].view]


def walk():
    """(names that are neither generated nor listed, {name: ops} of the forms that execute more than one op)"""
    known = generated().union(listed.FORMS, listed.VIEWS, listed.CREATION, listed.OTHER, listed.FORMULAS)
    unlisted = [name for name in public() if not is_known(name, known)]
    several = {}
    for name, calls in listed.FORMS.items():
        for call in calls:
            ops = [op for op in executed(call) if op not in listed.NOT_COUNTED.get(name, ())]
            if len(ops) > 1:
                several.setdefault(name, ops)
    return unlisted, several


if __name__ == "__main__":
    unlisted, several = walk()
    print("generated:", len(generated() & set(public())), "forms:", len(listed.FORMS))
    print("neither generated nor listed:", ", ".join(unlisted))
    for name, ops in several.items():
        print(f"{name}: {', '.join(ops)}")

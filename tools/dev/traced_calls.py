"""How many ops a trace has for each call in the program's source.

A call is one of a function, method, operator or module of the package, as the program makes it; a module that only
calls modules is none, and neither is a call that traces no op. Constants, reads and broadcasts are no ops here."""

import sys
from typing import NamedTuple

import weir as flow
from weir import _tracing, nn

NOT_COUNTED = ("broadcast",)  # constants and reads are no ops of a trace


class Traced(NamedTuple):
    ops: int
    calls: int


class _Calls:
    """Which call of the program is running: the innermost one of a module, or the outermost one into the package."""

    def __init__(self):
        self.package = flow.__path__[0]
        self.module_call = nn.Module.__call__.__code__
        self.running = []  # (frame, [number of ops traced by it directly])
        self.finished = []

    def __call__(self, frame, event, argument):
        if event == "call":
            ours = frame.f_code.co_filename.startswith(self.package)
            before = frame.f_back
            entered = ours and before is not None and not before.f_code.co_filename.startswith(self.package)
            if entered or frame.f_code is self.module_call:
                self.running.append((frame, [0]))
        elif event == "return" and self.running and self.running[-1][0] is frame:
            self.finished.append(self.running.pop()[1][0])

    def traced(self, name):
        if name not in NOT_COUNTED and self.running:
            self.running[-1][1][0] += 1


def count(graph, *arguments):
    """The ops and calls of one build of the graph."""
    calls = _Calls()
    record = _tracing.Trace._op

    def counted(trace, name, values, attributes):
        if values:
            calls.traced(name)
        return record(trace, name, values, attributes)

    _tracing.Trace._op = counted
    sys.setprofile(calls)
    try:
        graph.traced(*arguments)
    finally:
        sys.setprofile(None)
        _tracing.Trace._op = record
    return Traced(sum(calls.finished), sum(ops > 0 for ops in calls.finished))


class Evaluate(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network.eval()

    def build(self, *inputs):
        return self.network(*inputs)


class Block(nn.Module):
    """A block of a GPT."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        query, key, value = self.qkv(self.before(x)).chunk(3, -1)
        shape = (batch, length, self.heads, width // self.heads)
        query, key, value = (part.reshape(*shape).transpose(1, 2) for part in (query, key, value))
        seen = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(nn.functional.gelu(self.up(self.behind(x))))


class Gpt(nn.Module):
    def __init__(self, blocks=12, width=64, heads=4, words=128, length=16):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(blocks)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words)

    def forward(self, tokens):
        x = self.words(tokens) + self.places(flow.arange(tokens.shape[1]))
        return self.head(self.norm(self.blocks(x)))


def networks():
    """{name: ops and calls}"""
    sys.path.insert(0, "examples/resnet")
    import models

    images, tokens = flow.zeros(1, 3, 224, 224), flow.zeros(2, 16, dtype=flow.int64)
    return {
        "ResNet-50": count(Evaluate(models.resnet50()), images),
        "ViT-S": count(Evaluate(models.vit_small()), images),
        "GPT": count(Evaluate(Gpt()), tokens),
    }


if __name__ == "__main__":
    for name, figures in networks().items():
        print(f"{name}: {figures.ops} ops for {figures.calls} calls, {figures.ops / figures.calls:.2f}")

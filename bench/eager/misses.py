"""Milliseconds from a first call to its result, on an empty cache: of the process's first, of elementwise functions, of
others, and of twenty that don't depend on each other, over the sum of theirs one by one."""

import os
import statistics
import tempfile
import time

os.environ["WEIR_CACHE_DIR"] = tempfile.mkdtemp()

import numpy as np  # noqa: E402
import weir as flow  # noqa: E402
import weir.nn.functional as F  # noqa: E402

ELEMENTWISE = "abs ceil cos erf exp exp2 expm1 floor log log1p neg reciprocal rsqrt sigmoid sign sin sqrt square tanh trunc"
OTHERS = {
    "sum": lambda x: x.sum(1),
    "mean": lambda x: x.mean(),
    "amax": lambda x: x.amax(0),
    "var": lambda x: x.var(1),
    "softmax": lambda x: F.softmax(x, 1),
    "log_softmax": lambda x: F.log_softmax(x, 0),
    "layer_norm": lambda x: F.layer_norm(x, x.shape[1:]),
    "cross_entropy": lambda x: F.cross_entropy(x, flow.arange(x.shape[0])),
    "matmul": lambda x: x @ x.t(),
    "linear": lambda x: F.linear(x, x),
    "cumsum": lambda x: x.cumsum(1),
    "cat": lambda x: flow.cat([x, x]),
    "flip": lambda x: x.flip(0),
    "roll": lambda x: x.roll(1, 0),
    "tril": lambda x: x.tril(),
    "topk": lambda x: x.topk(3)[0],
    "sort": lambda x: x.sort(1)[0],
    "index_select": lambda x: x.index_select(0, flow.arange(3)),
    "conv1d": lambda x: F.conv1d(x.unsqueeze(0), x[:8, None, :3].expand(8, x.shape[0], 3)),
    "max_pool1d": lambda x: F.max_pool1d(x.unsqueeze(0), 2),
    "embedding": lambda x: F.embedding(flow.arange(5), x),
}


def milliseconds(call, x):
    x._storage  # is there
    begin = time.perf_counter()
    call(x).numpy()
    return 1e3 * (time.perf_counter() - begin)


def tensor(rows, columns):
    return flow.tensor(np.random.default_rng(rows).standard_normal((rows, columns)).astype(np.float32))


def worst(times):
    """What one in twenty exceeds."""
    return sorted(times)[-1 - len(times) // 20]


def main():
    functions = [getattr(flow, name) for name in ELEMENTWISE.split()]
    shapes = [(16, 48), (1, 96), (64, 1)]
    tensors = [tensor(*shape) for shape in shapes]
    print(f"first, ms: {milliseconds(lambda x: x + x, tensor(3, 5)):.1f}")
    elementwise = [milliseconds(function, x) for function in functions for x in tensors]
    print(f"elementwise, median, ms: {statistics.median(elementwise):.1f}")
    print(f"elementwise, worst of twenty, ms: {worst(elementwise):.1f}")
    others = [milliseconds(function, tensor(*shape)) for function in OTHERS.values() for shape in [(16, 48), (12, 20)]]
    print(f"others, median, ms: {statistics.median(others):.1f}")
    print(f"others, worst of twenty, ms: {worst(others):.1f}")

    def one_by_one(x):
        return sum(milliseconds(function, x) for function in functions)

    def together(x):
        begin = time.perf_counter()
        made = [function(x) for function in functions]
        for each in made:
            each.numpy()
        return 1e3 * (time.perf_counter() - begin)

    # Forms that differ from all others and from each other, in turns.
    alone = beside = 0.0
    for rank in (3, 4, 5):
        for count in range(2):
            x = flow.tensor(np.ones((2,) * rank, np.float32 if count else np.float64))
            y = flow.tensor(np.ones((3,) * rank, np.float32 if count else np.float64)).reshape(*[3] * (rank - 1), 3)
            alone += one_by_one(x)
            beside += together(y)
    print(f"twenty, of their sum: {beside / alone:.2f}")


if __name__ == "__main__":
    main()

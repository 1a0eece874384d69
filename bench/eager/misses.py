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

ELEMENTWISE = (
    *(flow.abs, flow.ceil, flow.cos, flow.erf, flow.exp, flow.exp2, flow.expm1, flow.floor, flow.log, flow.log1p),
    *(flow.neg, flow.reciprocal, flow.rsqrt, flow.sigmoid, flow.sign, flow.sin, flow.sqrt, flow.square, flow.tanh),
    flow.trunc,
)
OTHERS = (
    lambda x: x.sum(1),
    lambda x: x.mean(),
    lambda x: x.amax(0),
    lambda x: x.var(1),
    lambda x: F.softmax(x, 1),
    lambda x: F.log_softmax(x, 0),
    lambda x: F.layer_norm(x, x.shape[1:]),
    lambda x: F.cross_entropy(x, flow.arange(x.shape[0])),
    lambda x: x @ x.t(),
    lambda x: F.linear(x, x),
    lambda x: x.cumsum(1),
    lambda x: flow.cat([x, x]),
    lambda x: x.flip(0),
    lambda x: x.roll(1, 0),
    lambda x: x.tril(),
    lambda x: x.topk(3)[0],
    lambda x: x.sort(1)[0],
    lambda x: x.index_select(0, flow.arange(3)),
    lambda x: F.conv1d(x.unsqueeze(0), x[:8, None, :3].expand(8, x.shape[0], 3)),
    lambda x: F.max_pool1d(x.unsqueeze(0), 2),
    lambda x: F.embedding(flow.arange(5), x),
)


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
    shapes = [(16, 48), (1, 96), (64, 1)]
    tensors = [tensor(*shape) for shape in shapes]
    print(f"first, ms: {milliseconds(lambda x: x + x, tensor(3, 5)):.1f}")
    elementwise = [milliseconds(function, x) for function in ELEMENTWISE for x in tensors]
    print(f"elementwise, median, ms: {statistics.median(elementwise):.1f}")
    print(f"elementwise, worst of twenty, ms: {worst(elementwise):.1f}")
    others = [milliseconds(function, tensor(*shape)) for function in OTHERS for shape in [(16, 48), (12, 20)]]
    print(f"others, median, ms: {statistics.median(others):.1f}")
    print(f"others, worst of twenty, ms: {worst(others):.1f}")

    def one_by_one(x):
        return sum(milliseconds(function, x) for function in ELEMENTWISE)

    def together(x):
        begin = time.perf_counter()
        made = [function(x) for function in ELEMENTWISE]
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

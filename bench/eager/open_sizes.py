"""Times of jobs that take any sizes, of those of jobs compiled for the sizes at hand, in turns."""

import statistics
import time

import weir as flow
import weir.nn.functional as F
from weir import _core
from weir._eager import job_table

ROUNDS, SECONDS = 21, 0.02


def rows(count, width):
    return flow.randn(count, width)


# By kind: a function, and what makes its operands of a number that varies.
CASES = {
    "gelu of rows": (F.gelu, lambda n: [rows(n, 1024)]),
    "add of a row": (flow.add, lambda n: [rows(n, 1000), flow.randn(1000)]),
    "add of a column": (flow.add, lambda n: [rows(1000, n), flow.randn(1000, 1)]),
    "sum of rows": (lambda x: flow.sum(x, 1), lambda n: [rows(n, 2048)]),
    "sum of columns": (lambda x: flow.sum(x, 0), lambda n: [rows(n, 2048)]),
    "sum of columns, all vary": (lambda x: flow.sum(x, 0), lambda n: [rows(2 * n, 2 * n)]),
    "sum of the middle, all vary": (lambda x: flow.sum(x, 1), lambda n: [flow.randn(n // 16, n // 4, n // 2)]),
    "var of columns, all vary": (lambda x: flow.var(x, 0), lambda n: [rows(2 * n, n)]),
    "sum over what varies": (lambda x: flow.sum(x, 1), lambda n: [rows(2048, n)]),
    "softmax of rows": (lambda x: F.softmax(x, -1), lambda n: [rows(1024, n)]),
    "layer_norm of rows": (lambda x: F.layer_norm(x, (768,)), lambda n: [rows(n, 768)]),
    "matmul, rows vary": (flow.matmul, lambda n: [rows(n, 768), rows(768, 768)]),
    "matmul, columns vary": (flow.matmul, lambda n: [rows(512, 768), rows(768, n)]),
    "matmul, inner sizes vary": (flow.matmul, lambda n: [rows(512, n), rows(n, 512)]),
    "linear, rows vary": (F.linear, lambda n: [rows(n, 768), rows(3072, 768), flow.randn(3072)]),
}
OTHERS, MEASURED = (200, 300, 430), 512


def use(known):
    """Lets calls run by these jobs."""
    job_table._jobs.clear()
    job_table._jobs.update(known)
    _core.forget_plans()


def both(function, operands):
    """The tables of jobs with one for the sizes at hand, and with one for any."""
    use({})
    job_table._sizes.clear()
    job_table._known.clear()
    function(*operands(MEASURED)).numpy()
    known = dict(job_table._jobs)
    if any(job.has_open_sizes for job in known.values()):
        raise RuntimeError("expects a job for the sizes at hand, got one for any")
    for other in OTHERS:
        function(*operands(other)).numpy()
    use({})
    function(*operands(MEASURED)).numpy()
    if not all(job.has_open_sizes for job in job_table._jobs.values()):
        raise RuntimeError("expects a job for any sizes, got one for those at hand")
    return known, dict(job_table._jobs)


def seconds(function, operands, calls):
    begin = time.perf_counter()
    for _ in range(calls):
        result = function(*operands)
    result.numpy()
    return (time.perf_counter() - begin) / calls


def ratio(function, operands):
    tables, given = both(function, operands), operands(MEASURED)
    calls = max(1, round(SECONDS / min(seconds(function, given, 2) for _ in range(5))))
    ratios = []
    for _ in range(ROUNDS):
        times = []
        for table in tables:
            use(table)
            seconds(function, given, 3)
            times.append(seconds(function, given, calls))
        ratios.append(times[1] / times[0])
    return statistics.median(ratios)


def main():
    for name, (function, operands) in CASES.items():
        print(f"{name}: {ratio(function, operands):.2f}", flush=True)


if __name__ == "__main__":
    main()

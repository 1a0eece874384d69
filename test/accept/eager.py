"""The claims of eager mode: what `Shown by` of its issue lists."""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from acceptance import at_least, at_most, below, equal_to, line
from measuring import BUILD, WHOLE_SUITES, numbers_of, pytest_figures, python_of_peers, run
from tree import ROOT

RELEASE = BUILD.parent / "release" / "python"


def beside_torch(script, *arguments):
    """What a script of bench/eager prints, of the release preset."""
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(RELEASE)}
    printed = run(python_of_peers(), f"bench/eager/{script}", *arguments, env=env, timeout=3600)
    print(printed, end="")
    return numbers_of(printed)


CALLS = ("independent", "chain", "independent with gradients")


@line(
    "calls of `add` on one element from Python: microseconds, and of torch.add's in the same run",
    bound={
        **{f"{name}, us": at_most(1) for name in CALLS},
        **{f"{name}, of torch": at_most(1) for name in CALLS},
        "called from C, us": at_most(0.5),
    },
)
def dispatch():
    return beside_torch("calls.py", "--calls", 100000)


@line("relu of 64 MB, which nobody waits for: microseconds until it returns", bound=at_most(50))
def returns():
    return beside_torch("returns.py")["relu of 64 MB returns in, us"]


MISSES = {
    "elementwise, worst of twenty, ms": at_most(30),
    "others, worst of twenty, ms": at_most(90),
    "twenty, of their sum": at_most(0.6),
}


@line(
    "first calls, compiled: of elementwise functions and of others the times that one in twenty exceeds, and of twenty "
    "that don't depend on each other the time of all, of the sum of theirs one by one",
    bound=MISSES,
)
def misses():
    found = beside_torch("misses.py")
    return {"first of the process, ms": found["first, ms"], **{name: found[name] for name in MISSES}}


@line(
    "functions by jobs for any sizes, of their time by jobs that were compiled for the sizes at hand, in turns",
    bound={"functions": at_least(12), "the slowest": at_most(1.1)},
)
def open_sizes():
    found = beside_torch("open_sizes.py")
    return {"functions": len(found), "the slowest": max(found.values()), **found}


STARTS = 9
LIBRARIES_OF_LLVM = "print(sum('libLLVM' in each or 'libMLIR' in each for each in open('/proc/self/maps')))"


@line(
    "import weir: milliseconds beyond a process that imports nothing, the median of some; LLVM's libraries in it",
    bound={"import, ms": at_most(150), "libraries of LLVM": equal_to(0)},
)
def start():
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(RELEASE), "PYTHONDONTWRITEBYTECODE": ""}  # compiled once, as an installed package is
    run(sys.executable, "-c", "import weir", env=env)
    times = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        run(sys.executable, "-c", "pass", env=env)
        bare = time.perf_counter()
        run(sys.executable, "-c", "import weir", env=env)
        times.append(1e3 * (time.perf_counter() - bare - (bare - begin)))
    mapped = run(sys.executable, "-c", f"import weir; weir.ones(2).tolist(); {LIBRARIES_OF_LLVM}", env=env)
    return {"import, ms": statistics.median(times), "libraries of LLVM": int(mapped)}


STEPS = (
    "digits CNN",
    "small GPT",
    "ResNet-18",
    "ResNet-50, inference",
    "ten ops",
    "layer_norm",
    "softmax",
    "gelu",
    "cross_entropy",
    "AdamW of 160 tensors",
)


@line(
    "training steps of three networks, inference of ResNet-50, single functions and an optimizer, op by op: of the "
    "time of PyTorch eager in the same run",
    bound={name: at_most(1) for name in STEPS},
)
def speed():
    found = beside_torch("steps.py")
    return {name: found[f"{name}, of torch"] for name in STEPS}


OPINFO = {
    "entries": at_least(400),
    "wrong": equal_to(0),
    "crashed or hung": equal_to(0),
    "refused": at_most(0.02),
    "refused without a reason": equal_to(0),
    "gradients not equal": equal_to(0),
}


@line(
    "PyTorch's samples of functions that have a counterpart here, op by op, in eight dtypes, with gradients; each in a "
    "process that may die",
    bound=OPINFO,
)
def opinfo():
    folder = ROOT / "build" / "opinfo"
    run(python_of_peers(), "test/right/opinfo/sampling.py", folder, timeout=3600)
    env = {"PYTHONPATH": str(BUILD / "python")}
    printed = run(sys.executable, "test/right/opinfo/campaign.py", folder, "--eagerly", env=env, timeout=7200)
    print(printed, end="")
    found = numbers_of(printed)
    return {name: found[name] for name in OPINFO}


@line(
    "the programs of test/programs, written for graphs, op by op: in f64, the first loss in f32, and how far losses in "
    "f32 are from those in f64, beside PyTorch's",
    bound={
        "programs": at_least(50),
        "over the bound in f64": equal_to(0),
        "first losses wrong in f32": equal_to(0),
        "distances over twice PyTorch's": equal_to(0),
    },
)
def programs():
    python_of_peers()
    env = {"PYTHONPATH": str(BUILD / "python")}
    printed = run(sys.executable, "test/right/programs/campaign.py", "--eagerly", env=env, timeout=3600)
    print(printed, end="")
    return numbers_of(printed)


@line(
    "random programs of views, writes in place and ops equal NumPy step by step; gradients of writes to views equal "
    "those without writes",
    bound={"tests": at_least(10000), "failed": equal_to(0)},
)
def aliases():
    env = {"WEIR_ALIAS_PROGRAMS": "10000"}
    return pytest_figures("test/python/eager/test_views.py", "test/python/eager/test_tape.py", "-n", "2", env=env)


@line(
    "a small GPT on 200 batch and sequence sizes: as many jobs, and programs of a graph, as on three",
    bound={"jobs beyond those of three sizes": equal_to(0), "programs beyond": equal_to(0)},
)
def sizes():
    printed = run(sys.executable, "bench/eager/sizes.py", env={"PYTHONPATH": str(BUILD / "python")}, timeout=3600)
    print(printed, end="")
    found = numbers_of(printed)
    jobs, programs = (found[f"{what} after 200"] - found[f"{what} after 3"] for what in ("jobs", "programs"))
    return {"jobs beyond those of three sizes": jobs, "programs beyond": programs}


@line("a million ops of random shapes: memory of the process at the end, of that after a tenth", bound=below(1.1))
def soak():
    printed = run(sys.executable, "bench/eager/soak.py", env={"PYTHONPATH": str(BUILD / "python")}, timeout=7200)
    print(printed, end="")
    return numbers_of(printed)["of that after a tenth"]


@line(
    "functions that look at elements by the host, or make them there, op by op, and whose results don't ask for that: "
    "all else is computed by kernels",
    bound={
        "entries": at_least(400),
        "look without a reason": equal_to(0),
        "refused without a reason": equal_to(0),
    },
)
def no_numpy():
    env = {"PYTHONPATH": f"{BUILD / 'python'}:{ROOT / 'test' / 'right' / 'opinfo'}"}
    printed = run(sys.executable, "test/right/opinfo/host_reads.py", env=env, timeout=3600, status=None)
    print(printed, end="")
    return numbers_of(printed)


@line("tests of eager mode", bound={"tests": at_least(100), "failed": equal_to(0)})
def tests():
    return pytest_figures("test/python/eager")


STEPS_OF_DIGITS = "test/python/eager/test_training_steps.py"
NONE_FAILED = {"tests": at_least(2), "failed": equal_to(0)}


@line(
    "each request for memory of a training step of the digits MLP and CNN fails, op by op: an error, parameters as "
    "before, the next step works",
    bound=NONE_FAILED,
)
def memory():
    return pytest_figures(STEPS_OF_DIGITS, "-k", "memory")


@line(
    "weights of the digits CNN after 20 steps, op by op, are equal for 1 and 2 threads, each call completed or not, "
    "with and without a cache",
    bound=NONE_FAILED,
)
def bits():
    return pytest_figures(STEPS_OF_DIGITS, "-k", "bit_equal")


@line("losses of the digits MLP and CNN, op by op, are the CPU's on a simulated GPU", bound=NONE_FAILED)
def simulated():
    return pytest_figures(STEPS_OF_DIGITS, "-k", "simulated", env=WHOLE_SUITES)


@line(
    "wrong programs: the whole message, with function, operand, expectation and line, op by op and in a graph",
    bound={"tests": at_least(60), "failed": equal_to(0)},
)
def wrong_programs():
    return pytest_figures("test/python/eager/test_wrong_calls.py", "test/python/eager/test_eager_failures.py")


@line(
    "a second process on one cache compiles nothing for a training step",
    bound={"jobs compiled by the first": at_least(10), "by the second": equal_to(0)},
)
def cached():
    with tempfile.TemporaryDirectory() as folder:
        env = {"PYTHONPATH": str(BUILD / "python"), "WEIR_CACHE_DIR": str(Path(folder) / "cache")}
        counts = [numbers_of(run(sys.executable, "bench/eager/compiled.py", env=env))["compiled"] for _ in range(2)]
    return {"jobs compiled by the first": counts[0], "by the second": counts[1]}


PACK, WHOLE_MEGABYTE = "build/pack/eager.pack", 1_000_000


def with_pack(*command, **env):
    """What a command prints of the release preset where there is a pack."""
    run("./dev", "pack", timeout=3600)
    env = {"PYTHONPATH": str(RELEASE), "WEIR_PACK": str(ROOT / PACK), **env}
    return numbers_of(run(*command, env=env, timeout=3600))


@line(
    "examples op by op with a pack and an empty cache: its bytes; of their calls without convolutions, those that are "
    "compiled nevertheless; and all that a second process compiles",
    bound={
        "bytes of the pack": at_most(8 * WHOLE_MEGABYTE),
        "calls": at_least(1000),
        "compiled, percent": at_most(5),
        "compiled by a second process": equal_to(0),
    },
)
def packed():
    found = with_pack(sys.executable, "bench/eager/packed.py", PACK)
    names = ("bytes of the pack", "calls", "compiled, percent", "compiled by a second process")
    return {"compiled with convolutions": found["compiled with convolutions"], **{name: found[name] for name in names}}


@line(
    "jobs of the pack, for drawn sizes, 1 included, and jobs compiled for these sizes give the same numbers",
    bound={"pairs": at_least(3000), "different": equal_to(0)},
)
def packed_numbers():
    calls = "tools/pack/calls.jsonl"
    return with_pack(sys.executable, "tools/pack/check.py", calls, PACK, "--sizes", 1, 12, WEIR_PACK="0")


HIDDEN = ("unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /usr/lib/llvm-22/lib && exec "$@"', "sh")
CNN = ("examples/digits/cnn.py", "--epochs", "3", "--out", "build/pack/cnn")


@line(
    "the digits CNN op by op where LLVM's libraries are hidden, its optimizer too: calls, those that were compiled, "
    "and the test accuracy after three epochs",
    bound={"calls": at_least(20), "compiled": equal_to(0), "test accuracy": at_least(0.8)},
)
def without_llvm():
    command = (*HIDDEN, sys.executable, "bench/eager/packed.py", "--one", *CNN)
    found = with_pack(*command, WEIR_CACHE_DIR="0")
    return {
        "calls": found["calls with convolutions"],
        "compiled": found["compiled with convolutions"],
        "test accuracy": found["test accuracy"],
    }

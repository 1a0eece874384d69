"""The claims of being right everywhere: what `Shown by` of its issue lists."""

import sys
import tempfile
from pathlib import Path

import damaged_calls
import earlier_builds
import name_coverage
from acceptance import at_least, at_most, below, equal_to, line
from measuring import BUILD, numbers_of, pytest_figures, python_of_peers, run, tool
from tree import ROOT

NUMBERED = 29  # lines of the list of what PyTorch's samples and newcomers found wrong


@line(
    "every numbered line of what PyTorch's samples, newcomers and the tools found: a file of tests each, all pass",
    bound={"tests": at_least(NUMBERED), "failed": equal_to(0)},
)
def found():
    return pytest_figures("test/python/found")


@line(
    "a call asks whether anything has changed that traces read: ten linear layers, ResNet-50 in training mode",
    bound={"ten linear layers, us": at_most(1), "ResNet-50, us": at_most(10)},
)
def watching():
    found = numbers_of(run(sys.executable, "bench/engine/watching.py", timeout=1800))
    return {f"{name}, us": found[f"{name}, asking, us"] for name in ("ten linear layers", "ResNet-50")}


@line(
    "a second call of a graph that draws random numbers returns while the first run lasts, which takes 20 ms",
    bound={"second call that draws, us": below(50)},
)
def drawing():
    return numbers_of(run(sys.executable, "bench/engine/at_once.py"))


BEFORE_RIGHT = "866b84a"  # the parent of the first commit
SLOWEST = 1.05  # of a reduction's time over that before; what exceeds it is measured three times more


@line(
    "errors of reductions, losses and norms over 10^3 to 3*10^7 elements, rows, columns and all, beside PyTorch's "
    "against f64: at most twice as large, or one rounding of the result, and never over 1e-6 where PyTorch's is below",
    bound={
        "cases": at_least(300),
        "over twice PyTorch's": equal_to(0),
        "over 1e-6 where PyTorch is below": equal_to(0),
    },
)
def sums():
    env = {"PYTHONPATH": str(BUILD / "python")}
    printed = run(python_of_peers(), "bench/sums/accuracy.py", env=env, timeout=3600)
    print(printed, end="")
    return {name: number for name, number in numbers_of(printed).items() if name != "worst"}


@line(
    f"run times of reductions and norms beside the build of {BEFORE_RIGHT}, in turns: the slowest one's ratio",
    bound=at_most(SLOWEST),
)
def times_of_sums():
    before = earlier_builds.build_of(BEFORE_RIGHT, "before-right", "weir_core")
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    release = BUILD.parent / "release" / "python"
    printed = run(
        sys.executable,
        "bench/sums/times.py",
        "--before",
        before / "python",
        "--bound",
        SLOWEST,
        env={"PYTHONPATH": str(release)},
        timeout=3600,
    )
    print(printed, end="")
    return max(numbers_of(printed).values())


@line(
    "uses of names in public OneFlow programs that tests call: a column each, in percent; names of the record that no "
    "test calls any more",
    bound={**{column: at_least(97) for column in name_coverage.COLUMNS}, "stale names": equal_to(0)},
)
def coverage():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "called.tsv"
        pytest_figures("test/python", "--ignore=test/python/dev", env={"WEIR_CALLED_NAMES": str(file)})
        found = dict(row.split("\t") for row in file.read_text().splitlines())
    shares, _ = name_coverage.shares(found)
    stale = sorted(set(name_coverage.called()) - set(found))
    print("".join(f"stale: {name}\n" for name in stale), end="")
    return {**shares, "stale names": len(stale)}


TOOLS = len(damaged_calls.TOOLS)
DAMAGED = {"line": 500, "input": 5000}  # of every tool, of a fixed seed


@line(
    "damaged command lines and inputs of every tool end by themselves, with a message and without temporary files",
    bound={"calls": equal_to(TOOLS * sum(DAMAGED.values())), "broken": equal_to(0)},
)
def damaged_tool_calls():
    for one in damaged_calls.TOOLS:
        tool(one.name)
    return damaged_calls.findings(BUILD, DAMAGED)


OPINFO = "test/right/opinfo/"
CASES = ROOT / "build" / "opinfo"


@line(
    "PyTorch's samples of functions that have a counterpart here, in eight dtypes, with gradients; each in a process "
    "that may die",
    bound={
        "entries": at_least(400),
        "wrong": equal_to(0),
        "crashed or hung": equal_to(0),
        "refused": at_most(0.06),
        "refused in f32": at_most(0.03),
        "refused without a reason": equal_to(0),
        "gradients not equal": equal_to(0),
        "refused by PyTorch alone, without a reason": equal_to(0),
    },
)
def opinfo():
    run(python_of_peers(), OPINFO + "sampling.py", CASES, timeout=3600)
    env = {"PYTHONPATH": str(BUILD / "python")}
    page = ("--table", "docs/samples.md")
    printed = run(sys.executable, OPINFO + "campaign.py", CASES, *page, env=env, timeout=7200)
    print(printed, end="")
    return numbers_of(printed)


PROGRAMS = "test/right/programs/campaign.py"


@line(
    "programs as users write them, 20 steps of three seeds beside PyTorch: in f64, the first loss in f32, and how far "
    "losses in f32 are from those in f64",
    bound={
        "programs": at_least(50),
        "over the bound in f64": equal_to(0),
        "first losses wrong in f32": equal_to(0),
        "distances over twice PyTorch's": equal_to(0),
    },
)
def programs():
    python_of_peers()
    printed = run(sys.executable, PROGRAMS, env={"PYTHONPATH": str(BUILD / "python")}, timeout=3600)
    print(printed, end="")
    return numbers_of(printed)


EDGES = "test/right/edges/"
EDGE_CASES = ROOT / "build" / "edges"


@line(
    "edge values through every public function, method and operator that takes tensors, in each dtype that PyTorch "
    "takes, with gradients; each in a process that may die",
    bound={
        "functions": at_least(600),
        "functions without a case": equal_to(0),
        "cases": at_least(25000),
        "wrong": equal_to(0),
        "gradients wrong": equal_to(0),
        "crashed or hung": equal_to(0),
        "exceptions": at_most(0.01),
        "refused without a reason": equal_to(0),
    },
)
def edges():
    env = {"PYTHONPATH": str(BUILD / "python")}
    run(python_of_peers(), EDGES + "edge_sampling.py", EDGE_CASES, env=env, timeout=3600)
    printed = run(sys.executable, EDGES + "edge_campaign.py", EDGE_CASES, env=env, timeout=7200)
    print(printed, end="")
    return numbers_of(printed)

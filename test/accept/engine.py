"""The claims of the engine: what `Shown by` of its issue lists."""

import re
import statistics
import sys
import time
from pathlib import Path

import earlier_builds
from acceptance import at_least, at_most, below, equal_to, line
from measuring import BUILD, Failed, numbers_of, pytest_figures, python_of_peers, run, tool
from tree import ROOT

BEFORE = "2802dc2"  # the parent of the first commit
PROGRAMS = BUILD.parent / "release" / "bin"


def least_of(runs):
    """By name, of what several runs measured."""
    least = {}
    for measured in runs:
        for name, number in measured.items():
            least[name] = min(number, least.get(name, number))
    return least


AGAIN = 3


def settled(measure, bound):
    """What is measured; what exceeds the bound is measured three times more, and the median counts."""
    found = measure()
    return found if bound.holds(found) else statistics.median([found, *(measure() for _ in range(AGAIN))])


def words_of(printed):
    """Those of each line that begins with `job` or `tasks`."""
    found = [line.split() for line in printed.splitlines() if line.startswith(("job ", "tasks "))]
    if not found:
        raise Failed(f"expects lines of jobs and tasks, got {printed.strip()!r}")
    return found


def passed_in(printed):
    return int(re.search(r"PASSED  \] (\d+) test", printed)[1])


def build_before():
    return earlier_builds.build_of(BEFORE, "before-engine", "weir-compile", "weir_core")


def costs():
    """Of three runs the least times of a run and of a launch, by the number of variables; and of tasks the least time
    and the most allocations, by name and seats."""
    run("./dev", "build", "-p", "release", "weir-bench-engine", "weir-compile", timeout=3600)
    jobs, tasks = {}, {}
    for _ in range(3):
        for kind, name, *numbers in words_of(run(sys.executable, "bench/engine/jobs.py", PROGRAMS)):
            if kind == "job":
                found = tuple(map(float, numbers))
                jobs[int(name)] = tuple(map(min, found, jobs.get(int(name), found)))
                continue
            seats, ns, count = int(numbers[0]), float(numbers[1]), int(numbers[2])
            least, most = tasks.get((name, seats), (ns, count))
            tasks[name, seats] = min(ns, least), max(count, most)
    return jobs, tasks


OF_RUNTIME_BEFORE = at_most(1.05)


def times_of_graphs():
    """The least of three runs, of each contender and, as `before NAME`, with the runtime before."""

    def in_turns():
        for name, build in (("", []), ("before ", [build_before()])) * 3:
            found = numbers_of(run(sys.executable, "bench/engine/graphs.py", PROGRAMS, *build))
            yield {name + contender.removeprefix("graph "): ns for contender, ns in found.items()}

    least = least_of(in_turns())
    if not {"oneTBB", "OpenMP"} <= least.keys():
        raise Failed("expects oneTBB and OpenMP (Debian's libtbb-dev and libomp-22-dev) as peers")
    return least


@line(
    "20,000 instructions that do nothing, on one lane and on two, beside a flow graph of oneTBB, tasks of OpenMP and "
    f"the runtime of {BEFORE}, in turns; where it exceeds that one's bound it is measured three times more, and the "
    "median counts",
    bound={
        "one lane, ns": at_most(10),
        "two lanes, ns": at_most(25),
        "of the faster peer": at_most(0.25),
        "of the runtime before": OF_RUNTIME_BEFORE,
    },
)
def static_programs():
    run("./dev", "build", "-p", "release", "weir-bench-graphs", "weir-compile", timeout=3600)
    measured = []

    def of_runtime_before():
        measured.append(times_of_graphs())
        return measured[-1]["one lane"] / measured[-1]["before one lane"]

    of_before, least = settled(of_runtime_before, OF_RUNTIME_BEFORE), least_of(measured)
    return {
        "one lane, ns": least["one lane"],
        "two lanes, ns": least["two lanes"],
        "of the faster peer": least["one lane"] / min(least["oneTBB"], least["OpenMP"]),
        "of the runtime before": of_before,
    }


@line(
    "a run of one instruction and its wait; launching one with 10 and with 500 variables",
    bound={
        "run and wait, ns": at_most(600),
        "launch with 10, ns": at_most(1000),
        "launch with 500, ns": at_most(1000),
        "500 of 10": at_most(1.2),
    },
)
def one_run():
    jobs, _ = costs()
    (ran, _), (_, with_10), (_, with_500) = (jobs[variables] for variables in (0, 10, 500))
    return {
        "run and wait, ns": ran,
        "launch with 10, ns": with_10,
        "launch with 500, ns": with_500,
        "500 of 10": with_500 / with_10,
    }


def weir_core():
    """The folder of the package that is measured."""
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    return BUILD.parent / "release" / "python"


@line(
    "a call of a graph of ten small linear layers, its result read, beside ONNX Runtime's in one process",
    bound={"of ONNX Runtime": at_most(0.75)},
)
def one_call():
    return numbers_of(run(python_of_peers(), "bench/engine/calls.py", env={"PYTHONPATH": str(weir_core())}))


TASKS = [
    (f"{order}-{how}", seats)
    for order in ("dependent", "independent")
    for how in ("quick", "given")  # run by who submits, or handed over
    for seats in (1, 2)
]


@line(
    "built, submitted, run and released from C++, dependent and independent, 1 and 2 seats",
    bound={
        **{f"{name}, {seats} seats, ns": at_most(300) for name, seats in TASKS},
        "allocations once warm": equal_to(0),
    },
)
def tasks_on_the_fly():
    _, tasks = costs()
    times = {f"{name}, {seats} seats, ns": tasks[name, seats][0] for name, seats in TASKS}
    return {**times, "allocations once warm": sum(tasks[each][1] for each in TASKS)}


GAINING = ["towers of 256", "step of towers of 96", "step of towers of 96 in 4 parts"]
KEEPING = [
    *["towers of 96", "Inception of 7", "Inception of 14", "Inception of 28"],
    *["step of digits CNN", "step of digits MLP"],
]
BETTER = [f"{name}, of the better" for name in GAINING + KEEPING]


def times_on_streams(*names):
    env = {"PYTHONPATH": str(weir_core())}
    programs = Path(tool("weir-compile")).parent
    return numbers_of(run(sys.executable, "bench/engine/streams.py", programs, *names, env=env))


# How much a second stream gains for the smallest networks depends on how far a machine's cores are from each other (a
# tenth for the step of an MLP on some, nothing on others): theirs is what the better of one and two takes.
STREAMS = {
    **{name: at_most(0.9) for name in GAINING},
    **{name: at_most(1.05) for name in KEEPING},
    **{name: at_most(1.06) for name in BETTER},
}


@line(
    "networks whose parts are independent, on the streams that the schedule stage gives them: of the time on one, and "
    "of the better of one and two; what exceeds the bound is measured three times more, and the median counts",
    bound=STREAMS,
)
def streams():
    found = times_on_streams()
    networks = {name.removesuffix(", of the better") for name, bound in STREAMS.items() if not bound.holds(found[name])}
    again = [times_on_streams(*sorted(networks)) for _ in range(AGAIN if networks else 0)]
    return {name: statistics.median([found[name], *(more[name] for more in again if name in more)]) for name in STREAMS}


@line(
    "graph(x) of a 20 ms job returns at once, its second call too; a loop whose batches arrive in one buffer of 5 MB: "
    "of three runs the least times, as where a core was idle what a call takes is what the machine takes to wake up",
    bound={"first call, us": below(50), "second call, us": below(50), "of the longer": at_most(1.15)},
)
def at_once():
    command, env = (sys.executable, "bench/engine/at_once.py"), {"PYTHONPATH": str(weir_core())}
    return least_of(numbers_of(run(*command, env=env)) for _ in range(3))


# Where two threads are worth two. On a core that is shared, or slower when others work, they are worth less, which is
# measured beside it.
OF_ONE_REGISTER, OF_ONE_FRAME = at_least(1.8), at_least(1.5)


def throughput_of_stages(what):
    """With two of something beside one, where two threads do twice the work of one: the median of runs that measure
    all of them by turns."""
    run("./dev", "build", "-p", "release", "weir-bench-stages", "weir-compile", timeout=3600)
    runs = [numbers_of(run(sys.executable, "bench/engine/stages.py", PROGRAMS)) for _ in range(5)]
    gain = {name: [times[f"{name} 1"] / times[f"{name} 2"] for times in runs] for name in (what, "threads")}
    return statistics.median(2 * found / possible for found, possible in zip(gain[what], gain["threads"]))


NETWORKS = ("digits-step", "resnet50-b1", "resnet50-b8")
SLOWEST = 1.03


@line(
    f"a training loop that reads its loss each step, and ResNet-50, beside the build of {BEFORE} in turns; what "
    "exceeds the bound is measured three times more, and the median counts",
    bound={name: at_most(SLOWEST) for name in NETWORKS},
)
def not_slower():
    return earlier_builds.run_times(NETWORKS, build_before(), SLOWEST)


@line(
    "three stages on streams of their own, 100 times: as many iterations apart as there are registers between them; "
    "two equal stages with 2 registers beside 1; random programs give the bits of one iteration after the other",
    bound={"throughput with 2 of that with 1": OF_ONE_REGISTER, "tests passed": at_least(30)},
)
def credits():
    tests = "Repeat.*:*Credits*:Lanes.*:Memory.Registers*:*.Iterations*:*.Accumulation/*:*.FaultsOfOneIteration/*"
    printed = run(tool("WeirRuntimeTests"), "--gtest_filter=" + tests)
    return {
        "throughput with 2 of that with 1": settled(lambda: throughput_of_stages("registers"), OF_ONE_REGISTER),
        "tests passed": passed_in(printed),
    }


@line(
    "runs that overlap: feed, compute and fetch of equal length with 2 runs under way beside 1; by "
    "trace independent instructions of a program, and runs where their variables let them: an evaluation beside "
    "training of another model and not of its own; copies to and from cpu, sim and the fake driver beside a run",
    bound={"throughput with 2 frames of that with 1": OF_ONE_FRAME, "tests passed": at_least(15)},
)
def frames():
    printed = run(tool("WeirRuntimeTests"), "--gtest_filter=Overlap*.*:*Transfers.*:CudaStreams.*")
    return {
        "throughput with 2 frames of that with 1": settled(lambda: throughput_of_stages("frames"), OF_ONE_FRAME),
        "tests passed": passed_in(printed),
    }


@line(
    "gradient accumulation over 8 parts of a batch of the digits CNN is one program, of the memory of a step on one "
    "part and of the sums; parts train as the whole batch does, a bad label in one of them changes nothing",
    bound={
        "programs": equal_to(1),
        "of a part and the sums": at_most(1),
        "tests": at_least(13),
        "failed": equal_to(0),
    },
)
def accumulation():
    printed = run(sys.executable, "bench/engine/accumulation.py", env={"PYTHONPATH": str(weir_core())})
    return {**numbers_of(printed), **pytest_figures("test/python/test_accumulation.py")}


@line(
    "random programs on threads that a seed switches: right in a million schedules, and each planted fault found",
    bound={"tests passed": at_least(21), "faults": at_least(19), "schedules until the last is found": at_most(100_000)},
)
def schedules():
    tests = tool("InterleavingTests")
    seed = time.time_ns() // 1_000_000
    printed = run(tests, env={"WEIR_TEST_SEED": str(seed), "WEIR_TEST_SCHEDULES": "1000000"}, timeout=3600)
    until = [int(number) for number in re.findall(r": schedule (\d+): ", printed)]
    passed = passed_in(printed)
    return {"tests passed": passed, "faults": len(until), "schedules until the last is found": max(until)}


@line(
    "random launches of jobs with lanes, iterations, callbacks and bad data, views, in-place writes and releases by "
    "three threads on 4 seats, under ThreadSanitizer: what each finds is what its own program says",
    bound={"instructions": at_least(10_000_000), "tests passed": at_least(1)},
)
def races():
    run("./dev", "build", "-p", "tsan", "WeirRuntimeTests", timeout=3600)
    return raced(ROOT / "build" / "tsan" / "bin", 10_000_000)


@line(
    "10^7 instructions of the same programs: the memory of the process at the end of that after a tenth of them",
    bound={"instructions": at_least(10_000_000), "of that after a tenth": at_most(1.05)},
)
def soak():
    run("./dev", "build", "-p", "release", "WeirRuntimeTests", timeout=3600)
    numbers = raced(PROGRAMS, 10_000_000)
    return {
        "instructions": numbers["instructions"],
        "of that after a tenth": numbers["resident, MB"] / numbers["resident after a tenth, MB"],
    }


def raced(programs, instructions):
    printed = run(
        programs / "WeirRuntimeTests", "--gtest_filter=Races.*", env={"WEIR_RACES": str(instructions)}, timeout=3600
    )
    passed = passed_in(printed)
    return {**numbers_of(printed), "tests passed": passed}


@line(
    "30 programs with aliases of the host's memory give NumPy's numbers, 1,000 schedules each",
    bound={"tests": at_least(30), "failed": equal_to(0)},
)
def host_memory():
    return pytest_figures("test/python/test_host_memory.py", env={"WEIR_TEST_SCHEDULES": "1000"})


@line(
    "functions of the host in their turn, sizes that they say, events and copies between devices: on cpu, sim and the "
    "fake driver",
    bound={"tests passed": at_least(78)},
)
def kinds():
    printed = run(tool("WeirRuntimeTests"), "--gtest_filter=*HostAccess.*:*TwoDevices.*")
    return {"tests passed": passed_in(printed)}


@line(
    "each request for memory of a digits step fails once: an error, the variables as before, the next step works; 200 "
    "steps that nobody reads take at most 1.15 of the memory of steps that are read",
    bound={"tests": at_least(3), "failed": equal_to(0)},
)
def memory():
    return pytest_figures("test/python/test_memory_failures.py")


@line(
    "a bad label in the third of ten steps in the queue, batch norm in front of it: named by op and line, no step "
    "from it on has an effect, the next one trains (cpu and sim in Python; cpu, sim and the fake driver from C++)",
    bound={"tests": at_least(8), "failed": equal_to(0), "of the runtime": at_least(25)},
)
def failures():
    printed = run(tool("WeirRuntimeTests"), "--gtest_filter=*ConformanceOfFaults.*:CudaDevice.*:CudaStreams.*:Fault.*")
    return {
        **pytest_figures("test/python/test_failed_steps.py"),
        "of the runtime": passed_in(printed),
    }


@line(
    "weights of digits after three epochs are equal for 1 and 2 threads, each call completed or not, 1 and 2 frames",
    bound={"tests": at_least(8), "failed": equal_to(0)},
)
def bits():
    return pytest_figures("test/python/test_engine_bits.py")


@line(
    "200 forks beside work that is under way, Ctrl-C within 0.2 s in a wait, 100 times; exits with 1,000 queued calls, "
    "with failures that nobody has seen, with daemon threads",
    bound={"tests": at_least(17), "failed": equal_to(0)},
)
def ends():
    asked = {"WEIR_TEST_FORKS": "200", "WEIR_TEST_INTERRUPTS": "100"}
    return pytest_figures("test/python/test_ends.py", env=asked)

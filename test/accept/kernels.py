"""The claims of having no cliffs: what `Shown by` of its issue lists, as far as it is built."""

import concurrent.futures
import math
import os
import re
import statistics
import sys

import op_runs
from acceptance import at_least, at_most, below, equal_to, line
from measuring import BUILD, Failed, networks_beside_peers, product_rows, python_of_peers, run, tool
from tree import ROOT

sys.path[:0] = [str(ROOT / "bench" / folder) for folder in ("networks", "gemm")]

import shapes  # noqa: E402, from bench/gemm
import tables  # noqa: E402, from bench/networks
from network_cases import DECODED, EVALUATED, TRAINED  # noqa: E402


def beside_pytorch(way):
    """The figures of bench/ops, forward or with gradients."""
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(BUILD.parent / "release" / "python")}
    printed = run(python_of_peers(), "bench/ops/ops.py", "--again", f"--{way}", env=env, timeout=3600)
    print(printed, end="")
    found = dict(re.findall(r"^float32 [a-z ]+, (.+): ([\d.]+)$", printed, re.MULTILINE))
    refused = re.search(r"^refused: (\d+)$", printed, re.MULTILINE)
    return {name: float(number) for name, number in found.items()} | {"refused": int(refused[1])}


def bounds():
    return {
        "cases": at_least(300),
        "refused": equal_to(0),
        "geometric mean": at_most(0.75),
        "over 1.2 and below the roofline": at_most(6),  # 2 % of the cases, each with a reason
        "over 1.5 and below the roofline": equal_to(0),
        "errors over 1.5 of PyTorch's": equal_to(0),
    }


@line(
    "functions and layers of networks in f32 beside PyTorch eager, in turns: time, share of the roofline, error against"
    " f64; what exceeds the bound is measured three times more, and the median counts",
    bound=bounds(),
)
def ops_forward():
    return beside_pytorch("forward")


@line("the same with the gradients of all inputs", bound=bounds())
def ops_with_gradients():
    return beside_pytorch("gradients")


ATTENTION = """
func.func @attend(%q: {t}, %k: {t}, %v: {t}) -> {t} attributes {{weir.job}} {{
  %y = weir.attention %q, %k, %v {{dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64>}}
      : ({t}, {t}, {t}) -> {t}
  return %y : {t}
}}
"""

ATTENTION_GRADIENT = """
func.func @attend(%q: {t}, %k: {t}, %v: {t}, %dy: {t}) -> ({t}, {t}, {t}) attributes {{weir.job}} {{
  %y = weir.attention %q, %k, %v {{dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64>}}
      : ({t}, {t}, {t}) -> {t}
  %shares = weir.mul %y, %dy : ({t}, {t}) -> {t}
  %loss = weir.reduce_sum %shares {{dims = array<i64: 0, 1, 2, 3>}} : ({t}) -> tensor<f32>
  %d:3 = weir.gradient %loss wrt %q, %k, %v : (tensor<f32>, {t}, {t}, {t}) -> ({t}, {t}, {t})
  return %d#0, %d#1, %d#2 : {t}, {t}, {t}
}}
"""


def planned_bytes(program):
    """Of the arena of a program in a file, and the most that lives at a time."""
    scheduled = program.with_suffix(".scheduled.mlir")
    run(tool("weir-compile"), program, "--to=schedule", "-o", scheduled)
    report = "--pass-pipeline=builtin.module(vm.program(vm-report-memory{orders=1}))"
    printed = run(tool("weir-opt"), scheduled, report, "-o", "/dev/null")
    return tuple(map(int, re.search(r"peak (\d+), live bound (\d+)", printed).groups()))


def bytes_between_kernels(length, text):
    """Of the arena of attention over so many positions, which scores would stand in."""
    program = BUILD / "attention.mlir"
    program.write_text(text.format(t=f"tensor<2x12x{length}x64xf32>"))
    return planned_bytes(program)[0]


@line(
    "attention over 128, 512 and 2048 positions, causal and not, beside PyTorch's scaled_dot_product_attention: the"
    " worst of each; its memory",
    bound={
        "forward": at_most(0.8),
        "with gradients": at_most(0.8),
        "bytes between kernels, 4096 positions": equal_to(0),
        "the same with gradients": equal_to(0),
    },
)
def attention():
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(BUILD.parent / "release" / "python")}
    names = [f"attention {length}" for length in (128, 512, 2048)]
    printed = run(python_of_peers(), "bench/ops/ops.py", *names, "--again", env=env, timeout=3600)
    print(printed, end="")
    rows = re.findall(r"^attention \d+(?: causal)?( \+ gradient)? float32 +\S+ +\S+ +(\S+)", printed, re.MULTILINE)
    worst = {bool(of_training): [] for of_training, _ in rows}
    for of_training, ratio in rows:
        worst[bool(of_training)].append(float(ratio))
    return {
        "forward": max(worst[False]),
        "with gradients": max(worst[True]),
        "bytes between kernels, 4096 positions": bytes_between_kernels(4096, ATTENTION),
        "the same with gradients": bytes_between_kernels(4096, ATTENTION_GRADIENT),
    }


def beside_fastest(cases):
    """{case: Weir's time over that of the fastest peer}."""
    ratios = {case: measured["ratio"] for case, measured in networks_beside_peers(cases).items()}
    for case, ratio in ratios.items():
        print(f"{case}: {ratio:.3f}")
    return ratios


def mean_of(ratios):
    return math.exp(sum(map(math.log, ratios.values())) / len(ratios))


STEPS = [name for name in TRAINED if name != "digits-step"]


@line(
    "training steps of ResNet-18 and -50, MobileNetV2, ViT-S, a GPT and an LSTM, over the fastest of PyTorch eager in"
    " both layouts and torch.compile",
    bound={name: at_most(0.85) for name in STEPS},
)
def training_steps():
    return beside_fastest(STEPS)


def exported(case):
    """A file with the program of a network."""
    program = BUILD / f"{case}.mlir"
    env = {"PYTHONPATH": str(BUILD.parent / "release" / "python")}
    run(sys.executable, "bench/networks/export_mlir.py", case, program, env=env)
    return program


@line(
    "peak memory of these steps: the plan's over the most that lives at a time, and a process's over that of PyTorch"
    " eager",
    bound={"plan": at_most(1.05)} | {name: at_most(0.8) for name in STEPS},
)
def training_memory():
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    plans = {case: planned_bytes(exported(case)) for case in STEPS}
    figures = {"plan": max(peak / max(live, 1) for peak, live in plans.values())}
    for case, measured in networks_beside_peers(STEPS, "--only", "eager", "--rounds", "1").items():
        weir, eager = measured["rows"]
        figures[case] = weir["peak_bytes"] / eager["peak_bytes"]
    return figures


@line(
    "ten networks at inference in f32, over the fastest of PyTorch, torch.compile and ONNX Runtime",
    bound={"geometric mean": at_most(0.85), "the worst": at_most(1.0)},
)
def inference():
    ratios = beside_fastest(EVALUATED)
    return {"geometric mean": mean_of(ratios), "the worst": max(ratios.values())}


@line("the same in bf16, over the fastest peer in bf16", bound={"geometric mean": at_most(0.85)})
def inference_bf16():
    return {"geometric mean": mean_of(beside_fastest([f"{name}-bf16" for name in EVALUATED]))}


DECODER = {"dim": 768, "depth": 12, "words": 50257, "at": 512}  # GPT-2 small


def bytes_of_token():
    """What has to be read for one: the layers' and the head's matrices, and keys and values of the tokens before."""
    dim, depth, words, at = DECODER.values()
    return 4 * (depth * 12 * dim * dim + words * dim + depth * 2 * (at + 1) * dim)


@line(
    "GPT-2 decodes a token behind 512 others: bytes of weights, keys and values in a second, of what all cores read",
    bound={"of the read bandwidth": at_least(0.8)},
)
def decoding():
    peaks = [tables.machine.peaks()["read_together_gbps"]]
    (measured,) = networks_beside_peers(DECODED).values()
    peaks.append(tables.machine.peaks()["read_together_gbps"])
    seconds = measured["rows"][0]["seconds"]
    rate = bytes_of_token() / seconds * 1e-9
    share = rate / max(peaks)
    return {"of the read bandwidth": share, "GB/s": rate, "ms": 1e3 * seconds, "beside peers": measured["ratio"]}


PRODUCTS = 200
SHAPES_OF_THE_TABLE = """
256x256x256 512x512x512 1024x1024x1024 2048x2048x2048 128x768x768 128x3072x768 128x768x3072 3136x64x576 1000x1000x1000
127x127x127 16x3072x768 128x80x768
""".split()


def shapes_of_networks():
    """So many, of the products of networks that are trained, gradients of products included, and of their convolutions;
    behind the table's."""
    found = set()
    for case in STEPS:
        found |= shapes.products_in(run(tool("weir-compile"), exported(case), "--to=autograd"))
    sizes = sorted(found, key=lambda sizes: (math.prod(sizes), sizes))
    chosen = [sizes[place * len(sizes) // PRODUCTS] for place in range(PRODUCTS)]
    return list(dict.fromkeys([*SHAPES_OF_THE_TABLE, *("x".join(map(str, each)) for each in chosen)]))


@line(
    "gemm.md's table of products and 200 shapes of networks, B packed and plain, one core: of the peak, of which those"
    " of at most 16 rows are not; what is slower than oneDNN is measured once more",
    bound={
        "shapes of networks": at_least(PRODUCTS),
        "mean of peak": at_least(0.90),
        "of shapes more than 5 % behind oneDNN": below(0.02),
        "more than 15 % behind": equal_to([]),
    },
)
def products():
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    ratios, shares = {}, []
    for form in ("packed", "plain"):
        rows = product_rows(shapes_of_networks(), "--rounds=3", form=form, timeout=3 * 3600)
        slow = [shape for shape, (_, rate, peer) in rows.items() if rate < 0.95 * peer]
        rows |= product_rows(slow, form=form, timeout=3 * 3600) if slow else {}
        ratios |= {f"{form} {shape}": rate / peer for shape, (_, rate, peer) in rows.items()}
        shares += [percent / 100 for shape, (percent, _, _) in rows.items() if int(shape.split("x")[0]) > 16]
    behind = {shape: ratio for shape, ratio in sorted(ratios.items(), key=lambda each: each[1]) if ratio < 0.95}
    for shape, ratio in behind.items():
        print(f"{shape}: {ratio:.2f} of oneDNN's rate")
    return {
        "shapes of networks": len(ratios) // 2 - len(SHAPES_OF_THE_TABLE),
        "mean of peak": statistics.mean(shares),
        "of shapes more than 5 % behind oneDNN": len(behind) / len(ratios),
        "more than 15 % behind": [shape for shape, ratio in behind.items() if ratio < 0.85],
    }


WORST_OF_NETWORK = 10
REASONS: dict[str, str] = {}  # why a kernel is below 40 % of its roofline, by network and name


@line(
    "each kernel's time beside its roofline, in every network: the ten worst of each; those that take more than 1 % of"
    " its time, below 40 % and without a reason",
    bound={"networks": at_least(len(EVALUATED) + len(STEPS)), "without a reason": equal_to([])},
)
def rooflines():
    peaks, unexplained = tables.machine.peaks(), []
    measured = networks_beside_peers([*EVALUATED, *STEPS], "--only", "weir", "--rounds", "3")
    for case, figures in measured.items():
        kernels = tables.beside_roofline(figures, peaks, threads=2)
        for kernel in kernels[:WORST_OF_NETWORK]:
            print(f"{case} {kernel.name}: {kernel.of_roofline:.0%} of its roofline, {kernel.of_run:.1%} of the run")
        slow = [each.name for each in kernels if each.of_run > 0.01 and each.of_roofline < 0.4]
        unexplained += [f"{case} {name}" for name in slow if f"{case} {name}" not in REASONS]
    return {"networks": len(measured), "without a reason": unexplained}


FIRST_CALLS = {"train-resnet50-b8": 4, "train-gpt": 3}  # seconds


@line(
    "first calls of a training step, tracing and compilation, beyond the second's: with empty caches, and in a later"
    " process; the peak of a process's memory over that of PyTorch eager",
    bound={
        bound: judged
        for case, seconds in FIRST_CALLS.items()
        for bound, judged in (
            (f"{case}, cold", at_most(seconds)),
            (f"{case}, later", at_most(0.3)),
            (f"{case}, memory", at_most(0.8)),
        )
    },
)
def first_calls():
    figures = {}
    for case, measured in networks_beside_peers(FIRST_CALLS, "--only", "eager", "--rounds", "2").items():
        weir, eager = measured["rows"]
        figures |= {f"{case}, cold": weir["cold"], f"{case}, later": weir["warm"]}
        figures[f"{case}, memory"] = weir["peak_bytes"] / eager["peak_bytes"]
    return figures


LOSSES = ("train-resnet50-b8", "train-vit-s-b8", "train-gpt")


@line(
    "losses of 50 training steps in f32: how far they are from those in f64, over PyTorch's",
    bound={case: at_most(1.1) for case in LOSSES},
)
def losses():
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(BUILD.parent / "release" / "python")}
    printed = run(python_of_peers(), "bench/networks/losses.py", *LOSSES, env=env, timeout=2 * 3600)
    print(printed, end="")
    return {name: float(ratio) for name, ratio in re.findall(r"^(\S+): ([\d.]+) ", printed, re.MULTILINE)}


SCHEDULES = 200


def failures_under(seed):
    """The files of test/ops whose numbers are wrong on the CPU where a seed draws the schedules of kernels."""
    wrong = []
    for path in sorted((ROOT / "test" / "ops").glob("*/*.mlir")):
        text = path.read_text()
        runs = op_runs.runs_in(text)
        if runs is None and "--device=cpu" not in text:
            continue
        modes = "static,dynamic" if runs is op_runs.ANY_SIZES else "static"
        command = [BUILD.parent / "release" / "bin" / "weir-run", path, "--device=cpu", f"--modes={modes}"]
        try:
            run(*command, env={"WEIR_DRAWN_SCHEDULES": str(seed)}, timeout=600)
        except Failed as failure:
            wrong.append(f"{path.stem} under {seed}: {failure}")
    return wrong


@line(
    f"tests of all ops under {SCHEDULES} drawn schedules, with known and unknown sizes",
    bound={"schedules": at_least(SCHEDULES), "wrong": equal_to([])},
)
def drawn_schedules():
    run("./dev", "build", "-p", "release", "weir-run", timeout=3600)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [each for found in pool.map(failures_under, range(SCHEDULES)) for each in found]
    return {"schedules": SCHEDULES, "wrong": wrong}


TUNED = ("resnet50-b1", "vit-s", "gpt2-s128")
TUNE_SECONDS = 120
TURNS = 7


def median_us(weir_run, artifact):
    printed = run(weir_run, artifact, "--device=cpu", "--benchmark", "--seed=1")
    return float(re.search(r"median ([\d.]+) us", printed)[1])


def after_tuning(case):
    """The time of a run with tuned schedules, of that with suggested ones, in turns."""
    release = BUILD.parent / "release"
    program, tuning = exported(case), BUILD / f"{case}.tuning"
    tuning.unlink(missing_ok=True)
    compiler, runner = release / "bin" / "weir-compile", release / "bin" / "weir-run"
    print(run(compiler, program, f"--tune={TUNE_SECONDS}", f"--tuning={tuning}", timeout=4 * TUNE_SECONDS))
    suggested, tuned = BUILD / f"{case}.weir", BUILD / f"{case}-tuned.weir"
    run(compiler, program, "-o", suggested)
    run(compiler, program, f"--tuning={tuning}", "-o", tuned)
    return statistics.median(median_us(runner, tuned) / median_us(runner, suggested) for _ in range(TURNS))


@line(
    f"three networks after {TUNE_SECONDS} s of the tuner each: time of a run, of that with suggested schedules",
    bound={case: at_most(1.0) for case in TUNED},
)
def tuner():
    run("./dev", "build", "-p", "release", "weir_core", "weir-compile", "weir-run", timeout=3600)
    return {case: after_tuning(case) for case in TUNED}

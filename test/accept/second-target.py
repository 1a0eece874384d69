"""The claims of the second target: what `Shown by` of its issue lists, a line or several for each of its paragraphs."""

import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

import check_layers
import op_runs
import whole_runs
from acceptance import GPU, at_least, at_most, below, equal_to, line
from measuring import BUILD, LIT, WHOLE_SUITES, Failed, existing, gtest_figures, run, tool
from tree import ROOT, sources

NONE_FAILED = {"tests": at_least(1), "failed": equal_to(0)}


# The op suite, and all suites.


def op_files():
    return [ROOT / "test" / "ops" / path for path in sources(ROOT / "test" / "ops", (".mlir",))]


@line(
    "test/ops/** passes on interpreter, naive, cpu and sim, checked; the slowest ten",
    bound={**NONE_FAILED, "files without sim": equal_to([]), "seconds": below(180)},
)
def op_suite():
    texts = {path: path.read_text() for path in op_files()}
    assert "sim" in op_runs.DEVICES
    without = [path.name for path, text in texts.items() if "--device=sim" not in text and not op_runs.runs_in(text)]
    report = ROOT / "build" / "op-suite.xml"
    start = time.monotonic()
    suite = [sys.executable, LIT, "-q", "-j2", BUILD / "test" / "ops", f"--xunit-xml-output={report}"]
    run(*suite, status=None, env=WHOLE_SUITES)
    seconds = time.monotonic() - start
    cases = xml.etree.ElementTree.parse(report).findall(".//testcase")
    slowest = sorted(cases, key=lambda case: -float(case.get("time")))[:10]
    return {
        "tests": len(cases),
        "failed": sum(case.find("failure") is not None for case in cases),
        "files without sim": without,
        "seconds": seconds,
        "slowest ten": ", ".join(f"{case.get('name')} {float(case.get('time')):.1f} s" for case in slowest),
    }


@line(
    "./dev test stays under 6 minutes warm",
    bound={"passed": at_least(1), "failed": equal_to(0), "minutes": below(6)},
)
def warm_suites():
    return whole_runs.warm_suites()


@line(
    "./dev test stays under 30 minutes cold, in a fresh root",
    bound={"passed": at_least(1), "failed": equal_to(0), "minutes": below(30)},
)
def cold_suites():
    return whole_runs.cold_suites()


# Target cuda, statically.


@line("every kernel of the op suite goes to PTX, and through ptxas for sm_80 and sm_90a", bound=NONE_FAILED)
def cuda_lowerings():
    return gtest_figures("GpuOpSuite")


@line("products, softmax, reductions and adamw have no spill and no warning of ptxas", bound=NONE_FAILED)
def static_gates():
    return gtest_figures("Spill")


@line("registers, threads and shared memory of an artifact are checked against the device at load", bound=NONE_FAILED)
def checks_at_load():
    return gtest_figures("^CudaKernels")


@line(
    "without CUDA's toolkit and driver tests of targets and devices pass, and doctor says what is missing",
    bound={**NONE_FAILED, "doctor names": equal_to(["CUDA driver", "ptxas"])},
)
def without_toolkit():
    report = ROOT / "build" / "without-cuda.xml"
    hidden = ["tools/dev/without-cuda"]
    tests = ["ctest", "--test-dir", BUILD, "-R", "Cuda|Gpu|Sim", "--output-junit", report]
    run(*hidden, *tests, timeout=1800, status=None, env=WHOLE_SUITES)
    suite = xml.etree.ElementTree.parse(report).getroot()
    advice = run(*hidden, sys.executable, "tools/dev/doctor.py").split("\nmissing\n")[1]
    return {
        "tests": int(suite.get("tests")),
        "failed": int(suite.get("failures")),
        "doctor names": re.findall(r"^ +optional +(CUDA driver|ptxas):", advice, re.MULTILINE),
    }


# Sim against the CPU, and what it sees.


@line("the digits network trains 50 steps on sim, with the CPU's losses", bound={"difference": at_most(1e-4)})
def digits_on_sim():
    printed = run(sys.executable, existing("examples/digits/compare.py"), "--device", "sim", "--steps", "50")
    found = re.search(r"^largest difference of 50 losses: (\S+)$", printed, re.MULTILINE)
    if not found:
        raise Failed(f"expects the largest difference of 50 losses, got {printed.strip()[-200:]}")
    return {"difference": float(found[1])}


@line(
    "barriers, waits, commits, store predicates removed in turn: sim reports them; right kernels under 200 schedules",
    bound={
        "kernels": at_least(1),
        "with a barrier": at_least(1),
        "percent reported": at_least(95),
        "wrong": equal_to(0),
        "unexpected": equal_to(0),
    },
)
def mutations():
    """What is not reported is listed with the reason; a mutation without one is unexpected."""
    suite = existing("test/lib/GpuMutations/suite.py")
    printed = run(sys.executable, suite, "--tool", tool("weir-mutate-kernels"), timeout=3600, status=None)
    (ROOT / "build" / "mutations.txt").write_text(printed)
    figures = {name: int(value) for name, value in re.findall(r"([a-z ]+): (\d+)", printed.strip().splitlines()[-1])}
    figures = {name.strip(): value for name, value in figures.items()}
    return {
        **figures,
        "percent reported": 100 * figures["reported"] / figures["mutations"],
        "unexpected": len(re.findall("^unexpected: ", printed, re.MULTILINE)),
        "list": "build/mutations.txt",
    }


@line("one build emits cuda and sim images from one module, whose hash is with each", bound=NONE_FAILED)
def one_module():
    artifact = ROOT / "build" / "several.weir"
    run(tool("weir-compile"), existing("examples/target/scores.mlir"), "--target=cpu,sim,cuda", "-o", artifact)
    for device in ("cpu", "sim"):
        printed = run(tool("run_artifact"), artifact, "scores", device)
        if printed.strip() != SCORES:
            raise Failed(f"expects `{SCORES}` of {device}, got {printed.strip()}")
    return gtest_figures("^SeveralTargets")


SCORES = "result0[0] = 5"  # of examples/target/scores.mlir, for ones

# What a target costs the others.


INTERFACE, PAGE = "dialects/Kernel/Target.h", "docs/targets.md"


def interface_functions():
    """The functions that a target may implement."""
    (body,) = re.findall(r"^class TargetInterface \{(.*?)^\};", existing(INTERFACE).read_text(), re.M | re.S)
    return set(re.findall(r"^  virtual [^;{~]*?\b(\w+)\(", body, re.M))


def listed_functions():
    """Those in the table of the page's section "The interface"."""
    (section,) = re.findall(r"^## The interface$(.*?)^## ", existing(PAGE).read_text(), re.M | re.S)
    return set(re.findall(r"^\| `(\w+)` \|", section, re.M))


@line(
    "docs/targets.md lists the functions of TargetInterface, each with who asks and what for, and no other",
    bound={"functions": at_least(3), "not listed": equal_to([]), "not in the interface": equal_to([])},
)
def interface_is_listed():
    functions, listed = interface_functions(), listed_functions()
    return {
        "functions": len(functions),
        "not listed": sorted(functions - listed),
        "not in the interface": sorted(listed - functions),
    }


@line("no .cpp, .h or .td file of dialects/ and passes/ names a target", bound={"named": equal_to([])})
def no_target_is_named():
    problems = [str(problem) for problem in check_layers.check(ROOT) if "target's name" in str(problem)]
    return {"named": problems}


@line("a third target out of tree, against the installed package, runs a job", bound={"says": equal_to(SCORES)})
def third_target():
    prefix, folder = ROOT / "build" / "package", ROOT / "build" / "third-target"
    for made in (prefix, folder):
        shutil.rmtree(made, ignore_errors=True)
    example, artifact = existing("examples/target"), ROOT / "build" / "scores.weir"
    run("cmake", "--install", BUILD, "--prefix", prefix)
    compilers = ["-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22"]
    run("cmake", "-G", "Ninja", "-S", example, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", *compilers)
    run("cmake", "--build", folder)
    run(folder / "plain-compile", example / "scores.mlir", artifact)
    refused = run(tool("weir-compile"), example / "scores.mlir", "--target=plain", "-o", artifact, status=1)
    if "expects a target, one of" not in refused:
        raise Failed(f"expects Weir not to know the target plain, got {refused.strip()}")
    return {"says": run(tool("run_artifact"), artifact).strip()}


# On a GPU. The machine that has one need not have Weir's build: bench/gpu/README.md says how its record gets here.


@line(
    "on a GPU: the op suite on cuda, golden files, products beside cuBLAS, softmax and sums beside copy bandwidth",
    bound={"tests": at_least(1), "failed": equal_to(0), "wrong": equal_to(0)},
    needs=[GPU],
)
def on_a_gpu():
    run(sys.executable, "bench/gpu/build.py", timeout=3600)
    out = ROOT / "build" / "gpu-results"
    done = subprocess.run([sys.executable, "build/gpu/run.py", "--out", out], cwd=ROOT, timeout=1200)
    if done.returncode not in (0, 1):
        raise Failed(f"expects build/gpu/run.py to end, got status {done.returncode}")
    sys.path.insert(0, str(existing("bench/gpu")))
    import keep

    return keep.figures(out / "record.json")

"""Runs the lit, GoogleTest and pytest suites of one build folder and ends with the line `N passed, M failed`.

Expects the folder to be built; `./dev test` sees to that. Long suites run a sample (see suite_sample.py).
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import suite_sample
from junit_count import Count, count_suite

ROOT = Path(__file__).resolve().parents[2]
LLVM = Path("/usr/lib/llvm-22")
PYTEST_NO_TESTS = 5


def cache_value(build, name):
    """The value of a CMake cache variable, or an empty string."""
    cache = build / "CMakeCache.txt"
    for line in cache.read_text().splitlines() if cache.is_file() else ():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


def environment(build):
    env = dict(os.environ, WEIR_BUILD_DIR=str(build))
    env["PATH"] = f"{build}/bin:{env['PATH']}:{LLVM}/bin"
    env["PYTHONPATH"] = f"{build}/python"
    # Hundreds of tests start Python: each would compile the package again where nothing keeps bytecode.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = f"{build}/bytecode"
    env["WEIR_SUITE_SEED"] = str(suite_sample.seed())  # one for all suites, though a day may end
    env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    # LLVM's allocators poison memory in our instrumented code; libMLIR, which is not, hands it out still poisoned.
    env["ASAN_OPTIONS"] = "allow_user_poisoning=0"
    return env


def python_settings(build, asan_options):
    """Variables for a Python that loads libraries of the build. CPython is not instrumented: it must load the
    sanitizer's library first, and it frees nothing at exit.
    """
    if "-fsanitize=address" not in cache_value(build, "CMAKE_CXX_FLAGS"):
        return {}
    found = subprocess.run(
        ["clang++-22", "-print-file-name=libclang_rt.asan-x86_64.so"], capture_output=True, text=True
    )
    return {"LD_PRELOAD": found.stdout.strip(), "ASAN_OPTIONS": asan_options + ":detect_leaks=0"}


def lit_command(build, report):
    if not (build / "test" / "lit.site.cfg.py").is_file():
        return None
    verbosity = ["-sv"] if sys.stdout.isatty() else ["-v"]
    return [
        sys.executable,
        str(LLVM / "bin" / "lit"),
        *verbosity,
        "--allow-empty-runs",
        "-j",
        str(os.cpu_count()),
        "--xunit-xml-output",
        str(report),
        str(build / "test"),
    ]


def gtest_command(build, report):
    if not (build / "CTestTestfile.cmake").is_file():
        return None
    return [
        "ctest",
        "--test-dir",
        str(build),
        "--output-on-failure",
        "--timeout",
        "600",
        "-j",
        str(os.cpu_count()),
        "--output-junit",
        str(report),
    ]


def pytest_command(build, report):
    tests = ROOT / "test" / "python"
    if not tests.is_dir() or cache_value(build, "WEIR_RUNTIME_ONLY") == "ON":
        return None
    # Workers begin with files side by side. By files alone (loadfile) xdist waits for ever where a worker has died.
    parallel = ["-n", "auto", "--dist", "worksteal"]
    return [sys.executable, "-m", "pytest", "-q", *parallel, f"--junitxml={report}", str(tests)]


SUITES = {"lit": lit_command, "gtest": gtest_command, "pytest": pytest_command}


def left_out_of(report):
    """How many tests said that they are not in the sample: GoogleTests once, pytest's in an attribute, too."""
    text = report.read_text(errors="replace") if report.is_file() else ""
    return text.count(suite_sample.NOT_DRAWN) - text.count(f'message="{suite_sample.NOT_DRAWN}')


def run_suite(name, build):
    report = build / "reports" / f"{name}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = SUITES[name](build, report)
    if command is None:
        print(f"== {name}: nothing here for {build.name}", flush=True)
        return Count()
    print(f"== {name}", flush=True)
    env = environment(build)
    start = time.monotonic()
    status = subprocess.run(
        command, cwd=ROOT, env=env | python_settings(build, env["ASAN_OPTIONS"]) if name == "pytest" else env
    ).returncode
    if name == "pytest" and status == PYTEST_NO_TESTS:
        status = 0
    count, complaint = count_suite(report, status)
    if left_out := left_out_of(report):
        print(f"== {name}: {left_out} tests are not in this sample, of {count.total}", flush=True)
    if complaint:
        print(f"== {name} {complaint}", flush=True)
    print(f"== {name}: {count} in {time.monotonic() - start:.0f} s", flush=True)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    arguments = parser.parse_args()
    unknown = set(arguments.suites) - set(SUITES)
    if unknown:
        parser.error(f"expects suites of {', '.join(SUITES)}, got {', '.join(sorted(unknown))}")
    build = arguments.build.resolve()
    print(f"== {suite_sample.described()}", flush=True)
    count = sum((run_suite(name, build) for name in arguments.suites or SUITES), Count())
    if count.passed + count.failed == 0:
        print("dev: no test ran", file=sys.stderr, flush=True)
    print(count)
    return 1 if count.failed or not count.passed else 0


if __name__ == "__main__":
    sys.exit(main())

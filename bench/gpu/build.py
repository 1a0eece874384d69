"""The build half: makes a folder that runs on a machine with a GPU, by `python3 FOLDER/run.py`.

Needs a build of Weir, and ptxas for more than PTX. The folder holds the runtime, artifacts, and the run half.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases import cases

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUN_HALF = ("run.py", "weir_ctypes.py", "suite.py", "peers.py", "golden.py")
RUNTIME_BUILD = ROOT / "build" / "portable-runtime"


def run(*command):
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("expects `%s` to succeed, got:\n%s%s" % (command[0], done.stdout[-2000:], done.stderr[-2000:]))
    return done.stdout


def build_runtime(folder):
    """The runtime alone, with what it uses of the C++ library inside: another machine has glibc and libgcc_s."""
    flags = "-fuse-ld=lld -static-libstdc++ -Wl,--gc-sections"
    run(
        "cmake",
        "--preset",
        "runtime-only",
        "-B",
        RUNTIME_BUILD,
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_C_FLAGS=",
        "-DCMAKE_CXX_FLAGS=",
        "-DWEIR_BUILD_TESTS=OFF",
        "-DCMAKE_SHARED_LINKER_FLAGS=" + flags,
    )
    run("ninja", "-C", RUNTIME_BUILD, "weir_runtime")
    shutil.copy(RUNTIME_BUILD / "lib" / "libweir_runtime.so", folder / "libweir_runtime.so")
    needed = run("readelf", "--dynamic", "--version-info", "--wide", folder / "libweir_runtime.so")
    libraries = re.findall(r"\(NEEDED\).*\[(.+)\]", needed)
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", needed)}
    return libraries, ".".join(map(str, max(versions)))


def build_cases(folder, bin_folder, target, small):
    (folder / "cases").mkdir()
    everything = cases(small)

    def compile_case(numbered):
        number, case = numbered
        case["artifact"] = "%02d.weir" % number
        source = folder / "cases" / ("%02d.mlir" % number)
        source.write_text(case.pop("text"))
        run(bin_folder / "weir-compile", source, "--target=" + target, "-o", folder / "cases" / case["artifact"])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(compile_case, enumerate(everything)))
    return everything


def build_suite(folder, bin_folder, target):
    (folder / "suite").mkdir()

    def export(source):
        name = folder / "suite" / ("%s-%s" % (source.parent.name, source.stem))
        modes = re.findall(r"RUN: weir-run .*--device=cpu.* (--modes=\S+)", source.read_text())[:1]  # none: all of them
        run(bin_folder / "weir-export-tests", source, "--target=" + target, "-o", name, *modes)

    sources = sorted(ROOT.glob("test/ops/*/*.mlir"))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(export, sources))
    return len(sources)


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "gpu", help="made anew")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", help="where weir-compile was built")
    parser.add_argument("--target", default="cuda", help="sim or cpu for trying the run half")
    parser.add_argument("--small", action="store_true", help="sizes that a simulator runs in seconds")
    arguments = parser.parse_args(given)
    folder, bin_folder = arguments.folder.resolve(), arguments.build.resolve() / "bin"
    if folder.exists() and not (folder / "manifest.json").exists() and any(folder.iterdir()):
        parser.error("expects a folder that this program made, or none, got %s" % folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    libraries, glibc = build_runtime(folder)
    manifest = {"small": arguments.small, "target": arguments.target}
    manifest["commit"] = run("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*").strip()
    manifest["cases"] = build_cases(folder, bin_folder, arguments.target, arguments.small)
    files = build_suite(folder, bin_folder, arguments.target)
    for name in RUN_HALF:
        shutil.copy(HERE / name, folder / name)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print("%s: %d cases, %d files of the op suite, %.1f MiB" % (folder, len(manifest["cases"]), files, size / 2**20))
    print("libweir_runtime.so needs glibc %s or newer; libraries %s" % (glibc, ", ".join(libraries)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

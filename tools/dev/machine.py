"""What this machine is and can do: CPU, its features and measured peaks, GPU, MPI, CUDA toolkit.

It changes nothing but the peak probe, which it compiles into build/peak/.
"""

import ctypes
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from tree import ROOT

PROBE = ROOT / "build" / "peak" / "weir-peak"

# The CPU features that Weir's targets ask about, as /proc/cpuinfo spells them.
FEATURES = (
    "avx2 fma f16c avx512f avx512bw avx512vl avx512_bf16 avx512_fp16 avx512_vnni avx_vnni amx_tile amx_bf16 amx_int8"
).split()


def output(*command, timeout=30):
    """What a command prints, or None if there is no such command or it fails."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout.strip() if run.returncode == 0 else None


def cpu_info():
    """The lines of the first core in /proc/cpuinfo."""
    first = Path("/proc/cpuinfo").read_text().split("\n\n")[0]
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in first.splitlines())}


def cpu_name():
    info = cpu_info()
    family, model = info.get("cpu family", "?"), info.get("model", "?")
    return f"{info.get('model name', 'unknown CPU')} (family {family}, model {model})"


def cpu_features():
    flags = set(cpu_info().get("flags", "").split())
    return [name for name in FEATURES if name in flags]


def compiler():
    return next((found for name in ("clang++-22", "clang++", "g++") if (found := shutil.which(name))), None)


def build_probe():
    """Compiles bench/peak if the program is older than its sources: two seconds, and no configured build."""
    sources = sorted((ROOT / "bench" / "peak").glob("*.cpp"))
    newest = max(path.stat().st_mtime for path in (ROOT / "bench" / "peak").iterdir())
    if PROBE.is_file() and PROBE.stat().st_mtime > newest:
        return
    if compiler() is None:
        raise RuntimeError("expects a C++ compiler to build the peak probe, found none")
    PROBE.parent.mkdir(parents=True, exist_ok=True)
    command = [compiler(), "-std=c++20", "-O2", f"-I{ROOT}", *map(str, sources), "-o", str(PROBE)]
    subprocess.run(command, check=True, capture_output=True, text=True)


def peaks():
    """The measured peaks of one core, and what all read together; see bench/peak/weir-peak.cpp for the keys."""
    build_probe()
    return json.loads(subprocess.run([str(PROBE)], check=True, capture_output=True, text=True).stdout)


def peaks_text(measured):
    def row(values, unit):
        return ", ".join(f"{name} {value:g}" for name, value in values.items() if value is not None) + f" {unit}"

    return [
        f"clock {measured['clock_ghz']} GHz",
        row(measured["gflops"], "GF/s"),
        "read " + row(measured["read_gbps"], "GB/s"),
    ]


def cuda_driver():
    """The CUDA driver's version and its devices' count, or None without a driver."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    version, count = ctypes.c_int(), ctypes.c_int()
    driver.cuDriverGetVersion(ctypes.byref(version))
    if driver.cuInit(0) != 0:
        return f"{version.value // 1000}.{version.value % 1000 // 10}", 0
    driver.cuDeviceGetCount(ctypes.byref(count))
    return f"{version.value // 1000}.{version.value % 1000 // 10}", count.value


def gpus():
    """A line per NVIDIA GPU; empty without any."""
    listed = output("nvidia-smi", "--query-gpu=name,compute_cap,memory.total,driver_version", "--format=csv,noheader")
    return listed.splitlines() if listed else []


def cuda_toolkit():
    """{tool: path} of what Weir uses of CUDA's toolkit, with None for what is missing; looked for where Weir does."""
    home = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    return {"ptxas": shutil.which("ptxas") or shutil.which("ptxas", path=home / "bin")}


def mpi():
    version = output("mpirun", "--version")
    return version.splitlines()[0] if version else None


def version_of(command):
    """The first thing in a tool's --version that looks like a version, or None without the tool."""
    text = output(command, "--version")
    found = re.search(r"\d+(\.\d+)+", text or "")
    return found.group() if found else (text.splitlines()[0] if text else None)

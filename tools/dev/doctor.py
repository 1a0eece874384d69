"""Prints what this machine has of what Weir needs, what its CPU reaches, and how to get what is missing."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import machine
from tree import ROOT

TOOLS = (
    "clang++-22 ld.lld-22 clang-format-22 mlir-tblgen-22 mlir-opt-22 FileCheck-22 cmake ninja ccache flatc strace"
).split()

OLDEST_CUDA = (12, 1)  # whose driver and ptxas take the PTX that Weir writes


def show(name, value):
    print(f"  {name:<22} {value}")


def listed_packages():
    lines = (ROOT / "tools" / "dev" / "packages.txt").read_text().splitlines()
    return dict(line.split(None, 1) for line in lines if line.strip() and not line.startswith("#"))


def installed_versions(names):
    text = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status} ${Version}\n", *names], capture_output=True, text=True
    ).stdout
    rows = (line.split() for line in text.splitlines())
    return {row[0]: row[2] for row in rows if len(row) == 3 and row[1] == "installed"}


def show_system():
    print("system")
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    show("os", f"{release.get('PRETTY_NAME', '?').strip(chr(34))}, Linux {platform.release()}")
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
    show(
        "cores, memory, disk",
        f"{machine.os.cpu_count()}, {memory:.0f} GiB, " f"{shutil.disk_usage(ROOT).free / 2**30:.0f} GiB free",
    )


def show_packages():
    """Prints versions; returns the packages that are missing."""
    print("tools")
    for name in TOOLS:
        show(name, machine.version_of(name) or "missing")
    packages = listed_packages()
    versions = installed_versions(packages) if shutil.which("dpkg-query") else {}
    print("libraries (Debian packages)")
    for name in packages:
        if name.startswith("lib") or name.endswith("-dev"):
            show(name, versions.get(name, "missing"))
    return [name for name in packages if name not in versions]


def show_python():
    print("python")
    python = ROOT / ".venv" / "bin" / "python"
    version = machine.output(str(python), "-V") if python.exists() else None
    show(".venv", version or "missing; any ./dev build makes it")
    if python.exists():
        for line in (machine.output(str(python), "-m", "pip", "list", "--format=freeze") or "").splitlines():
            name, _, version = line.partition("==")
            if name in ("numpy", "pytest", "hypothesis", "torch"):
                show(name, version)


def show_cpu():
    print("cpu")
    show("name", machine.cpu_name())
    show("features", " ".join(machine.cpu_features()))
    try:
        for text in machine.peaks_text(machine.peaks()):
            show("one core, measured", text)
    except (RuntimeError, subprocess.CalledProcessError, OSError) as error:
        show("one core, measured", f"not measured: {error}")


def cuda_advice(driver, ptxas):
    """What the target cuda lacks on this machine, what is without it, and how to get it."""
    advice = []
    if driver is None:
        advice.append(
            "CUDA driver: runs what is compiled for cuda; it comes with NVIDIA's driver for the GPU "
            "(nvidia.com/drivers, or your distribution's package). Without a GPU the sim target runs the same kernels"
        )
    elif tuple(map(int, driver[0].split("."))) < OLDEST_CUDA:
        advice.append(f"CUDA driver: expects one for CUDA 12.1 (R530) or newer, got one for {driver[0]}: update it")
    elif driver[1] == 0:
        advice.append("CUDA driver: shows no GPU: see nvidia-smi, and the container's options, such as --gpus all")
    if ptxas is None:
        advice.append(
            "ptxas: makes cubins and counts registers; without it artifacts hold PTX, which the driver compiles. It is "
            "part of the CUDA Toolkit, 12.1 or newer (developer.nvidia.com/cuda-downloads), and is looked for in PATH, "
            "in CUDA_HOME/bin, and in /usr/local/cuda/bin where CUDA_HOME isn't set"
        )
    return advice


def show_accelerators():
    """Prints GPU, CUDA and MPI; returns advice for what is missing. None of these is needed to build or test."""
    print("gpu, mpi (both optional)")
    advice = []
    for line in machine.gpus() or ["none"]:
        show("nvidia gpu", line)
    driver = machine.cuda_driver()
    show("cuda driver", f"{driver[0]}, {driver[1]} devices" if driver else "none")
    for name, path in machine.cuda_toolkit().items():
        show(name, path or "missing")
    advice += cuda_advice(driver, machine.cuda_toolkit()["ptxas"])
    show("mpirun", machine.mpi() or "missing")
    if not machine.mpi():
        advice.append("mpirun: apt-get install openmpi-bin libopenmpi-dev")
    return advice


def main():
    show_system()
    missing = show_packages()
    show_python()
    show_cpu()
    advice = show_accelerators()
    print("missing")
    if missing:
        show("needed", f"{' '.join(missing)}: any ./dev build installs them, or apt-get install them by name")
    for line in advice:
        show("optional", line)
    if not missing and not advice:
        show("nothing", "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

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


def show_accelerators():
    """Prints GPU, CUDA and MPI; returns advice for what is missing. None of these is needed to build or test."""
    print("gpu, mpi (both optional)")
    advice = []
    for line in machine.gpus() or ["none"]:
        show("nvidia gpu", line)
    driver = machine.cuda_driver()
    show("cuda driver", f"{driver[0]}, {driver[1]} devices" if driver else "none")
    if driver is None:
        advice.append("CUDA driver: part of NVIDIA's driver for the GPU; without a GPU the sim target stands in for it")
    toolkit = machine.cuda_toolkit()
    for name, path in toolkit.items():
        show(name, path or "missing")
    if not toolkit["ptxas"]:
        advice.append("ptxas: part of NVIDIA's CUDA Toolkit; set CUDA_HOME where it isn't at /usr/local/cuda")
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

"""The run half: what `build.py` made, on a machine with a GPU and PyTorch and without LLVM, network or Weir's Python.

Runs the op suite, makes the golden file of matrix instructions, checks and times each case beside its peers in turn,
and prints a table. Exits with 1 if a number is wrong.
"""

import argparse
import datetime
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import golden
from peers import peer_for
from suite import run_suite
from weir_ctypes import Artifact, Device, Runtime

ROUNDS = 11
SAMPLE_SECONDS = 0.005
MOST_CALLS = 200


class Clock:
    """What is left of the time that the caller gave."""

    def __init__(self, seconds):
        self.start, self.seconds = time.monotonic(), seconds

    def spent(self):
        return (time.monotonic() - self.start) / self.seconds


def seconds_of(call, synchronize, calls):
    """Of one call, from an idle device to results that are there: Weir's runs wait, so its peers do."""
    start = time.perf_counter()
    for _ in range(calls):
        call()
        synchronize()
    return (time.perf_counter() - start) / calls


def interleaved(contenders, synchronize):
    """{name: [seconds of each round]}: in each round everyone has a turn, so that a slow moment meets all."""
    calls = {}
    for name, call in contenders.items():
        seconds_of(call, synchronize, 2)
        once = seconds_of(call, synchronize, 1)
        calls[name] = max(1, min(MOST_CALLS, int(SAMPLE_SECONDS / once)))
    samples = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, call in contenders.items():
            samples[name].append(seconds_of(call, synchronize, calls[name]))
    return samples


def row_of(case, samples, error):
    weir = statistics.median(samples["weir"])
    row = {"case": case["name"], "error": error, "ms": 1e3 * weir, "gigabytes_per_second": case["bytes"] / weir / 1e9}
    if case["flops"]:
        row["teraflops"] = case["flops"] / weir / 1e12
    row["peers"] = {
        name: {
            "ms": 1e3 * statistics.median(theirs),
            "ratio": statistics.median(their / own for their, own in zip(theirs, samples["weir"])),
        }
        for name, theirs in samples.items()
        if name != "weir"
    }
    return row


def measure(case, device, peer, folder, compiles):
    inputs = [peer.make(one) for one in case["inputs"]]
    job = Artifact(device, folder / "cases" / case["artifact"]).job("job")
    tensors = [peer.place(x, one["dtype"]) for x, one in zip(inputs, case["inputs"])]
    error = peer.worst(case, inputs, job.run(tensors))
    contenders = {"weir": job.bind(tensors)}
    contenders.update(peer.contenders(case, inputs, compiles))
    return row_of(case, interleaved(contenders, peer.synchronize), error)


def copy_bandwidth(peer, elements):
    """Bytes read and written per second; what moves data only is compared with it."""
    samples = interleaved({"copy": peer.copy(elements)}, peer.synchronize)
    return 8 * elements / statistics.median(samples["copy"])


def line_of(row, copy):
    share = 100 * row["gigabytes_per_second"] * 1e9 / copy
    if "teraflops" in row:
        rate = "%8.1f TF/s      " % row["teraflops"]
    else:
        rate = "%7.0f GB/s %3.0f%%" % (row["gigabytes_per_second"], share)
    peers = "  ".join("%s %.3f (%.2fx)" % (name, one["ms"], one["ratio"]) for name, one in row["peers"].items())
    wrong = "" if row["error"] <= 1 else "  WRONG"
    return "%-44s %9.3f  %s  %5.2f  %s%s" % (row["case"], row["ms"], rate, row["error"], peers, wrong)


def measure_all(manifest, device, peer, arguments, clock):
    copy = copy_bandwidth(peer, 1 << (14 if manifest["small"] else 28))
    print("copy of f32: %.0f GB/s\n" % (copy / 1e9))
    print("%-44s %9s  %-15s  %5s  %s" % ("case", "ms", "rate, of copy", "error", "peers: ms (times Weir's)"))
    rows, left = [], []
    for case in manifest["cases"]:
        if arguments.only and arguments.only not in case["name"]:
            continue
        if clock.spent() > 0.95:
            left.append(case["name"])
            continue
        try:
            row = measure(case, device, peer, arguments.folder, not arguments.no_compile and clock.spent() < 0.7)
        except Exception as error:  # whatever it is, the table goes on
            row = {"case": case["name"], "failed": "%s: %s" % (type(error).__name__, str(error)[:300])}
        print(line_of(row, copy) if "ms" in row else "%-44s FAILED: %s" % (case["name"], row["failed"]), flush=True)
        rows.append(row)
        peer.release()
    print("\nerror: the largest one, as a part of what dtype and length of sums allow")
    if left:
        print("no time left for: " + ", ".join(left))
    return {"copy_gigabytes_per_second": copy / 1e9, "rows": rows, "left": left}


def run_tests(device, folder):
    start = time.monotonic()
    passed, wrong = run_suite(folder / "libweir_runtime.so", device, folder / "suite")
    for name, failure in wrong[:20]:
        print("  %s: %s" % (name, failure))
    seconds = time.monotonic() - start
    print("op suite on %s: %d passed, %d failed in %.0f s" % (device, passed, len(wrong), seconds), flush=True)
    return {"passed": passed, "failed": len(wrong), "wrong": wrong}


def make_golden(out):
    """Only a GPU's own answers are golden."""
    try:
        golden.make_on_gpu(out / "matrix.golden")
    except golden.NoGpu as none:
        print("golden file: not made: %s" % none)
        return False
    print("golden file of ldmatrix and mma: %s; commit it as unittests/Sim/matrix.golden" % (out / "matrix.golden"))
    return True


def gpu_name():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(query, stdout=subprocess.PIPE, universal_newlines=True).stdout.strip() or "no GPU"
    except OSError:
        return "no GPU"


def arguments_of(given):
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda", choices=["cuda", "sim", "cpu"])
    parser.add_argument("--folder", type=Path, default=here, help="what build.py made")
    parser.add_argument("--out", type=Path, default=Path("gpu-results"), help="for record.json and the golden file")
    parser.add_argument("--only", help="cases whose names hold this")
    parser.add_argument("--seconds", type=float, default=450, help="cases that don't begin within them are left out")
    parser.add_argument("--no-compile", action="store_true", help="without torch.compile")
    parser.add_argument("--no-suite", action="store_true", help="cases alone")
    return parser.parse_args(given)


def main(given=None):
    arguments = arguments_of(given)
    clock = Clock(arguments.seconds)
    manifest = json.loads((arguments.folder / "manifest.json").read_text())
    arguments.out.mkdir(parents=True, exist_ok=True)
    runtime = Runtime(arguments.folder / "libweir_runtime.so")
    device = Device(runtime, arguments.device)
    peer = peer_for(device, device.kind)
    machine = "%s; Python %s, %s" % (gpu_name(), platform.python_version(), peer.name)
    print("Weir %s, commit %s; %s" % (runtime.runtime_version().decode(), manifest["commit"], machine), flush=True)

    record = {"commit": manifest["commit"], "machine": machine, "date": datetime.date.today().isoformat()}
    if not arguments.no_suite:
        record["suite"] = run_tests(arguments.device, arguments.folder)
        record["golden"] = make_golden(arguments.out)
    record.update(measure_all(manifest, device, peer, arguments, clock))
    if getattr(peer, "compile_error", ""):
        print("torch.compile: " + peer.compile_error)
    record["seconds"] = time.monotonic() - clock.start
    (arguments.out / "record.json").write_text(json.dumps(record, indent=1) + "\n")
    print("%.0f s; %s" % (record["seconds"], arguments.out / "record.json"))
    bad = [row for row in record["rows"] if "failed" in row or not row["error"] <= 1]
    return 1 if bad or record.get("suite", {}).get("failed") or not record["rows"] else 0


if __name__ == "__main__":
    sys.exit(main())

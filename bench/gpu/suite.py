"""The op suite without LLVM and MLIR: runs the jobs that weir-export-tests made and compares their results.

The comparison is that of dialects/Check/CompareTensors.h; a test holds the two together.
"""

import json
import math
import os
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from weir_ctypes import DTYPES, Artifact, Device, Failed, Runtime

CODES = {"f64": "d", "f32": "f", "f16": "e", "bf16": "H", "i64": "q", "i32": "i", "i8": "b", "u8": "B", "bool": "B"}
AT_ONCE = min(8, os.cpu_count())  # processes: most of a file's time is the start of one
PRECISION = {"f64": (53, -1022), "f32": (24, -126), "f16": (11, -14), "bf16": (8, -126)}


def elements(dtype, data):
    code = CODES[dtype]
    values = struct.unpack("<%d%s" % (len(data) // struct.calcsize(code), code), data)
    if dtype == "bf16":
        values = struct.unpack("<%df" % len(values), b"".join(struct.pack("<I", value << 16) for value in values))
    return values


def ulp(dtype, value):
    precision, least = PRECISION[dtype]
    exponent = least if value == 0 or not math.isfinite(value) else math.frexp(value)[1] - 1
    return math.ldexp(1.0, max(exponent, least) - (precision - 1))


def equal(actual, expected):
    if math.isnan(expected):
        return math.isnan(actual)
    return actual == expected and math.copysign(1, actual) == math.copysign(1, expected)


def difference(dtype, actual, expected, check):
    """What is wrong with the first element that is, or an empty string."""
    exact = check["exact"] or dtype not in PRECISION
    largest = max((abs(value) for value in expected if math.isfinite(value)), default=0)
    for position, (got, wanted) in enumerate(zip(actual, expected)):
        if exact:
            right = equal(got, wanted)
        elif got == wanted or (math.isnan(got) and math.isnan(wanted)):
            right = True
        else:
            allowed = check["atol"] + check["rtol"] * abs(wanted) + check["of_largest"] * largest
            allowed += check["ulps"] * ulp(dtype, wanted)
            right = math.isfinite(got) and math.isfinite(wanted) and abs(got - wanted) <= allowed
        if not right:
            return "expects %r as element %d, got %r" % (wanted, position, got)
    return ""


def place(device, one):
    """An input in the device's memory, its elements as far apart as the test says."""
    data = bytes.fromhex(one["bytes"])
    memory = device.tensor("u8", [len(data)])
    memory.write(data)
    address = device.runtime.tensor_data(memory.handle)
    return device.borrow(address, DTYPES[one["dtype"]], one["shape"], one["strides"], memory)


def failure_of(artifact, test):
    try:
        inputs = [place(artifact.device, one) for one in test["inputs"]]
        results = artifact.job(test["job"]).run(inputs)
    except Failed as failed:
        return str(failed)
    if len(results) != 2 * len(test["checks"]):
        return "expects two results for each check, got %d for %d" % (len(results), len(test["checks"]))
    for check, actual, expected in zip(test["checks"], results[::2], results[1::2]):
        if (actual.dtype, actual.shape) != (expected.dtype, expected.shape):
            return "%s expects %s %s, got %s %s" % (
                check["op"],
                expected.dtype,
                expected.shape,
                actual.dtype,
                actual.shape,
            )
        wrong = difference(
            expected.dtype, elements(actual.dtype, actual.read()), elements(expected.dtype, expected.read()), check
        )
        if wrong:
            return "%s %s" % (check["op"], wrong)
    return ""


def run_file(device, manifest):
    """{"passed": count, "wrong": [[test, what is wrong]]} of one artifact."""
    tests, passed, wrong = json.loads(manifest.read_text())["tests"], 0, []
    artifact = Artifact(device, manifest.with_suffix(".weir"))
    for test in tests:
        failure = failure_of(artifact, test)
        passed += not failure
        if failure:
            wrong.append([test["job"], failure])
    return {"passed": passed, "wrong": wrong}


def main(library, device, manifest):
    try:
        print(json.dumps(run_file(Device(Runtime(library), device, poison=True), Path(manifest))))
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


# One artifact is one process: after a bad access a GPU's driver serves a process no more.


def run_suite(library, device, folder):
    """(tests that passed, [(test, what is wrong)]) of all artifacts of a folder."""

    def run(manifest):
        command = [sys.executable, __file__, str(library), device, str(manifest)]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    manifests = sorted(folder.glob("*.json"))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ended = list(pool.map(run, manifests))
    passed, wrong = 0, []
    for manifest, done in zip(manifests, ended):
        if done.returncode != 0:
            said = done.stderr.strip().splitlines()[-1:] or ["ends with status %d" % done.returncode]
            wrong.append((manifest.stem, said[0]))
            continue
        outcome = json.loads(done.stdout)
        passed += outcome["passed"]
        wrong += [("%s.%s" % (manifest.stem, test), failure) for test, failure in outcome["wrong"]]
    return passed, wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

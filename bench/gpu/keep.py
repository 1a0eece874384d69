"""Keeps what a run on a GPU left: as the last record of `./dev accept second-target`, its golden file with the tests,
its table as docs/benchmarks-gpu.md.

    python bench/gpu/keep.py RESULTS-FOLDER
"""

import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "test" / "accept" / "records" / "second-target.json"
PAGE = ROOT / "docs" / "benchmarks-gpu.md"
LINE = "on_a_gpu"
SHOWN = ("softmax", "sum of", "max of")


def figures(path):
    """What the line shows: counts, products and convolutions beside cuBLAS or cuDNN, the rest beside copies."""
    record = json.loads(Path(path).read_text())
    rows = record["rows"]
    wrong = [row["case"] for row in rows if "failed" in row or not row["error"] <= 1]
    shown = {"tests": record["suite"]["passed"], "failed": record["suite"]["failed"], "wrong": len(wrong)}
    for row in rows:
        if "teraflops" in row and "eager" in row["peers"]:
            library = "cuDNN" if row["case"].startswith("conv") else "cuBLAS"
            ratio = row["peers"]["eager"]["ratio"]
            shown[row["case"]] = "%.0f TF/s, %.2f of %s" % (row["teraflops"], ratio, library)
        elif row["case"].startswith(SHOWN) and "ms" in row:
            share = row["gigabytes_per_second"] / record["copy_gigabytes_per_second"]
            shown[row["case"]] = "%.0f %% of copy" % (100 * share)
    return shown


PREFACE = """# Benchmarks on a GPU

Written by `bench/gpu/keep.py`; [bench/gpu](../bench/gpu/README.md) says how it measures. CPUs have a page of their own,
[Benchmarks](benchmarks.md).

%s; commit %s, %s. A copy of f32 moves %.0f GB/s. The op suite: %d tests passed, %d failed.

A case's time is from an idle device to finished results; error is a part of what dtype and length of sums allow. Behind
a peer's time is how many times Weir's it is: above 1 says that Weir is faster.

| case | ms | rate | error | PyTorch eager | torch.compile |
|---|--:|--:|--:|--:|--:|
"""


def row_of(row, copy):
    if "failed" in row:
        return "| %s | failed: %s | | | | |\n" % (row["case"], row["failed"])
    rate = "%.0f GB/s, %.0f %% of copy" % (row["gigabytes_per_second"], 100 * row["gigabytes_per_second"] / copy)
    if "teraflops" in row:
        rate = "%.1f TF/s" % row["teraflops"]
    theirs = [row["peers"].get(name) for name in ("eager", "compiled")]
    peers = " | ".join("%.3f (%.2f)" % (peer["ms"], peer["ratio"]) if peer else "" for peer in theirs)
    return "| %s | %.3f | %s | %.2f | %s |\n" % (row["case"], row["ms"], rate, row["error"], peers)


def page(record):
    copy = record["copy_gigabytes_per_second"]
    suite = record["suite"]
    said = (record["machine"], record["commit"], record["date"], copy, suite["passed"], suite["failed"])
    return PREFACE % said + "".join(row_of(row, copy) for row in record["rows"])


def keep(results, records=RECORDS, page_file=PAGE):
    record = json.loads((results / "record.json").read_text())
    kept = json.loads(records.read_text()) if records.is_file() else {}
    kept[LINE] = {name: record[name] for name in ("commit", "machine", "date")}
    kept[LINE]["figures"] = figures(results / "record.json")
    records.parent.mkdir(parents=True, exist_ok=True)
    records.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n")
    page_file.write_text(page(record))
    golden = results / "matrix.golden"
    if golden.is_file():
        shutil.copy(golden, ROOT / "unittests" / "Sim" / "matrix.golden")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    keep(Path(sys.argv[1]))

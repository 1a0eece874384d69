"""Keeps what a run on a GPU left: as the last record of `./dev accept second-target`, its golden file with the tests.

    python bench/gpu/keep.py RESULTS-FOLDER
"""

import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "test" / "accept" / "records" / "second-target.json"
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


def keep(results, records=RECORDS):
    record = json.loads((results / "record.json").read_text())
    kept = json.loads(records.read_text()) if records.is_file() else {}
    kept[LINE] = {name: record[name] for name in ("commit", "machine", "date")}
    kept[LINE]["figures"] = figures(results / "record.json")
    records.parent.mkdir(parents=True, exist_ok=True)
    records.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n")
    golden = results / "matrix.golden"
    if golden.is_file():
        shutil.copy(golden, ROOT / "unittests" / "Sim" / "matrix.golden")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    keep(Path(sys.argv[1]))

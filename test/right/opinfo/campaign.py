"""Runs cases of OpInfo against Weir, in processes that may die, and counts what is equal, wrong and refused.

python campaign.py FOLDER [ENTRY ...] [--eagerly] [--kept FOLDER] [--json FILE] [--table FILE], with the package on
PYTHONPATH and case files of sampling.py in FOLDER. Cases are graphs, or run op by op.
"""

import argparse
import json
import os
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from pathlib import Path

from case_files import CaseFile
from counterparts import counterpart
from reasons import reason_of, taken_because

WORKER = Path(__file__).with_name("case_worker.py")
PATIENCE = 120  # seconds that a case may take


class Worker:
    """A process that judges the cases of a file from one on."""

    def __init__(self, path, first, cache, mode):
        env = dict(os.environ, WEIR_CACHE_DIR=str(cache))
        command = [sys.executable, str(WORKER), str(path), str(first), *mode]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)

    def verdicts(self):
        """Lines until it ends or is too slow for one."""
        pending = b""
        while select.select([self.process.stdout], [], [], PATIENCE)[0]:
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                break
            *lines, pending = (pending + read).split(b"\n")
            yield from map(json.loads, lines)
        else:
            self.process.kill()

    def end(self):
        """How it ended: "" if well."""
        _, errors = self.process.communicate()
        status = self.process.returncode
        if status == 0:
            return ""
        name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        return f"{name}: {errors.decode(errors='replace').strip().splitlines()[-1:]}"


def judge(path, cases, cache, mode):
    """A verdict for each case of a file."""
    verdicts, first = [], 0
    while first < len(cases):
        worker = Worker(path, first, cache, mode)
        for verdict in worker.verdicts():
            verdicts.append(verdict)
            first = verdict["number"] + 1
        end = worker.end()
        if first < len(cases):
            kind = "hang" if end.startswith("SIGKILL") else "crash"
            verdicts.append({"number": first, "verdict": kind, "why": end})
            first += 1
    return verdicts


def kept_or_judged(path, cases, cache, kept, mode):
    """A verdict for each case of a file: what `kept`, a folder, has of it, or what is judged now and kept there."""
    file = kept and kept / f"{path.stem}.json"
    if file and file.exists():
        return json.loads(file.read_text())
    verdicts = judge(path, cases, cache, mode)
    if file:
        file.write_text(json.dumps(verdicts))
    return verdicts


def run(paths, workers, kept=None, mode=()):
    """[(case, verdict)] of all files, each by one of the workers."""
    waiting, found, lock = queue.Queue(), [], threading.Lock()
    for path in paths:
        waiting.put(path)

    def work(cache):
        while True:
            try:
                path = waiting.get_nowait()
            except queue.Empty:
                return
            cases = CaseFile.read(path).cases
            verdicts = kept_or_judged(path, cases, cache, kept, mode)
            with lock:
                found.extend((case, verdict) for case, verdict in zip(cases, verdicts, strict=True))
                kinds = Counter(verdict["verdict"] for verdict in verdicts)
                print(f"{path.stem}: {dict(kinds)}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as cache:
        threads = [threading.Thread(target=work, args=(cache,)) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return found


def figures(found):
    """What the acceptance line bounds. An entry counts if Weir takes one of its samples."""
    judged = [(case, verdict) for case, verdict in found if case.kind != "error"]
    count = Counter(verdict["verdict"] for _, verdict in judged)
    of_f32 = Counter(verdict["verdict"] for case, verdict in judged if case.dtype == "float32")
    gradients = Counter(verdict["gradient"] for _, verdict in judged if verdict.get("gradient"))
    ended = Counter(verdict["verdict"] for _, verdict in found)
    refused = [(case, verdict) for case, verdict in judged if verdict["verdict"] == "refused"]
    return {
        "entries": len({case.entry for case, verdict in judged if verdict["verdict"] == "equal"}),
        "samples": len(judged),
        "equal": count["equal"],
        "wrong": count["wrong"],
        "crashed or hung": ended["crash"] + ended["hang"],
        "refused": count["refused"] / max(1, len(judged)),
        "refused in f32": of_f32["refused"] / max(1, of_f32.total()),
        "refused without a reason": sum(not reason_of(case, verdict["why"]) for case, verdict in refused),
        "gradients equal": gradients["equal"],
        "gradients not equal": gradients["wrong"] + gradients["refused"],
        "refused by PyTorch alone": sum(c.kind == "error" and v["verdict"] == "equal" for c, v in found),
        "refused by PyTorch alone, without a reason": len(list(taken_for_no_reason(found))),
    }


def taken_for_no_reason(found):
    """Calls that PyTorch refuses and Weir does not."""
    for case, verdict in found:
        if case.kind == "error" and verdict["verdict"] == "equal" and not taken_because(case):
            yield case


def groups(found):
    """Refusals by reason, most frequent first: {reason: {entry: number}}."""
    made = defaultdict(Counter)
    for case, verdict in found:
        if case.kind != "error" and verdict["verdict"] == "refused":
            made[reason_of(case, verdict["why"]) or verdict["why"]][case.entry] += 1
    return dict(sorted(made.items(), key=lambda item: -item[1].total()))


PAGE = """# PyTorch's samples

What Weir makes of the samples that PyTorch tests its own functions with: results and gradients beside PyTorch's, in
eight dtypes, and why those are refused that are. Of each function, dtype and kind of sample 24 are judged, evenly
spread, or fewer. Written by `test/right/opinfo/campaign.py`, whose [README](../test/right/opinfo/README.md) says when a
result is right.

"""


def page(found):
    """The page with all figures, and a line for each entry."""
    shown = "".join(f"| {name} | {text(figure)} |\n" for name, figure in figures(found).items())
    return f"{PAGE}| samples | |\n|---|---|\n{shown}\n{table(found)}"


def text(figure):
    return f"{figure:.4g}" if isinstance(figure, float) else str(figure)


def table(found):
    """A line for each entry."""
    rows = defaultdict(Counter)
    reasons = defaultdict(set)
    for case, verdict in found:
        if case.kind != "error":
            rows[case.entry][verdict["verdict"]] += 1
            rows[case.entry]["gradients"] += verdict.get("gradient") == "equal"
            if verdict["verdict"] == "refused":
                reasons[case.entry].add(reason_of(case, verdict["why"]) or verdict["why"])
    lines = ["| function | equal | gradients equal | wrong | refused | why |", "|---|---|---|---|---|---|"]
    for entry in sorted(rows):
        row, why = rows[entry], "; ".join(sorted(reasons[entry])).replace("|", "\\|")
        cells = [row["equal"], row["gradients"], row["wrong"] or "", row["refused"] or "", why]
        lines.append(f"| {entry.replace('_', chr(92) + '_')} | {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def report(found):
    for name, figure in figures(found).items():
        print(f"{name}: {text(figure)}")
    for case, verdict in found:
        if verdict["verdict"] in ("wrong", "crash", "hang"):
            print(f"{verdict['verdict']}: {case.name} {json.dumps(case.call)[:160]}: {verdict['why']}")
        if verdict.get("gradient") in ("wrong", "refused"):
            call = json.dumps(case.call)[:160]
            print(f"gradient {verdict['gradient']}: {case.name} {call}: {verdict['gradient_why']}")
    for case in taken_for_no_reason(found):
        print(f"taken: {case.name} {json.dumps(case.call)[:160]}")
    for reason, entries in groups(found).items():
        names = ", ".join(f"{entry} {number}" for entry, number in entries.most_common(8))
        print(f"refused {entries.total()}: {reason} [{names}{', ...' if len(entries) > 8 else ''}]")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("entries", nargs="*")
    parser.add_argument("--eagerly", action="store_true", help="cases run op by op")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, help="has and gets the verdicts of entries, so that runs can go on")
    parser.add_argument("--json", type=Path, help="writes the figures, and each verdict")
    parser.add_argument("--table", type=Path, help="writes the page with a line for each entry")
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.cases"))
    if options.entries:
        paths = [path for path in paths if path.stem in options.entries]
    paths = [path for path in paths if counterpart(path.stem) is not None]
    if options.kept:
        options.kept.mkdir(parents=True, exist_ok=True)
    found = run(paths, options.workers, options.kept, ["eagerly"] if options.eagerly else [])
    report(found)
    if options.json:
        verdicts = [{"case": case.name, **verdict} for case, verdict in found]
        options.json.write_text(json.dumps({"figures": figures(found), "verdicts": verdicts}))
    if options.table:
        options.table.write_text(page(found))


if __name__ == "__main__":
    sys.exit(main())

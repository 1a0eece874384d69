"""Runs cases of edge values against Weir, in processes that may die, and counts what is equal, wrong, an exception, and
refused.

python edge_campaign.py FOLDER [FUNCTION ...] [--json FILE], with the package on PYTHONPATH and case files of
edge_sampling.py in FOLDER.
"""

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "opinfo"))

import functions  # noqa: E402
from campaign import run  # noqa: E402
from exceptions import exception_of, refusal_of  # noqa: E402


def judgements(found):
    """[(case, what came of it, why, the reason if that may be)], gradients by themselves."""
    for case, verdict in found:
        parts = [(verdict["verdict"], verdict["why"])]
        if verdict.get("gradient"):
            parts.append((f"gradient {verdict['gradient']}", verdict["gradient_why"]))
        for kind, why in parts:
            is_wrong = kind.endswith("wrong")
            reason = exception_of(case, why) if is_wrong else refusal_of(case, why) if kind.endswith("refused") else ""
            yield case, "exception" if is_wrong and reason else kind, why, reason


def figures(judged, counted):
    """What the acceptance line bounds."""
    kinds = Counter(kind for _, kind, _, _ in judged)
    refused = [reason for _, kind, _, reason in judged if kind.endswith("refused")]
    return {
        "functions": len({case.entry for case, _, _, _ in judged}),
        "functions without a case": len(counted),
        "cases": sum(not kind.startswith("gradient") for _, kind, _, _ in judged),
        "wrong": kinds["wrong"],
        "gradients": kinds["gradient equal"] + kinds["gradient wrong"],
        "gradients wrong": kinds["gradient wrong"],
        "crashed or hung": kinds["crash"] + kinds["hang"],
        "exceptions": kinds["exception"] / max(1, len(judged)),
        "refused": len(refused) / max(1, len(judged)),
        "refused without a reason": sum(not reason for reason in refused),
    }


def report(judged, counted):
    for name, figure in figures(judged, counted).items():
        print(f"{name}: {figure:.4g}" if isinstance(figure, float) else f"{name}: {figure}")
    if counted:
        print("without a case:", *sorted(counted))
    for case, kind, why, _ in judged:
        if kind.removeprefix("gradient ") in ("wrong", "crash", "hang"):
            print(f"{kind}: {case.name} {json.dumps(case.call)[:160]}: {why}")
    groups = defaultdict(Counter)
    for case, kind, why, reason in judged:
        if kind == "exception" or kind.endswith("refused"):
            groups[kind.removeprefix("gradient "), reason or why][case.entry] += 1
    for (kind, reason), entries in sorted(groups.items(), key=lambda item: -item[1].total()):
        names = ", ".join(f"{entry} {number}" for entry, number in entries.most_common(8))
        print(f"{kind} {entries.total()}: {reason} [{names}{', ...' if len(entries) > 8 else ''}]")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("functions", nargs="*")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path, help="writes the figures, and each verdict")
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.cases"))
    counted = options.functions or functions.called(functions.public())
    paths = [path for path in paths if path.stem in counted]
    found = run(paths, options.workers)
    judged = list(judgements(found))
    without = set(counted) - {case.entry for case, _, _, _ in judged}
    report(judged, without)
    if options.json:
        verdicts = [{"case": case.name, **verdict} for case, verdict in found]
        options.json.write_text(json.dumps({"figures": figures(judged, without), "verdicts": verdicts}))


if __name__ == "__main__":
    sys.exit(main())

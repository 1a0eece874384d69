"""Runs the claims of one topic: prints figure, bound, and pass, fail or not run; exit status 1 if a claim failed."""

import argparse
import runpy
import sys

import acceptance
from tree import ROOT

TOPICS = ROOT / "test" / "accept"


def topics(folder):
    return sorted(path.stem for path in folder.glob("*.py"))


def lines_of(path):
    """The lines that a topic's file declares."""
    acceptance.declared.clear()
    runpy.run_path(str(path))
    return list(acceptance.declared)


def chosen(lines, names):
    """The lines with one of the names, or all; raises ValueError for a name that no line has."""
    unknown = set(names) - {line.name for line in lines}
    if unknown:
        raise ValueError(f"expects lines of this topic (--list shows them), got {', '.join(sorted(unknown))}")
    return [line for line in lines if not names or line.name in names]


def run_lines(lines, path, record):
    """Runs and prints each line; the outcomes. With `record`, what passed goes into the file of records at once."""
    records = acceptance.load_records(path)
    outcomes = []
    for line in lines:
        outcome = acceptance.evaluate(line)
        outcomes.append(outcome)
        print("\n".join(acceptance.describe(outcome, records.get(line.name))), flush=True)
        if record and outcome.verdict == "pass":
            acceptance.save_record(path, line.name, acceptance.record_of(outcome))
    return outcomes


def main(arguments=None, folder=TOPICS):
    parser = argparse.ArgumentParser(prog="./dev accept", description=__doc__)
    parser.add_argument("topic", choices=topics(folder), metavar="TOPIC", help=", ".join(topics(folder)))
    parser.add_argument("lines", nargs="*", metavar="LINE", help="names of lines; all of the topic if none is given")
    parser.add_argument("--list", action="store_true", help="print the lines, run none")
    parser.add_argument("--record", action="store_true", help="write what passed to test/accept/records/TOPIC.json")
    options = parser.parse_intermixed_args(arguments)
    try:
        lines = chosen(lines_of(folder / f"{options.topic}.py"), options.lines)
    except ValueError as error:
        parser.error(str(error))
    if options.list:
        for line in lines:
            print(f"{line.name:<28} {line.text}")
        return 0
    path = folder / "records" / f"{options.topic}.json"
    outcomes = run_lines(lines, path, options.record)
    count = {
        verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in ("pass", "fail", "not run")
    }
    print(f"{options.topic}: {count['pass']} pass, {count['fail']} fail, {count['not run']} not run")
    return 1 if count["fail"] or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())

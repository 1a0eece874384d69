"""How the tests of what was found wrong fail on the commit that it was found in; writes test/python/found/README.md.

Builds that commit in build/found-before, which takes as long as a bare build."""

import ast
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import earlier_builds
from junit_count import FORBIDDEN, outcome
from tree import ROOT

COMMIT = "43f1af4"
FOLDER = ROOT / "test" / "python" / "found"
SECONDS = 600  # for the tests of a file: some went on for ever
MOST_LETTERS = 110
HEAD = f"""# What PyTorch's samples, newcomers and the tools found

A file of tests for each numbered line of the list that issue 17 began with. This page is written by
`tools/dev/found_before.py`: it runs each file with the build of {COMMIT}, where the list was made, and tells how many
of its tests failed there, and how the first one did. The others hold what must stay.

| line | what its tests hold | failed of all | the first one |
|---|---|---|---|
"""


def first_line(case):
    """How a test failed, in a line."""
    found = case.find("failure") if case.find("failure") is not None else case.find("error")
    lines = [line.strip() for line in found.get("message", "").splitlines() if line.strip()]
    told = " ".join(lines[:4])
    told = re.sub(r"\s+", " ", told).replace("|", "\\|").replace(str(ROOT), "").replace("<", "&lt;")
    return told if len(told) <= MOST_LETTERS else told[:MOST_LETTERS].rsplit(" ", 1)[0] + " …"


def report_of(file, build):
    """The cases of the file's JUnit report; None where its tests had no end or ended the process."""
    built = {"PYTHONPATH": build / "python", "WEIR_BUILD_DIR": build, "WEIR_TREE": build.parents[1]}
    env = {**os.environ, **{name: str(path) for name, path in built.items()}}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", str(file)]
        try:
            subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        if not report.is_file():
            return None
        return list(ElementTree.fromstring(FORBIDDEN.sub("?", report.read_text())).iter("testcase"))


def row(file, build):
    number = re.match(r"test_(\d+)_", file.name)[1].lstrip("0")
    says = ast.get_docstring(ast.parse(file.read_text())).split("\n\n")[0].replace("\n", " ")
    cases = report_of(file, build)
    if cases is None:
        return f"| {number} | {says} | all | no end within {SECONDS} s |"
    failed = [case for case in cases if outcome(case) == "failed"]
    how = f"`{failed[0].get('name')}`: {first_line(failed[0])}" if failed else "–"
    return f"| {number} | {says} | {len(failed)} of {len(cases)} | {how} |"


def main():
    programs = [f"weir-{name}" for name in ("opt", "compile", "run", "fuzz", "reduce", "lsp-server")]
    build = earlier_builds.build_of(COMMIT, "found-before", "weir_core", *programs)
    files = sorted(FOLDER.glob("test_*.py"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda file: row(file, build), files))
    (FOLDER / "README.md").write_text(HEAD + "\n".join(rows) + "\n")
    print("\n".join(rows))


if __name__ == "__main__":
    main()

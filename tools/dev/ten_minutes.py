"""Runs examples/first_ten_minutes.sh and keeps docs/first-ten-minutes.md equal to it and to what it prints. With
--build the package comes from a build tree, and the step that installs it is left out; its output stays as it was."""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tree import ROOT

SCRIPT = ROOT / "examples" / "first_ten_minutes.sh"
PAGE = ROOT / "docs" / "first-ten-minutes.md"
HEAD = """# The first ten minutes

[examples/first_ten_minutes.sh](../examples/first_ten_minutes.sh), and what it prints. `./dev docs` writes this page;
`./dev accept first-light first_ten_minutes` runs it all. The [guides](guides/README.md) go on from here.
"""
MARK = "\x1e"  # ends the output of a step


class Step(NamedTuple):
    title: str
    prose: str
    commands: str


def steps_of(script: str) -> list[Step]:
    """A step is a line `## title`, comments, and commands up to the next one."""
    steps = []
    for part in script.split("\n## ")[1:]:
        title, _, rest = part.partition("\n")
        lines = rest.splitlines()
        end = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
        prose = "\n".join(line[2:] for line in lines[:end])
        steps.append(Step(title, prose, "\n".join(lines[end:]).strip("\n")))
    return steps


def run(steps: list[Step], env: dict[str, str]) -> tuple[list[str], list[float]]:
    """What each step prints, and its seconds; all are one shell in a new folder."""
    script = "\n".join(["set -euo pipefail", *(f"{step.commands}\nprintf '{MARK}'" for step in steps)])
    outputs, seconds = [""], []
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        shell = subprocess.Popen(
            ["bash", "-c", script], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        while character := shell.stdout.read(1):
            if character == MARK:
                seconds.append(time.monotonic() - started - sum(seconds))
                outputs.append("")
            else:
                outputs[-1] += character
        shell.stdout.close()
        if shell.wait() != 0:
            step = steps[len(seconds)].title
            raise RuntimeError(f"the step {step!r} ended with status {shell.returncode}:\n{outputs[-1]}")
        shown = [output.replace(f"{os.path.realpath(folder)}/", "").rstrip() for output in outputs[:-1]]
    return shown, seconds


def page_of(steps: list[Step], outputs: list[str]) -> str:
    parts = [HEAD]
    for step, output in zip(steps, outputs):
        parts.append(f"## {step.title}\n\n{step.prose}\n\n```bash\n{step.commands}\n```\n```text\n{output}\n```\n")
    return "\n".join(parts)


def outputs_of(page: str) -> dict[str, str]:
    """What a page shows, by the step's title."""
    found = re.findall(r"^## ([^\n]+)$.*?^```text\n(.*?)\n?```$", page, re.MULTILINE | re.DOTALL)
    return dict(found)


def lasting(text: str) -> str:
    """The text without what another machine or commit prints differently: numbers with a point, long ones, digests."""
    text = re.sub(r"-?\b\d+\.\d+(?:[\w.+]|(?<=e)-)*", "…", text)
    return re.sub(r"\b(?=\w*\d)[0-9a-f]{16}\b|\b\d{4,}\b", "…", text)


def differences(page: str, committed: str) -> str:
    """Empty if the pages say the same."""
    old, new = lasting(committed).splitlines(), lasting(page).splitlines()
    return "\n".join(difflib.unified_diff(old, new, "docs/first-ten-minutes.md", "the script", lineterm=""))


def environment(build: Path | None) -> dict[str, str]:
    env = dict(os.environ, WEIR=str(ROOT))
    if build is None:
        env.pop("PYTHONPATH", None)
        return env
    path = [str(build.resolve() / "bin"), str(Path(sys.executable).parent), env["PATH"]]
    return env | {"PATH": os.pathsep.join(path), "PYTHONPATH": str(build.resolve() / "python")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, help="take the package from this build tree, install nothing")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is stale")
    options = parser.parse_args()
    committed = PAGE.read_text() if PAGE.is_file() else ""
    steps = steps_of(SCRIPT.read_text())
    first = 0 if options.build is None else 1
    outputs, seconds = run(steps[first:], environment(options.build))
    page = page_of(steps, [outputs_of(committed).get(step.title, "") for step in steps[:first]] + outputs)
    for step, taken in zip(steps[first:], seconds):
        print(f"{step.title}: {taken:.1f} s")
    print(f"all: {sum(seconds):.1f} s")
    stale = differences(page, committed)
    if stale and options.check:
        print(f"{stale}\ndocs/first-ten-minutes.md is not what the script prints; run ./dev docs")
        return 1
    if stale:
        PAGE.write_text(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())

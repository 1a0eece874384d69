"""Adds an op to a copy of the tree by the commands of CONTRIBUTING.md, and counts what that took."""

import re
import shutil

from measuring import Failed, existing, run
from tree import ROOT

COPY = ROOT / "build" / "new-op"


def closing_figures(printed):
    """Of the last line `N passed, M failed` that `./dev test` printed."""
    found = re.findall(r"^(\d+) passed, (\d+) failed", printed, re.MULTILINE)
    if not found:
        raise Failed("expects a closing line `N passed, M failed`, got none")
    return {"passed": int(found[-1][0]), "failed": int(found[-1][1])}


def copy_tree():
    """Copies what git tracks or would track, as a repository of its own in which changes can be counted."""
    shutil.rmtree(COPY, ignore_errors=True)
    for name in run("git", "ls-files", "-co", "--exclude-standard", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, COPY / name)
    (COPY / ".venv").symlink_to(ROOT / ".venv")
    run("git", "init", "-q", cwd=COPY)
    (COPY / ".git" / "info" / "exclude").write_text(".venv\n")
    run("git", "add", "-A", cwd=COPY)
    run("git", "-c", "user.name=accept", "-c", "user.email=accept@localhost", "commit", "-qm", "the tree", cwd=COPY)


def commands_of_contributing(heading):
    """The lines of the first block of commands below a heading."""
    section = existing("CONTRIBUTING.md").read_text().split(f"\n{heading}\n", 1)[1]
    return section.split("```bash\n", 1)[1].split("```", 1)[0].splitlines()


def added_op(heading):
    """Files and lines that the commands below a heading wrote, generated pages aside, and the tests they ran."""
    existing("tools/dev/new-op")
    copy_tree()
    commands = commands_of_contributing(heading)
    printed = "".join(run("bash", "-ec", command, cwd=COPY, timeout=5400) for command in commands)
    run("git", "add", "-AN", cwd=COPY)
    counts = run("git", "diff", "--numstat", "--", ".", ":!docs/reference", cwd=COPY).splitlines()
    lines = sum(int(count.split()[0]) for count in counts)
    return {"files": len(counts), "lines": lines, **closing_figures(printed)}

"""Adds an op to a copy of the tree by the commands of CONTRIBUTING.md, and counts what that took."""

import shutil

from measuring import WHOLE_SUITES, existing, run
from tree import ROOT
from whole_runs import closing_figures

COPY = ROOT / "build" / "new-op"


def copy_tree(folder):
    """Copies what git tracks or would track; what is built there finds this tree's Python environment."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in run("git", "ls-files", "-co", "--exclude-standard", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")


def make_repository(folder):
    """Makes a copy of the tree a repository of its own, in which changes can be counted."""
    run("git", "init", "-q", cwd=folder)
    (folder / ".git" / "info" / "exclude").write_text(".venv\n")
    run("git", "add", "-A", cwd=folder)
    run("git", "-c", "user.name=accept", "-c", "user.email=accept@localhost", "commit", "-qm", "the tree", cwd=folder)


def commands_of_contributing(heading):
    """The lines of the first block of commands below a heading."""
    section = existing("CONTRIBUTING.md").read_text().split(f"\n{heading}\n", 1)[1]
    return section.split("```bash\n", 1)[1].split("```", 1)[0].splitlines()


def added_op(heading):
    """Files and lines that the commands below a heading wrote, generated pages aside, and the tests they ran."""
    existing("tools/dev/new-op")
    copy_tree(COPY)
    make_repository(COPY)
    commands = commands_of_contributing(heading)
    printed = "".join(run("bash", "-ec", command, cwd=COPY, timeout=5400, env=WHOLE_SUITES) for command in commands)
    run("git", "add", "-AN", cwd=COPY)
    counts = run("git", "diff", "--numstat", "--", ".", ":!docs/reference", cwd=COPY).splitlines()
    lines = sum(int(count.split()[0]) for count in counts)
    return {"files": len(counts), "lines": lines, **closing_figures(printed)}

"""Which code a figure is of: the commit, and a hash of the sources that long campaigns judge. Both are empty where
there is no git, or no repository.
"""

import hashlib
import shutil
import subprocess

from tree import ROOT

JUDGED = ("dialects", "lib", "passes")
# What runs of the tree leave in it.
LEFT = ("test/accept/records/", "test/accept/random-programs.txt")


def git(*arguments):
    """What git prints, or an empty string if it fails."""
    if not shutil.which("git"):
        return ""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def commit():
    """Twelve digits of the commit at hand, with a `+` where files differ from it."""
    return git("describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+")


def judged_sources(at="HEAD"):
    """Twelve digits that are equal for two commits if all files of the judged folders are."""
    trees = git("rev-parse", *(f"{at}:{folder}" for folder in JUDGED))
    return hashlib.sha256(trees.encode()).hexdigest()[:12] if trees else ""


def commits_since(at):
    """The commits after `at` that changed judged files, the latest first, a line each."""
    return git("log", "--oneline", f"{at}..HEAD", "--", *JUDGED).splitlines()


def tree():
    """Twelve digits of all files of the commit at hand but records and logs; empty where other files differ from it."""
    lines = git("status", "--porcelain").splitlines()
    files = [line for line in git("ls-tree", "-r", "HEAD").splitlines() if not line.split("\t")[1].startswith(LEFT)]
    is_clean = all(line.split(maxsplit=1)[1].startswith(LEFT) for line in lines)
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:12] if files and is_clean else ""

"""Which code a figure is of: the commit, and a hash of the sources that long campaigns judge. Both are empty where
there is no git, or no repository.
"""

import functools
import hashlib
import re
import shutil
import subprocess

from tree import ROOT

JUDGED = ("dialects", "lib", "passes")
TEXT = ".md"
CODE = (".c", ".cpp", ".def", ".fbs", ".h", ".td")  # whose comments and layout say nothing to a compiler
STRING = r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])'"  # or a character, which may be a quote
BETWEEN = r"(?:\s|//[^\n]*|/\*.*?\*/)+"
TOKENS = re.compile(f"({STRING})|{BETWEEN}", re.DOTALL)
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


def without_layout(code):
    """C++ or TableGen without its comments, and with a space only where words or signs would grow together."""

    def kept(match):
        if match[1]:
            return match[1]
        beside = code[max(match.start() - 1, 0) : match.start()] + code[match.end() : match.end() + 1]
        return " " if re.fullmatch(r"\w\w|[-+&|<>=*/!]{2}", beside) else ""

    return TOKENS.sub(kept, code)


def contents(objects):
    """The files with these names in git's store, in order."""
    listed = "\n".join(objects).encode()
    told = subprocess.run(["git", "cat-file", "--batch"], cwd=ROOT, input=listed, capture_output=True).stdout
    at, files = 0, []
    for _ in objects:
        end = told.index(b"\n", at)
        size = int(told[at:end].split()[-1])
        files.append(told[end + 1 : end + 1 + size].decode(errors="replace"))
        at = end + size + 2
    return files


def judged_sources(at="HEAD"):
    """Twelve digits that are equal for two commits if the code of the judged folders is: comments, layout and READMEs
    aside, which nothing that is judged depends on."""
    return code_of(git("rev-parse", "--verify", at))


@functools.lru_cache
def code_of(revision):
    """The hash of a commit by its name, which always means the same."""
    listed = git("ls-tree", "-r", "--format=%(objectname) %(path)", revision, "--", *JUDGED)
    files = [line.split(maxsplit=1) for line in listed.splitlines() if not line.endswith(TEXT)]
    if not files:
        return ""
    digest = hashlib.sha256()
    for (_, path), text in zip(files, contents([name for name, _ in files])):
        code = without_layout(text) if path.endswith(CODE) else text
        digest.update(f"{path}\0{code}\0".encode())
    return digest.hexdigest()[:12]


def commits_since(at):
    """The commits after `at` that changed judged files, the latest first, a line each."""
    return git("log", "--oneline", f"{at}..HEAD", "--", *JUDGED).splitlines()


def tree():
    """Twelve digits of all files of the commit at hand but records and logs; empty where other files differ from it."""
    lines = git("status", "--porcelain").splitlines()
    files = [line for line in git("ls-tree", "-r", "HEAD").splitlines() if not line.split("\t")[1].startswith(LEFT)]
    is_clean = all(line.split(maxsplit=1)[1].startswith(LEFT) for line in lines)
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:12] if files and is_clean else ""

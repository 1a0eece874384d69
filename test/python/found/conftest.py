"""Runs a tool in a folder of its own, as a user would. What tests of Python and the programs of
tools/dev share can be imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools" / "dev"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


class Done:
    def __init__(self, done, temporary):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.temporary = sorted(path.name for path in temporary.iterdir())


@pytest.fixture
def run(tmp_path, tool):
    """Calls a tool, with files that are written first; its status, streams, and what it left among temporary files."""

    def call(name, *arguments, stdin=None, **files):
        temporary = tmp_path / "temporary"
        temporary.mkdir(exist_ok=True)
        for stem, text in files.items():
            (tmp_path / f"{stem}.mlir").write_text(text)
        done = subprocess.run(
            [tool(name), *arguments],
            cwd=tmp_path,
            env=dict(os.environ, TMPDIR=str(temporary)),
            input=stdin,
            text=True,
            capture_output=True,
            timeout=120,
        )
        return Done(done, temporary)

    return call

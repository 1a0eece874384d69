"""The commands of docs/guides run, and print what the pages show."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tree import ROOT

GUIDES = ROOT / "docs" / "guides"
PAGES = [
    "coming-from-pytorch",
    "compiling",
    "ranks",
    "eager",
    "reading-ir",
    "debugging-numbers",
    "profiling",
    "tuning",
    "state",
    "writing-ir",
    "linking",
    "environment",
]
BLOCK = re.compile(r"```bash\n(.*?)```\n(?:```text\n(.*?)```)?", re.DOTALL)


def missing_line(shown, printed):
    """The first line of `shown` that `printed` does not have behind those before it; `…` is anything."""
    lines = iter(printed.splitlines())
    for line in shown.splitlines():
        pattern = re.compile(".*".join(map(re.escape, line.split("…"))))
        if not any(pattern.fullmatch(candidate) for candidate in lines):
            return line
    return None


@pytest.fixture
def folder(tmp_path):
    (model,) = re.findall(r"```python\n(# model.py\n.*?)```", (GUIDES / "compiling.md").read_text(), re.DOTALL)
    (tmp_path / "model.py").write_text(model)
    return tmp_path


@pytest.mark.sampled(4)
@pytest.mark.skipif("WEIR_BUILD_DIR" not in os.environ, reason="no build is named")
@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_the_page_shows(page, folder):
    build = Path(os.environ["WEIR_BUILD_DIR"]).resolve()
    path = os.pathsep.join([str(build / "bin"), str(ROOT / ".venv" / "bin"), os.environ["PATH"]])
    env = dict(os.environ, PATH=path, PYTHONPATH=str(build / "python"), WEIR=str(ROOT))
    blocks = BLOCK.findall((GUIDES / f"{page}.md").read_text())
    assert blocks
    for commands, shown in blocks:
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", commands],
            cwd=folder,
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}"
        assert missing_line(shown, done.stdout) is None, f"{commands}\n{done.stdout}"


def test_a_line_that_is_not_printed_is_found():
    assert missing_line("a …\nc\n", "a b\nc\n") is None
    assert missing_line("c\na …\n", "a b\nc\n") == "a …"
    assert missing_line("a …\n", "b a b\n") == "a …"

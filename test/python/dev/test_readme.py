"""The example of README.md runs and learns, and the documents name only files that are there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tree import ROOT

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/architecture.md"]


def prose(document):
    return re.sub(r"^```.*?^```", "", (ROOT / document).read_text(), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.skipif("WEIR_BUILD_DIR" not in os.environ, reason="no build is named")
def test_the_example_runs(tmp_path):
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    file = tmp_path / "example.py"
    file.write_text(example)
    package = Path(os.environ["WEIR_BUILD_DIR"]) / "python"
    env = dict(os.environ, PYTHONPATH=str(package.resolve()))
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.split()[1]) < 1e-3


@pytest.mark.parametrize("document", [*DOCUMENTS, "docs/targets.md", "bench/gpu/README.md"])
def test_links_lead_somewhere(document):
    links = re.findall(r"\]\(([^)#:]+)\)", prose(document))
    folder = (ROOT / document).parent
    assert [link for link in links if not (folder / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_in_text_exist(document):
    top = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"build"}
    named = re.findall(r"`((?:[\w.-]+/)+[\w.-]+)`", prose(document))
    missing = [path for path in named if path.split("/")[0] in top and not (ROOT / path).exists()]
    missing = [path for path in missing if not list(ROOT.glob(f"{path}.*")) and not path.endswith("cube.mlir")]
    assert missing == []

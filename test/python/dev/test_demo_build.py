"""./dev demo builds the Python package and what it links, and no test, bench, tool or example."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tree import ROOT

BUILD = Path(os.environ.get("WEIR_BUILD_DIR", ROOT / "build" / "dev"))
NOT_FOR_THE_DEMO = ("unittests", "test", "bench", "tools", "examples", "docs")


def demo_targets():
    """What the command `demo` of ./dev hands to the build."""
    (branch,) = re.findall(r"^demo\)\n(.*?);;$", (ROOT / "dev").read_text(), re.MULTILINE | re.DOTALL)
    (targets,) = re.findall(r'buildPreset "\$preset"([^\n;]*)', branch)
    return targets.split()


@pytest.mark.skipif(not (BUILD / "build.ninja").is_file(), reason="no build is configured")
def test_the_demo_builds_nothing_that_it_does_not_run():
    targets = demo_targets()
    assert targets, "expects the demo to name what it builds"
    command = ["ninja", "-C", BUILD, "-t", "inputs", *targets]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    paths = [os.path.relpath(os.path.join(BUILD, line), BUILD) for line in listed.stdout.split()]
    sources = [os.path.relpath(os.path.join(BUILD, path), ROOT) for path in paths]
    assert [path for path in [*paths, *sources] if path.split(os.sep)[0] in NOT_FOR_THE_DEMO] == []
    assert any(path.startswith("lib/Target/Cpu") for path in paths)

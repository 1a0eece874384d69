"""./dev wheel puts what pip has built into dist/, and a build that fails takes nothing away from there."""

import os
import subprocess
import tomllib

import pytest

from tree import ROOT

PIP = """#!/bin/sh
while [ "$1" != -w ]; do shift; done
[ ! -e "$3/broken" ] || exit 1
mkdir -p "$2" && basename "$3" >"$2/$(cat "$3/name")-2.0-any.whl"
"""


@pytest.fixture
def wheel(tmp_path):
    """Runs buildWheels in a tree whose builder has a script for its interpreter."""
    (tmp_path / "python" / "runtime").mkdir(parents=True)
    (tmp_path / "name").write_text("weir")
    (tmp_path / "python" / "runtime" / "name").write_text("weir_runtime")
    programs = tmp_path / "build" / "wheel-builder" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text(PIP)
    (programs / "python").chmod(0o755)
    (tmp_path / "dist").mkdir()
    for name in ("weir-1.0-any.whl", "weir_runtime-1.0-any.whl"):
        (tmp_path / "dist" / name).write_text("earlier")

    def run(*packages):
        sourced = "; ".join(f". {ROOT}/tools/dev/{name}.sh" for name in ("install", "build", "wheel"))
        shell = f'set -euo pipefail; root={tmp_path}; {sourced}; makeVenv() {{ :; }}; buildWheels "$@"'
        done = subprocess.run(["bash", "-c", shell, "dev", *packages], cwd=ROOT, capture_output=True, text=True)
        return done, sorted(path.name for path in (tmp_path / "dist").iterdir())

    return run


def test_both_wheels_take_the_place_of_older_ones(wheel, tmp_path):
    done, left = wheel()
    assert done.returncode == 0, done.stderr
    assert left == ["weir-2.0-any.whl", "weir_runtime-2.0-any.whl"]
    assert (tmp_path / "dist" / left[1]).read_text() == "runtime\n"
    assert not (tmp_path / "build" / "wheels").exists()


def test_one_wheel_is_built_by_name(wheel):
    assert wheel("weir-runtime")[1] == ["weir-1.0-any.whl", "weir_runtime-2.0-any.whl"]


def test_a_build_that_fails_leaves_the_older_wheel(wheel, tmp_path):
    (tmp_path / "broken").write_text("")
    done, left = wheel("weir")
    assert done.returncode == 1 and "the wheel of weir failed" in done.stderr
    assert left == ["weir-1.0-any.whl", "weir_runtime-1.0-any.whl"]
    assert not (tmp_path / "build" / "wheels").exists()


def test_an_unknown_package_is_refused(wheel):
    done, left = wheel("weird")
    assert done.returncode == 1 and "expects weir or weir-runtime, got weird" in done.stderr
    assert "weir-1.0-any.whl" in left


def test_the_builder_has_what_the_packages_name():
    listed = (ROOT / "tools" / "dev" / "wheel-requirements.txt").read_text().splitlines()
    for project in (".", "python/runtime"):
        wanted = tomllib.loads((ROOT / project / "pyproject.toml").read_text())["build-system"]["requires"]
        assert set(wanted) <= set(listed)


def test_help_names_the_command():
    shown = subprocess.run(["./dev", "help"], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True).stdout
    assert "wheel [weir] [weir-runtime]" in shown

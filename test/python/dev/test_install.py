"""What ./dev does about packages: finds those that are missing, and refuses clearly where it can't install."""

import os
import subprocess

import pytest

from tree import ROOT

INSTALLED = "bash installed\\ncmake installed\\nremoved config-files\\n"


@pytest.fixture
def install(tmp_path):
    """Runs a line of shell after tools/dev/install.sh on a machine whose dpkg and apt are these scripts."""
    scripts = {
        "dpkg-query": f"printf '{INSTALLED}'; exit 1",
        "apt-get": 'echo "apt-get $*" >>"$CALLS"',
        "apt-cache": '[ "$2" = nowhere ] || echo "$2 | 1.0 | archive"',
        "id": "echo 0",
    }
    for name, text in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)

    def run(shell, **env):
        (tmp_path / "calls").write_text("")
        inherited = {name: value for name, value in os.environ.items() if name != "WEIR_NO_INSTALL"}
        settings = dict(
            inherited, PATH=f"{tmp_path}:{os.environ['PATH']}", CALLS=str(tmp_path / "calls"), **env
        )
        shell = f"set -euo pipefail; root={ROOT}; . tools/dev/install.sh; {shell}"
        done = subprocess.run(["bash", "-c", shell], cwd=ROOT, env=settings, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr, (tmp_path / "calls").read_text()

    return run


def test_packages_that_dpkg_does_not_hold_are_missing(install):
    assert install("missingPackages bash removed cmake ninja-build")[1].split() == ["removed", "ninja-build"]


def test_nothing_is_called_when_nothing_is_missing(install):
    assert install("ensurePackages bash cmake") == (0, "", "", "")


def test_what_is_missing_is_installed_by_name(install):
    status, _, said, calls = install("ensurePackages bash ninja-build")
    assert status == 0 and "installing 1 Debian packages: ninja-build" in said
    assert "apt-get update" in calls and calls.rstrip().endswith("ninja-build")


def test_a_package_that_no_source_has_is_named(install):
    status, _, said, calls = install("ensurePackages nowhere ninja-build")
    assert status == 1 and "apt-get install" not in calls
    assert "expects nowhere in the configured apt sources, found none" in said


def test_installing_can_be_forbidden(install):
    status, _, said, calls = install("ensurePackages ninja-build", WEIR_NO_INSTALL="1")
    assert status == 1 and calls == "" and "expects the Debian packages ninja-build" in said


def test_every_listed_package_has_a_reason(install):
    _, listed, _, _ = install("listedPackages")
    lines = [line.split() for line in (ROOT / "tools" / "dev" / "packages.txt").read_text().splitlines()]
    assert listed.split() == [words[0] for words in lines if words[0] != "#"]
    assert all(len(words) >= 2 for words in lines)


def test_an_unknown_command_or_preset_is_refused():
    for arguments, message in ((["tset"], "got tset"), (["build", "-p", "fast"], "got fast")):
        env = dict(os.environ, WEIR_NO_INSTALL="1")
        done = subprocess.run(["./dev", *arguments], cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode != 0 and message in done.stderr

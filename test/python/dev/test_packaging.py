"""What the wheels say of themselves, and the commands that they install. `./dev accept first-light packages` builds
them."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tree import ROOT

# For those who change Weir.
NOT_INSTALLED = {"weir-fuzz"}
PROJECTS = {name: tomllib.loads((ROOT / name / "pyproject.toml").read_text()) for name in (".", "python/runtime")}


def test_the_commands_are_the_tools():
    tools = sorted({path.name for path in (ROOT / "tools").glob("weir-*")} - NOT_INSTALLED)
    assert sorted(PROJECTS["."]["project"]["scripts"]) == tools
    # They are built for the wheel, too.
    (built,) = re.findall(r"set\(tools ([^)]+)\)", (ROOT / "python" / "CMakeLists.txt").read_text())
    assert sorted(built.split()) == tools


@pytest.mark.parametrize("project", PROJECTS)
def test_packages_are_typed_and_versions_come_from_git(project):
    facts, settings = PROJECTS[project]["project"], PROJECTS[project]["tool"]["scikit-build"]
    assert facts["dynamic"] == ["version"] and "version" not in facts
    assert settings["metadata"]["version"]["provider"] == "scikit_build_core.metadata.setuptools_scm"
    for package in settings["wheel"]["packages"]:
        assert (ROOT / project / package / "py.typed").is_file()
    assert (ROOT / project / facts["readme"]).is_file()


def test_both_need_the_same_python_and_numpy():
    ours, runtime = (project["project"] for project in PROJECTS.values())
    assert ours["requires-python"] == runtime["requires-python"] and ours["dependencies"] == runtime["dependencies"]


@pytest.fixture
def command(tmp_path):
    """Makes an installed package whose bin/weir-opt is a script; gives a function that starts the command."""
    programs = tmp_path / "weir" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / "weir" / "__init__.py").write_text("raise AssertionError('the package is not imported')\n")
    entry = tmp_path / "weir-opt"
    entry.write_text(f"#!{sys.executable}\nimport sys\nfrom weir_tools import main\nsys.exit(main())\n")
    entry.chmod(0o755)

    def run(script, *arguments):
        (programs / "weir-opt").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "weir-opt").chmod(0o755)
        env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT / "python")]))
        return subprocess.run([entry, *arguments], env=env, text=True, capture_output=True, input="in")

    return run


def test_a_command_passes_arguments_streams_and_status_on(command):
    done = command('cat; echo " $1 $2"; exit 3', "a b", "--c")
    assert (done.stdout, done.returncode) == ("in a b --c\n", 3)


def test_a_command_that_misses_libraries_says_which(command):
    done = command("exit 127")
    assert done.returncode == 127
    assert "weir-opt: expects the shared libraries of LLVM and MLIR 22.1" in done.stderr


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_command_ends_by_the_signal_that_ended_its_program(command, name):
    done = command(f"kill -{name} $$")
    assert (done.returncode, done.stderr) == (-getattr(signal, f"SIG{name}"), "")


def test_weir_without_llvm_says_what_to_install(tmp_path):
    """`_mlir` cannot be loaded."""
    library = tmp_path / "weir"
    package = Path(os.environ.get("WEIR_BUILD_DIR", ROOT / "build" / "dev")) / "python" / "weir"
    library.mkdir()
    for path in package.iterdir():
        if not path.name.startswith("_mlir") and path.name != "__pycache__":
            (library / path.name).symlink_to(path.resolve())
    (library / "_mlir.py").write_text(
        "raise ImportError('libMLIR.so.22.1: cannot open shared object file: No such file or directory')\n"
    )
    text = (
        "import weir as flow\nfrom weir import nn\n"
        "class Twice(nn.Graph):\n    def build(self, x):\n        return x + x\n"
        "Twice()(flow.ones(2))\n"
    )
    env = dict(os.environ, PYTHONPATH=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", text], env=env, text=True, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: expects the shared libraries of LLVM and MLIR 22.1, which compiling needs, got: libMLIR.so.22.1: "
        "cannot open shared object file: No such file or directory; Debian has them in the packages libllvm22 and "
        "libmlir-22. Running artifacts needs neither"
    )

"""The wheels, and environments that have one of them each. WEIR_WHEELS names a folder of wheels to test, as dist of
./dev wheel; without it they are built, which takes minutes: `weir` from its sdist, so without git, `weir-runtime` from
the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "packages"  # kept, for who measures what is installed

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("WEIR_", "PYTHON"))}
CLEAN["CMAKE_BUILD_PARALLEL_LEVEL"] = str(os.cpu_count())


def run(*command, cwd=FOLDER, status=0, **options):
    """What it prints on stdout, in a process that sees nothing of the build tree."""
    env = CLEAN | {"PATH": os.pathsep.join(p for p in CLEAN["PATH"].split(os.pathsep) if str(ROOT) not in p)}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=env, text=True, capture_output=True, **options)
    assert done.returncode == status, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def make_environment(name, *requirements):
    """The interpreter of a new environment."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", *requirements)
    return folder / "bin" / "python"


@pytest.fixture(scope="session")
def dist():
    """A folder with weir-*.whl and weir_runtime-*.whl."""
    if "WEIR_WHEELS" in os.environ:
        return Path(os.environ["WEIR_WHEELS"]).resolve()
    shutil.rmtree(FOLDER / "dist", ignore_errors=True)
    (FOLDER / "dist").mkdir(parents=True)
    builder = make_environment("builder", "scikit-build-core", "setuptools-scm")
    build = "from scikit_build_core.build import build_sdist; print(build_sdist({!r}))".format(str(FOLDER / "dist"))
    sdist = FOLDER / "dist" / run(builder, "-c", build, cwd=ROOT).split()[-1]
    # Unpacked where the next build finds what this one has compiled.
    source = FOLDER / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    run("tar", "-xf", sdist, "-C", source)
    (tree,) = source.iterdir()
    for project in (tree, ROOT / "python" / "runtime"):
        run(builder, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", FOLDER / "dist", project)
    return FOLDER / "dist"


def wheel(dist, name):
    (found,) = dist.glob(f"{name}-*.whl")
    return found


@pytest.fixture(scope="session")
def weir_wheel(dist):
    return wheel(dist, "weir")


@pytest.fixture(scope="session")
def runtime_wheel(dist):
    return wheel(dist, "weir_runtime")


@pytest.fixture(scope="session")
def with_weir(weir_wheel):
    """An interpreter that has weir."""
    return make_environment("weir", weir_wheel)


@pytest.fixture(scope="session")
def with_runtime(runtime_wheel):
    """An interpreter that has weir-runtime and no weir."""
    return make_environment("weir-runtime", runtime_wheel)

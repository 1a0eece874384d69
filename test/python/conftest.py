"""Fixtures of the Python tests. The package comes from the build tree (PYTHONPATH), the tools from WEIR_BUILD_DIR."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "dev"))

import suite_sample  # noqa: E402

NAMES = pytest.StashKey()


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory):
    """Tests neither see nor fill the user's cache."""
    folder = tmp_path_factory.mktemp("cache") / "weir"
    before = os.environ.get("WEIR_CACHE_DIR")
    os.environ["WEIR_CACHE_DIR"] = str(folder)
    yield folder
    if before is None:
        del os.environ["WEIR_CACHE_DIR"]
    else:
        os.environ["WEIR_CACHE_DIR"] = before


@pytest.fixture
def tool():
    """Path of a built tool."""
    folder = Path(os.environ.get("WEIR_BUILD_DIR", ROOT / "build" / "dev")) / "bin"
    return lambda name: str(folder / name)


@pytest.fixture
def verified(tool):
    """Passes a module through weir-opt, which checks it, and gives the text back."""

    def check(text):
        result = subprocess.run([tool("weir-opt"), "-"], input=text, text=True, capture_output=True)
        assert result.returncode == 0, result.stderr
        return text

    return check


def pytest_configure(config):
    """For names that are called see called_names.py."""
    config.addinivalue_line(
        "markers", "sampled(share): `./dev test` takes one in so many cases (see suite_sample.py)"
    )
    if path := os.environ.get("WEIR_CALLED_NAMES"):
        import called_names

        config.stash[NAMES] = called_names.recorder(), path
        config.pluginmanager.register(config.stash[NAMES][0])


def pytest_collection_modifyitems(items):
    left_out = pytest.mark.skip(reason=f"{suite_sample.NOT_DRAWN}{suite_sample.seed()}")
    for item in items:
        sampled = item.get_closest_marker("sampled")
        share = sampled.args[0] if sampled else suite_sample.PYTHON_SHARE
        if suite_sample.leaves_out(f"{item.module.__name__}.{item.name}", share):
            item.add_marker(left_out)


def pytest_sessionfinish(session):
    if recorded := session.config.stash.get(NAMES, None):
        recorded[0].write(recorded[1])

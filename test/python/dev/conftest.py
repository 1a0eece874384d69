"""Lets these tests import the programs of tools/dev and the topics of ./dev accept."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "dev"))


@pytest.fixture
def accept_topic():
    """Imports a file of test/accept by its name, as a module whose functions are its lines."""

    def load(name):
        spec = importlib.util.spec_from_file_location(name.replace("-", "_"), ROOT / "test" / "accept" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load

"""Lets these tests import the programs of tools/dev."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools" / "dev"))

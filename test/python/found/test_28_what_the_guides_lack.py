"""Pages on the environment and the cache, on programs in .mlir and calls, on C programs. `test_guides` runs them."""

import os
import re
from pathlib import Path


ROOT = Path(os.environ.get("WEIR_TREE", Path(__file__).resolve().parents[3]))

GUIDES = ROOT / "docs" / "guides"
READS = re.compile(r'(?:getenv|isSet|secondsOf|environ\.get|integer_from_environment)\(\s*"([A-Z_]+)"|"(WEIR_[A-Z_]+)"')
READERS = ["lib", "python/weir", "python/runtime", *(str(tool) for tool in (ROOT / "tools").glob("weir-*"))]


def test_every_variable_that_is_read_stands_on_the_page():
    page = (GUIDES / "environment.md").read_text()
    read = set()
    for folder in READERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".cpp", ".h", ".py"):
                read |= {name for found in READS.findall(path.read_text()) for name in found if name}
    read -= {"WEIR_VERSION"}
    assert len(read) > 8
    assert sorted(name for name in read if f"`{name}`" not in page) == []
    assert "`~/.cache/weir`" in page


def test_the_pages_are_listed_and_run():
    pages = {"environment", "writing-ir", "linking"}
    index = (GUIDES / "README.md").read_text()
    tests = (ROOT / "test/python/dev/test_guides.py").read_text()
    assert [page for page in pages if f"({page}.md)" not in index or f'"{page}"' not in tests] == []


def test_what_the_pages_say():
    programs = (GUIDES / "writing-ir.md").read_text()
    assert "attributes {weir.job}" in programs and "weir.call" in programs and "weir.assign" in programs
    linking = (GUIDES / "linking.md").read_text()
    assert "--emit=so" in linking and "weir_artifact_load_memory" in linking and "cc main.c" in linking

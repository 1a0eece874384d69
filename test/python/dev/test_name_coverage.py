"""docs/coverage.md is what its data says, and the data speaks of tests that are there."""

import name_coverage
from tree import ROOT
from weir._ops import InPlaceMethods


def test_the_page_is_fresh():
    assert name_coverage.PAGE.read_text() == name_coverage.page(), "docs/coverage.md is stale: run ./dev docs"


def test_names_stand_in_the_tests_that_call_them():
    """A name that works was called from the lines of its test, or of what tests share. Methods that records make may be
    called there by a list of them."""
    tests = ROOT / "test" / "python"
    shared = "".join(path.read_text() for path in tests.rglob("*.py") if not path.name.startswith("test_"))
    strays = []
    for name, file in name_coverage.called().items():
        last = name.rsplit(".", 1)[-1]
        text = (ROOT / file).read_text() + shared
        stem = last.removesuffix("_")
        if stem not in text and not ("InPlaceMethods" in text and hasattr(InPlaceMethods, f"{stem}_")):
            strays.append(f"{name}: {file}")
    assert not strays, strays


def test_what_is_left_out_does_not_work():
    works = name_coverage.called()
    assert not [name for name in name_coverage.left_out() if name in works]


def test_shares_count_uses():
    tests = {name_coverage.recorded_as(name): "" for name in name_coverage.usage()}
    wanted, whole = name_coverage.shares(tests)
    assert set(wanted.values()) == set(whole.values()) == {100}
    without = {name: "" for name in tests if name != "flow.Tensor"}
    assert name_coverage.shares(without)[0]["vision"] < 90

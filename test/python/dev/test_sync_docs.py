"""The committed reference pages are those that the records generate, and a stale one is noticed."""

import os
from pathlib import Path

import pytest

import sync_docs

GENERATED = Path(os.environ.get("WEIR_BUILD_DIR", "")) / "docs"


def write(folder, pages):
    for path, text in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def test_synchronized_pages_do_not_differ(tmp_path):
    generated = sync_docs.pages(write(tmp_path / "new", {"Weir/Ops.md": "add\n", "Stages.md": "sbp\n"}))
    committed = write(tmp_path / "old", {"Weir/Ops.md": "ad\n", "Gone.md": "old\n"})
    assert len(sync_docs.differences(generated, sync_docs.pages(committed))) == 3
    sync_docs.synchronize(generated, committed)
    assert sync_docs.differences(generated, sync_docs.pages(committed)) == []


def test_a_stale_page_is_shown_as_a_diff():
    (shown,) = sync_docs.differences({Path("a.md"): "new\n"}, {Path("a.md"): "old\n"})
    assert "run ./dev docs" in shown and "-old" in shown and "+new" in shown


@pytest.mark.skipif(
    not os.environ.get("WEIR_BUILD_DIR") or not sync_docs.pages(GENERATED), reason="no pages were generated"
)
def test_the_committed_pages_are_fresh():
    assert sync_docs.differences(sync_docs.pages(GENERATED), sync_docs.pages(sync_docs.REFERENCE)) == []

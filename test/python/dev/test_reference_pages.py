"""The page of stages follows the table of stages, and each stage's pipeline is found."""

import re

import reference_pages
from tree import ROOT


def test_each_stage_has_a_row_with_its_passes():
    names = re.findall(r"^WEIR_STAGE\((\w+)", (ROOT / "lib/Compiler/Stages.def").read_text(), re.MULTILINE)
    rows = [line for line in reference_pages.stages_page().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [f"{number:02}.{name}" for number, name in enumerate(names, 1)]
    for row in rows:
        assert re.search(r"`(weir|vm)-[\w-]+`", row), row


def test_flags_of_upstream_passes():
    assert reference_pages.kebab("CanonicalizerPass") == "canonicalize"
    assert reference_pages.kebab("ConvertLinalgToLoopsPass") == "convert-linalg-to-loops"

"""The page of how the tests of what was found fail on the commit that it was found in."""

import re

import found_before

ROW = re.compile(r"\| (\d+) \| .* \| (\d+|all)( of \d+)? \| .* \|")


def test_each_line_has_a_test_that_failed_there():
    rows = [ROW.fullmatch(row) for row in (found_before.FOLDER / "README.md").read_text().splitlines()[8:]]
    files = sorted(found_before.FOLDER.glob("test_*.py"))
    assert [int(row[1]) for row in rows] == [int(file.name.split("_")[1]) for file in files] == list(range(1, 30))
    assert all(row[2] == "all" or int(row[2]) > 0 for row in rows)

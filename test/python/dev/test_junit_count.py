"""Counting tests from the reports of lit, ctest and pytest, and from runs that left none."""

import pytest

from junit_count import Count, count_suite, count_text

LIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites time="1.00">
<testsuite name="Weir" tests="3" failures="1" skipped="1" time="1.00">
<testcase classname="Weir.ops" name="add.mlir" time="0.10"/>
<testcase classname="Weir.ops" name="sub.mlir" time="0.10">
  <failure><![CDATA[expected <1>, got \x1b[31m<2>]]></failure>
</testcase>
<testcase classname="Weir.ops" name="gpu.mlir" time="0.00">
  <skipped message="Missing required feature(s): gpu"/>
</testcase>
</testsuite>
</testsuites>
"""

CTEST = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="7" failures="2" disabled="1" skipped="3">
  <testcase name="A.ok" status="run"><system-out>fine</system-out></testcase>
  <testcase name="A.bad" status="fail"><failure message=""/></testcase>
  <testcase name="A.DISABLED" status="disabled"><system-out>Disabled</system-out></testcase>
  <testcase name="A.skip" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
  <testcase name="A.code" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
  <testcase name="B_NOT_BUILT" status="notrun"><skipped message="Unable to find executable"/></testcase>
  <testcase name="C.slow" status="fail"><failure message=""/></testcase>
</testsuite>
"""

PYTEST = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4">
<testcase classname="a" name="ok" /><testcase classname="a" name="bad"><failure message="m">t</failure></testcase>
<testcase classname="a" name="setup"><error message="m">t</error></testcase>
<testcase classname="a" name="off"><skipped type="pytest.skip" message="m">t</skipped></testcase>
</testsuite></testsuites>
"""


@pytest.mark.parametrize(
    "text, expected",
    [(LIT, Count(1, 1, 1)), (CTEST, Count(1, 3, 3)), (PYTEST, Count(1, 2, 1)), ("<testsuites/>", Count())],
)
def test_each_runner_is_counted(text, expected):
    assert count_text(text) == expected


def test_counts_add_up_and_read_as_one_line():
    assert str(Count(3, 0) + Count(1, 2)) == "4 passed, 2 failed"
    assert str(Count(3, 0, 1) + Count(1, 2, 1)) == "4 passed, 2 failed, 2 skipped"


def test_a_clean_run_counts_what_its_report_says(tmp_path):
    report = tmp_path / "lit.xml"
    report.write_text(LIT)
    assert count_suite(report, 1) == (Count(1, 1, 1), None)


@pytest.mark.parametrize("text, status", [(None, -11), (None, 0), ("<testsuites>", 0), ("", 2)])
def test_a_runner_that_left_no_report_has_failed(tmp_path, text, status):
    report = tmp_path / "pytest.xml"
    if text is not None:
        report.write_text(text)
    count, complaint = count_suite(report, status)
    assert count == Count(failed=1) and f"status {status}" in complaint


def test_a_status_that_no_failed_test_explains_is_a_failure(tmp_path):
    report = tmp_path / "lit.xml"
    report.write_text("<testsuites><testcase name='a'/></testsuites>")
    count, complaint = count_suite(report, 2)
    assert count == Count(1, 1) and "names no failed test" in complaint

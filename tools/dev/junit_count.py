"""Counts passed, failed and skipped tests in the JUnit files of lit, ctest and pytest. Runs nothing itself."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

# Control characters that XML forbids; a failing test may print them.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")

# What ctest says of a test that chose to be skipped. It calls a test whose program is missing `skipped` too, and such a
# test has failed.
CTEST_CHOSEN_SKIP = re.compile(r"SKIP_REGULAR_EXPRESSION_MATCHED|SKIP_RETURN_CODE|Disabled|Fixture", re.IGNORECASE)


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    @property
    def total(self):
        return self.passed + self.failed + self.skipped

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def outcome(case):
    """passed, failed or skipped, of one <testcase> element."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.get("status") == "disabled":
        return "skipped"
    skip = case.find("skipped")
    if skip is None:
        return "failed" if case.get("status") in ("fail", "notrun") else "passed"
    if case.get("status") == "notrun" and not CTEST_CHOSEN_SKIP.search(skip.get("message") or ""):
        return "failed"
    return "skipped"


def count_text(text):
    count = Count()
    for case in ElementTree.fromstring(FORBIDDEN.sub("?", text)).iter("testcase"):
        kind = outcome(case)
        setattr(count, kind, getattr(count, kind) + 1)
    return count


def count_suite(report: Path, status: int):
    """The count of a suite that ended with `status`, and a complaint where the two disagree, else None.

    A runner that crashes, or fails before its first test, leaves no report or one without a failure; it counts as one
    failed test, so that it cannot look like success.
    """
    if not report.is_file():
        return Count(failed=1), f"ended with status {status} and left no report"
    try:
        count = count_text(report.read_text(encoding="utf-8", errors="replace"))
    except ElementTree.ParseError as error:
        return Count(failed=1), f"ended with status {status} and left a report that can't be read: {error}"
    if status != 0 and count.failed == 0:
        return count + Count(failed=1), f"ended with status {status}, but its report names no failed test"
    return count, None

"""Prints the slowest tests of a JUnit report, such as those that run_tests.py leaves in a build folder's reports/."""

import argparse
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--within", default="", help="only tests with this in the name of their class or folder")
    arguments = parser.parse_args()
    times = [
        (float(case.get("time") or 0), f"{case.get('classname')}/{case.get('name')}")
        for case in ElementTree.parse(arguments.report).iter("testcase")
        if arguments.within in (case.get("classname") or "")
    ]
    if not times:
        sys.exit(f"expects tests within '{arguments.within}' in {arguments.report}, got none")
    for seconds, name in sorted(times, reverse=True)[: arguments.count]:
        print(f"{seconds:7.2f} s  {name}")
    print(f"{sum(seconds for seconds, _ in times):7.2f} s  all {len(times)}")


if __name__ == "__main__":
    main()

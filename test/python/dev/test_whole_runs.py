"""What acceptance lines read off the output of long runs."""

import pytest

import earlier_builds
import revision
import whole_runs
from measuring import Failed

PRINTED = """fresh-root: debootstrap into /tmp/root
fresh-root: packages and .venv took 1 min 30 s
test accuracy: 0.9722
12 passed, 1 failed
fresh-root: `./dev demo` ended with status 0 after 10 min 45 s, cold, on 2 cores
"""


@pytest.fixture(autouse=True)
def kept(monkeypatch, tmp_path):
    monkeypatch.setattr(whole_runs, "KEPT", tmp_path / "whole-runs.json")


@pytest.fixture
def house(accept_topic):
    return accept_topic("house")


def prints(monkeypatch, text):
    monkeypatch.setattr(whole_runs, "run", lambda *command, **options: text)


def test_minutes_in_a_bare_root(monkeypatch, house):
    prints(monkeypatch, PRINTED)
    assert whole_runs.in_a_bare_root("./dev", "demo") == (PRINTED, 1.5, 10.75)
    assert whole_runs.cold_suites() == {"passed": 12, "failed": 1, "minutes": 10.75}
    assert house.demo_in_a_bare_root() == {"test accuracy": 0.9722, "minutes": 12.25, "of these packages": 1.5}


def test_a_run_in_a_bare_root_that_prints_no_time_fails(monkeypatch):
    prints(monkeypatch, "fresh-root: packages and .venv took 1 min 30 s\n")
    with pytest.raises(Failed, match="expects minutes of packages and of the command"):
        whole_runs.in_a_bare_root()


def test_run_times_beyond_the_bound_are_measured_again(monkeypatch):
    answers = [[1.0, 1.03, 0.9, 1.05], [1.01, 1.05], [1.01, 1.0], [1.1, 1.06]]
    asked = []

    def ratios(cases, earlier, file):
        asked.append(list(cases))
        return dict(zip(cases, answers[len(asked) - 1]))

    monkeypatch.setattr(earlier_builds, "run", lambda *command, **options: "")
    monkeypatch.setattr(earlier_builds, "ratios_of", ratios)
    times = earlier_builds.run_times(["a", "b", "c", "d"], None, 1.02)
    assert times == {"a": 1.0, "b": pytest.approx(1.02), "c": 0.9, "d": 1.05}
    assert asked == [["a", "b", "c", "d"]] + [["b", "d"]] * 3


def test_topics_share_a_run_of_an_unchanged_tree(monkeypatch):
    counts = iter(range(10))
    count = whole_runs.once(lambda: {"passed": next(counts)})
    for tree, passed in (("a", 0), ("a", 0), ("b", 1), ("", 2), ("", 3), ("b", 1)):
        monkeypatch.setattr(whole_runs.revision, "tree", lambda tree=tree: tree)
        assert count() == {"passed": passed}


def test_a_tree_has_a_name_only_where_nothing_but_records_differs():
    changed = [line.split()[-1] for line in revision.git("status", "--porcelain").splitlines()]
    is_left = all(path.startswith(revision.LEFT) for path in changed)
    assert bool(revision.tree()) == (bool(revision.commit()) and is_left)

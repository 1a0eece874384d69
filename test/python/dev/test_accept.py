"""The acceptance harness: what passes, what fails and says why, what isn't run and shows its record."""

import dataclasses
import json
import textwrap

import pytest

import accept
import acceptance
import measuring
from acceptance import at_least, at_most, below, equal_to, evaluate, line

ABSENT = acceptance.Need("a machine that isn't there", lambda: False)
PRESENT = acceptance.Need("a machine", lambda: True)


def outcome(function, **arguments):
    acceptance.declared.clear()
    line("a claim", **arguments)(function)
    return evaluate(acceptance.declared[0])


@pytest.mark.parametrize(
    "bound, holding, breaking",
    [(at_least(0.96), 0.96, 0.9599), (at_most(25), 25, 25.1), (below(3), 2.9, 3), (equal_to("a"), "a", "b")],
)
def test_a_bound_judges_a_figure(bound, holding, breaking):
    assert outcome(lambda: holding, bound=bound).verdict == "pass"
    failed = outcome(lambda: breaking, bound=bound)
    assert failed.verdict == "fail" and bound.text in failed.reason


def test_each_named_figure_has_its_bound():
    bounds = {"accuracy": at_least(0.9), "seconds": at_most(30)}
    assert outcome(lambda: {"accuracy": 0.95, "seconds": 3.0, "extra": 1}, bound=bounds).verdict == "pass"
    failed = outcome(lambda: {"accuracy": 0.95, "seconds": 31.0}, bound=bounds)
    assert failed.reason == "seconds is 31, expected at most 30"


def test_a_figure_that_a_bound_expects_must_be_there():
    assert "none for seconds" in outcome(lambda: {"accuracy": 1}, bound={"seconds": at_most(1)}).reason


def test_a_nan_breaks_every_bound():
    for bound in (at_least(0), at_most(0), below(0), equal_to(0)):
        assert outcome(lambda: float("nan"), bound=bound).verdict == "fail"


def test_a_line_without_a_bound_passes_if_nothing_is_raised():
    assert outcome(lambda: None).verdict == "pass"


def test_a_line_with_a_bound_and_no_figure_fails():
    assert outcome(lambda: None, bound=at_least(1)).reason.startswith("could not run")


def raising(error):
    def measure():
        raise error

    return measure


@pytest.mark.parametrize(
    "error, reason",
    [
        (ValueError("no such file"), "could not run: ValueError: no such file"),
        (measuring.NotBuilt("build/dev/bin/weir-run"), "could not run: not built yet: build/dev/bin/weir-run"),
        (measuring.Failed("expects a, got b"), "expects a, got b"),
    ],
)
def test_what_a_line_raises_fails_it_with_the_reason(error, reason):
    failed = outcome(raising(error))
    assert (failed.verdict, failed.reason) == ("fail", reason)


def test_a_bare_assert_fails_with_its_source_line():
    def measure():
        assert 1 == 2

    assert "assert 1 == 2" in outcome(measure).reason


def test_a_line_whose_hardware_is_absent_is_not_run_and_shows_its_record():
    absent = outcome(raising(ValueError()), needs=[PRESENT, ABSENT])
    assert (absent.verdict, absent.reason) == ("not run", "needs a machine that isn't there")
    record = {"commit": "abc", "machine": "m", "date": "2026-01-01", "figures": {"": 0.98}}
    assert "last record: 0.98 at commit abc on m, 2026-01-01" in acceptance.describe(absent, record)[-1]
    assert acceptance.describe(absent, None)[-1].endswith("last record: none")


def test_hardware_that_is_there_lets_a_line_run():
    assert outcome(lambda: 1, needs=[PRESENT]).verdict == "pass"


def test_a_command_with_another_exit_status_fails_the_line():
    with pytest.raises(measuring.Failed, match="expects exit status 0 of `sh -c echo why; exit 3`, got 3: why"):
        measuring.run("sh", "-c", "echo why; exit 3")
    assert measuring.run("sh", "-c", "echo out; echo err >&2; exit 3", status=3) == "out\nerr\n"


def test_a_command_that_does_not_exist_is_not_built():
    with pytest.raises(measuring.NotBuilt):
        measuring.run("no-such-command-of-weir")


@pytest.fixture
def topic(tmp_path):
    (tmp_path / "toy.py").write_text(textwrap.dedent("""
            from acceptance import Need, at_least, line

            @line("holds", bound=at_least(1))
            def holds():
                return 2

            @line("breaks", bound=at_least(1))
            def breaks():
                return 0

            @line("needs more", needs=[Need("more", lambda: False)])
            def needs_more():
                pass
            """))
    return tmp_path


def test_a_topic_with_a_failed_line_fails(topic, capsys):
    assert accept.main(["toy"], folder=topic) == 1
    printed = capsys.readouterr().out
    assert "[ pass  ] holds" in printed and "[ fail  ] breaks" in printed and "[not run] needs more" in printed
    assert printed.endswith("toy: 1 pass, 1 fail, 1 not run\n")


def test_lines_can_be_chosen_and_recorded(topic, capsys):
    assert accept.main(["toy", "holds", "needs_more", "--record"], folder=topic) == 0
    records = json.loads((topic / "records" / "toy.json").read_text())
    assert list(records) == ["holds"] and records["holds"]["figures"] == {"": 2}
    assert set(records["holds"]) == {"commit", "sources", "machine", "date", "figures"}


def test_a_record_leaves_those_of_lines_that_ran_meanwhile(tmp_path):
    path = tmp_path / "records" / "toy.json"
    acceptance.save_record(path, "first", {"figures": {"longer than what replaces it": 1}})
    acceptance.save_record(path, "second", {"figures": {}})
    acceptance.save_record(path, "first", {"figures": {}})
    assert acceptance.load_records(path) == {"first": {"figures": {}}, "second": {"figures": {}}}


def test_a_record_is_added_to_what_the_file_holds_when_the_line_has_passed(topic):
    path = topic / "records" / "toy.json"
    lines = accept.lines_of(topic / "toy.py")

    def other_run():
        acceptance.save_record(path, "of another run", {"figures": {}})
        return 2

    line = next(line for line in lines if line.name == "holds")
    accept.run_lines([dataclasses.replace(line, measure=other_run)], path, record=True)
    assert set(acceptance.load_records(path)) == {"of another run", "holds"}


def test_an_unknown_line_or_topic_is_refused(topic, capsys):
    for arguments in (["toy", "typo"], ["typo"]):
        with pytest.raises(SystemExit) as stopped:
            accept.main(arguments, folder=topic)
        assert stopped.value.code == 2


def test_the_topics_of_the_tree_load(capsys):
    for name in accept.topics(accept.TOPICS):
        assert accept.main([name, "--list"]) == 0
        assert len({line.name for line in acceptance.declared}) == len(acceptance.declared) > 0

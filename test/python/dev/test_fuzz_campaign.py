"""Random programs as acceptance topics judge them: what a log of a long run has to hold."""

import pytest

import fuzz_campaign
import revision
from measuring import Failed

HEAD = revision.git("rev-parse", "HEAD")
EARLIER = revision.git("rev-list", "-1", "43f1af4")  # has other sources
LINES = (
    "seeds 7-106: 1710 ops of 89 kinds, 28 with `?` (0 more refuse it), 24 with gradients, 0 findings",
    "seeds 107-110: 70 ops of 40 kinds, 1 with `?` (2 more refuse it), 0 with gradients, 1 findings",
    "104 programs, 1780 ops, 1 findings",
    "bounds drawn again for 1 of 1000 results, 3 of 100000 elements unsettled",
)


def logged(path, *lines, commit=HEAD):
    head = f"commit {commit}, sources 0123456789ab, weir-fuzz --seed=7 --programs=104"
    path.write_text("\n".join([head, *lines]) + "\n")
    return fuzz_campaign.logged_programs(path)


@pytest.mark.skipif(not HEAD, reason="not a repository")
def test_a_log_of_random_programs_adds_up(tmp_path):
    log = tmp_path / "log.txt"
    with pytest.raises(Failed, match="expects a log, which ./dev fuzz --log=.*log.txt writes, found none"):
        fuzz_campaign.logged_programs(log)
    commit, counts = logged(log, *LINES, commit=HEAD[:12])
    assert commit == HEAD[:12]
    assert counts == {
        "programs": 104,
        "findings": 1,
        "results whose bounds were drawn again": 0.001,
        "elements that any number fits": 3e-5,
    }
    with pytest.raises(Failed, match=r"expects 104 programs and 1 findings .* got \(100, 0\)"):
        logged(log, LINES[0], *LINES[2:])
    with pytest.raises(Failed, match="expects each seed of log.txt once"):
        logged(log, LINES[0], LINES[1].replace("107-110", "103-106"), *LINES[2:])
    with pytest.raises(Failed, match="expects a log of a commit, got one of files that differ"):
        logged(log, *LINES, commit=HEAD + "+")
    with pytest.raises(Failed, match="merge-base"):
        logged(log, *LINES, commit="0" * 40)


@pytest.mark.skipif(not EARLIER, reason="no repository with a history")
def test_sources_are_equal_until_a_judged_file_changes():
    assert revision.judged_sources() == revision.judged_sources(HEAD) != ""
    assert revision.judged_sources("HEAD") != revision.judged_sources(EARLIER)
    assert revision.commits_since(HEAD) == [] and revision.commits_since(EARLIER)


@pytest.mark.skipif(not EARLIER, reason="no repository with a history")
def test_figures_join_fresh_programs_and_the_log(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.txt"
    logged(log, *LINES, commit=EARLIER)
    monkeypatch.setattr(fuzz_campaign, "LOG", log)
    monkeypatch.setattr(fuzz_campaign, "run", lambda *command, **options: "\n".join(LINES))
    figures = fuzz_campaign.figures(104)
    assert set(figures) == set(fuzz_campaign.bounds(104))
    assert figures["programs"] == figures["logged"] == 104 and figures["logged findings"] == 1
    assert "since the log:\n  " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "same"),
    [
        ("f(a,\n  b); // why", "f(a, b);"),
        ("/** of a */ int  x;", "int x;"),
        ('auto text = "a  // b";', 'auto text =\n    "a  // b";'),
        ("let summary = [{\n  }];", "let summary = [{ }];"),
    ],
)
def test_code_is_the_same_whatever_its_layout(code, same):
    assert revision.without_layout(code) == revision.without_layout(same)


@pytest.mark.parametrize(
    ("code", "other"),
    [
        ("int x;", "in tx;"),
        ("a - -b", "a--b"),
        ('print("a b")', 'print("ab")'),
        ('print("a // b")', 'print("a")'),
        ("f(a, b)", "f(b, a)"),
        ("f('\"', \"//\", 1)", "f('\"', \"//\", 2)"),
    ],
)
def test_other_code_is_not(code, other):
    assert revision.without_layout(code) != revision.without_layout(other)

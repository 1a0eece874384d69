"""The lines of the topic first-light that judge by text: a log of random programs, figures of networks, findings."""

import importlib.util
import math
import subprocess

import pytest

from measuring import Failed
from tree import ROOT

HEAD = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True, stdout=subprocess.PIPE).stdout.strip()
LINES = (
    "seeds 7-106: 1710 ops of 89 kinds, 28 with `?` (0 more refuse it), 24 with gradients, 0 findings",
    "seeds 107-110: 70 ops of 40 kinds, 1 with `?` (2 more refuse it), 0 with gradients, 1 findings",
    "104 programs, 1780 ops, 1 findings",
)


@pytest.fixture
def topic():
    spec = importlib.util.spec_from_file_location("first_light", ROOT / "test" / "accept" / "first-light.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def logged(topic, path, *lines, commit=HEAD):
    path.write_text("\n".join([f"commit {commit}, weir-fuzz --seed=7 --programs=104", *lines]) + "\n")
    return topic.logged_programs(path)


@pytest.mark.skipif(not HEAD, reason="not a repository")
def test_a_log_of_random_programs_adds_up(topic, tmp_path):
    log = tmp_path / "log.txt"
    with pytest.raises(Failed, match="expects a log, which ./dev fuzz --log=.*log.txt writes, found none"):
        topic.logged_programs(log)
    assert logged(topic, log, *LINES, commit=HEAD[:12]) == (104, 1)
    with pytest.raises(Failed, match=r"expects 104 programs and 1 findings .* got \(100, 0\)"):
        logged(topic, log, LINES[0], LINES[2])
    with pytest.raises(Failed, match="expects each seed of log.txt once"):
        logged(topic, log, LINES[0], LINES[1].replace("107-110", "103-106"), LINES[2])
    with pytest.raises(Failed, match="expects a log of a commit, got one of files that differ"):
        logged(topic, log, *LINES, commit=HEAD + "+")
    with pytest.raises(Failed, match="merge-base"):
        logged(topic, log, *LINES, commit="0" * 40)


def test_a_nan_of_one_network_is_the_figure(topic, monkeypatch):
    one = "{0}: logits off by {1} of the largest; loss in float64 by {2}, the norm of all in float32 by 1e-5, at most"
    printed = "\n".join([one.format("a", "1e-5", "1e-5"), one.format("b", "nan", "1e-5"), one.format("c", "1", "nan")])
    monkeypatch.setattr(topic, "run", lambda *command, **options: printed)
    figures = topic.networks()
    assert figures["networks"] == 3 and math.isnan(figures["logits"]) and math.isnan(figures["norms"])


def test_a_program_without_an_end_shows_no_fault(topic, monkeypatch):
    findings = {100: "seed 103 (program 4): crash: no end after 60 s", 104: "seed 109 (program 6): cpu: result #0 off"}
    commands = []

    def run(*command, **options):
        commands.append(command)
        return findings[int(command[3].removeprefix("--seed="))] if options else ""

    monkeypatch.setattr(topic, "run", run)
    monkeypatch.setattr(topic, "tool", lambda name: name)
    assert topic.program_that_finds("cast", 100) == 10
    assert [command[4] for command in commands] == ["--programs=2000", "--programs=1996", "--programs=1"]

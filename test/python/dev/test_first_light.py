"""The lines of the topic first-light that judge by text: figures of networks, findings."""

import math

import pytest


@pytest.fixture
def topic(accept_topic):
    return accept_topic("first-light")


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

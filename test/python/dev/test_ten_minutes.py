"""docs/first-ten-minutes.md is what its script prints, but for the installation, which an accept line runs."""

import os
from pathlib import Path

import pytest

import ten_minutes
from ten_minutes import Step


@pytest.mark.skipif("WEIR_BUILD_DIR" not in os.environ, reason="no build is named")
def test_the_page_is_what_the_script_prints():
    steps = ten_minutes.steps_of(ten_minutes.SCRIPT.read_text())
    assert steps[0].title == "Install" and "pip install" in steps[0].commands
    committed = ten_minutes.PAGE.read_text()
    outputs, _ = ten_minutes.run(steps[1:], ten_minutes.environment(Path(os.environ["WEIR_BUILD_DIR"])))
    page = ten_minutes.page_of(steps, [ten_minutes.outputs_of(committed)["Install"], *outputs])
    assert ten_minutes.differences(page, committed) == ""


def test_a_step_is_a_title_prose_and_commands():
    script = "#!/bin/bash\n# About.\nset -e\n\n## One\n# A.\n# B.\necho 1\n# said\necho 2\n\n## Two\necho 3\n"
    assert ten_minutes.steps_of(script) == [Step("One", "A.\nB.", "echo 1\n# said\necho 2"), Step("Two", "", "echo 3")]


def test_steps_share_a_shell_and_their_outputs_are_told_apart():
    steps = [Step("One", "", "x=1; echo a; echo b >&2"), Step("Two", "", "echo $x $PWD/y")]
    outputs, seconds = ten_minutes.run(steps, dict(os.environ))
    assert outputs[0] == "a\nb" and outputs[1] == "1 y" and len(seconds) == 2
    page = ten_minutes.page_of(steps, outputs)
    assert ten_minutes.outputs_of(page) == {"One": outputs[0], "Two": outputs[1]}


def test_a_step_that_fails_is_named_with_what_it_printed():
    with pytest.raises(RuntimeError, match="the step 'Two' ended with status 3:\ngone"):
        ten_minutes.run([Step("One", "", "true"), Step("Two", "", "echo gone; exit 3")], dict(os.environ))


def test_numbers_of_another_machine_are_no_difference_but_words_are():
    ours = "epoch 1: loss 0.3242, 189056 bytes, weights: 7642ecdda056381b, weir 0.1.1.dev170+g7e58aca42, at -1.5e-03"
    theirs = "epoch 1: loss 1.5, 20480 bytes, weights: 0123456789abcdef, weir 0.2.0, at 0.25"
    assert ten_minutes.differences(theirs, ours) == ""
    assert "-epoch 1" in ten_minutes.differences(ours.replace("epoch 1", "epoch 2"), ours)
    assert ten_minutes.differences(ours.replace("bytes", "octets"), ours) != ""

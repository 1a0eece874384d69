"""Training steps of networks as programs of ranks: what the ranks compute together is what the step computes. Hints say
how inputs and some weights are held; the rest is planned, partitioned and run by the interpreter, all ranks in lock
step."""

import re
import subprocess

import pytest

import weir as flow
from weir import nn

BATCH = 7  # no number of ranks divides it


class Gpt(nn.Module):
    """A block of a language model: fused queries, keys and values, heads, a sequence in each row of the batch."""

    def __init__(self, width=16, heads=2, vocabulary=50, length=8):
        super().__init__()
        self.heads = heads
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.places(flow.arange(ids.shape[1]))
        batch, length, width = x.shape
        qkv = self.qkv(self.first(x)).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        x = x + self.down(nn.functional.gelu(self.up(self.second(x))))
        return self.head(x)


class Pictures(nn.Module):
    """Convolutions, statistics of the batch, dropout and a classifier."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.drop, self.out = nn.Dropout(0.25), nn.Linear(4 * 4 * 4, 10)

    def forward(self, x):
        x = nn.functional.max_pool2d(nn.functional.relu(self.norm(self.conv(x))), 2)
        return self.out(self.drop(x.flatten(1)))


class Step(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(flow.optim.AdamW(model.parameters(), lr=1e-3))

    def build(self, x, target):
        loss = ((self.model(x) - target) ** 2).mean()
        loss.backward()
        return loss


def text_of(name):
    flow.manual_seed(0)
    if name == "gpt":
        return Step(Gpt()).traced(flow.randint(0, 50, (BATCH, 8)), flow.randn(BATCH, 8, 50))
    return Step(Pictures()).traced(flow.randn(BATCH, 1, 8, 8), flow.randn(BATCH, 10))


def hinted(text, mesh, inputs, weights):
    """The program on a mesh, its inputs and some weights held so."""
    count = 1
    for size in mesh:
        count *= size
    whole = held(["broadcast"] * len(mesh))
    header = f"  sbp.mesh @mesh shape {mesh} devices {[*range(count)]}\n"
    text = re.sub(r"(module @\w+ \{\n)", lambda found: found[1] + header, text, count=1)
    signature = f"sbp.signature = #sbp.signature<({inputs}, {inputs}) -> ({whole})>"
    text = text.replace("attributes {weir.job}", f"attributes {{weir.job, {signature}}}")
    for weight, holding in weights.items():
        hint = f"{{sbp.signature = #sbp.signature<() -> ({holding})>}}"
        # Where a process has traced other models, names have numbers behind them.
        text, found = re.subn(rf"(weir\.variable @model\.{weight}(?:\.\d+)?) :", rf"\1 {hint} :", text)
        assert found == 1, weight
    return text


def held(axes):
    axes = [f"#sbp.{axis}" for axis in axes]
    return axes[0] if len(axes) == 1 else f"#sbp.nd<[{', '.join(axes)}]>"


ROWS, COLUMNS, WHOLE = "split<0>", "split<1>", "broadcast"

CASES = {
    "data": ("gpt", [2], [ROWS], {}),
    "data, unevenly": ("gpt", [3], [ROWS], {}),
    "sequences": ("gpt", [2], [COLUMNS], {}),
    "heads, then rows": ("gpt", [2], [WHOLE], {"qkv.weight": ["split<0, 3, 8>"], "out.weight": [COLUMNS]}),
    "columns, then rows": ("gpt", [4], [WHOLE], {"up.weight": [ROWS], "up.bias": [ROWS], "down.weight": [COLUMNS]}),
    "vocabulary": ("gpt", [3], [WHOLE], {"tokens.weight": [ROWS], "head.weight": [ROWS]}),
    "data and columns": ("gpt", [2, 2], [ROWS, WHOLE], {"up.weight": [WHOLE, ROWS], "down.weight": [WHOLE, COLUMNS]}),
    "pictures": ("pictures", [2], [ROWS], {}),
    "pictures, their weights by rows": ("pictures", [3], [ROWS], {"conv.weight": [ROWS], "out.weight": [ROWS]}),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES)
def test_ranks_compute_the_step(case, tool, tmp_path):
    name, mesh, inputs, weights = CASES[case]
    weights = {weight.replace(".", r"\."): held(axes) for weight, axes in weights.items()}
    program = tmp_path / "step.mlir"
    program.write_text(hinted(text_of(name), mesh, held(inputs), weights))
    # What comes before is checked where it is tested; the rounding of its constants is beside the point.
    compiled = subprocess.run([tool("weir-compile"), program, "--to=precision"], capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stderr
    program.write_text(compiled.stdout)
    checked = subprocess.run([tool("weir-compile"), program, "--verify-numerics"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    (numbers,) = re.findall(r"^partition +partition +(\d+)", checked.stdout, re.MULTILINE)
    assert int(numbers) > 1000
    parted = subprocess.run([tool("weir-compile"), program, "--to=partition"], capture_output=True, text=True)
    assert "comm." in parted.stdout and "sbp.mesh" not in parted.stdout

"""Steps of training on ranks, run by the launcher: the first rank prints losses and the median time of a step."""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import weir as flow
from weir import nn

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples" / "resnet"), str(ROOT / "bench" / "networks")]


class Step(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(flow.optim.AdamW(model.parameters(), lr=1e-3))

    def build(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        return loss


class Gpt(nn.Module):
    """A language model of four layers."""

    def __init__(self, width=256, heads=4, vocabulary=2000, length=64, layers=4):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.places(flow.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)).permute(0, 2, 1)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(self.first(x)).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(nn.functional.gelu(self.up(self.second(x))))


def model_and_batch(name, batch):
    numbers = np.random.default_rng(0)
    if name == "gpt":
        ids = numbers.integers(0, 2000, (batch, 65))
        return Gpt(), ids[:, :-1], ids[:, 1:]
    import models

    image = numbers.standard_normal((batch, 3, 64, 64)).astype(np.float32)
    return models.ResNet(models.BasicBlock, [2, 2, 2, 2], num_classes=10), image, numbers.integers(0, 10, batch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", choices=("resnet18", "gpt"))
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--show", default="", help="a stage: prints the program after it")
    chosen = parser.parse_args()
    flow.manual_seed(0)
    rank, ranks = flow.env.get_rank(), flow.env.get_world_size()
    model, x, y = model_and_batch(chosen.model, chosen.batch)
    place = flow.env.all_device_placement("cpu")
    part = np.array_split(np.arange(chosen.batch), ranks)[rank]
    x, y = flow.tensor(np.ascontiguousarray(x[part])), flow.tensor(np.ascontiguousarray(y[part]))
    if ranks > 1:
        model.to_global(place, flow.sbp.broadcast)
        x, y = (each.to_global(place, flow.sbp.split(0)) for each in (x, y))
    step, times, losses = Step(model), [], []
    for _ in range(chosen.steps):
        start = time.perf_counter()
        losses.append(step(x, y).item())
        times.append(time.perf_counter() - start)
    if rank == 0:
        print("losses", *(f"{loss:.6f}" for loss in losses))
        print(f"first {times[0]:.2f} s, median {1e3 * sorted(times[1:])[len(times) // 2 - 1]:.2f} ms")
        if chosen.show:
            print(step.mlir(chosen.show))


if __name__ == "__main__":
    main()

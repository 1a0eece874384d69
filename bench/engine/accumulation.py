"""What a step of the digits CNN takes whose gradients are those of 8 parts of a batch, beside a step on one part:
programs, and bytes of the arena. Prints one `name: number` line each.

Run with the package on PYTHONPATH: python bench/engine/accumulation.py"""

import math
import pathlib
import re
import sys

import weir as flow
from weir import nn, optim

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "digits"))
from cnn_model import Network  # noqa: E402, behind the path to it

PARTS, ROWS = 8, 64
ALIGNMENT = 64  # of buffers, in bytes


class Train(nn.Graph):
    def __init__(self, parts):
        super().__init__()
        flow.manual_seed(0)
        self.network = Network().train()
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optim.AdamW(self.network.parameters()))
        self.config.set_gradient_accumulation_steps(parts)

    def build(self, images, labels):
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


def stepped(parts):
    """A graph that has stepped on so many parts."""
    graph = Train(parts)
    images, labels = flow.randn(parts * ROWS, 1, 8, 8), flow.zeros(parts * ROWS, dtype=flow.int64)
    graph(images, labels).numpy()
    return graph


def main():
    of_a_part, of_all = (stepped(parts).memory()["arena_bytes"] for parts in (1, PARTS))
    graph = stepped(PARTS)
    sums = sum(ALIGNMENT * math.ceil(4 * each.numel() / ALIGNMENT) for each in graph.network.parameters())
    print(f"programs: {re.search(r'([0-9]+) programs', repr(graph))[1]}")
    print(f"of a part and the sums: {of_all / (of_a_part + sums):.4f}")


main()

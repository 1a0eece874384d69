"""The steps of step.py in PyTorch, shared by DistributedDataParallel over gloo. Started as many times as there are
ranks, with RANK, WORLD_SIZE and MASTER_PORT in the environment; the first prints the median time of a step in
milliseconds."""

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples" / "resnet")]

import golden  # noqa: E402  loads a file of modules on PyTorch


def network(name):
    if name == "resnet18":
        models = golden.on_torch(str(ROOT / "examples/resnet/models.py"))
        return models.ResNet(models.BasicBlock, [2, 2, 2, 2], num_classes=10)
    transformers = golden.on_torch(str(ROOT / "bench/scale/transformers.py"))
    return transformers.Gpt() if name == "gpt" else transformers.Vit()


def batch_of(name, size):
    numbers = np.random.default_rng(0)
    if name == "gpt":
        ids = numbers.integers(0, 2000, (size, 65))
        return torch.tensor(ids[:, :-1]), torch.tensor(ids[:, 1:])
    images = numbers.standard_normal((size, 3, 64, 64)).astype(np.float32)
    return torch.tensor(images), torch.tensor(numbers.integers(0, 10, size))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=("resnet18", "vit", "gpt"))
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--steps", type=int, default=8)
    chosen = parser.parse_args()
    rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = network(chosen.network)
    if ranks > 1:
        torch.distributed.init_process_group("gloo")
        model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)
    part = slice(chosen.batch * rank // ranks, chosen.batch * (rank + 1) // ranks)
    x, y = (each[part].contiguous() for each in batch_of(chosen.network, chosen.batch))
    times = []
    for _ in range(chosen.steps):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        loss.item()
        times.append(time.perf_counter() - start)
    if rank == 0:
        print(f"ms: {1e3 * sorted(times[2:])[(len(times) - 2) // 2]:.3f}")
    if ranks > 1:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()

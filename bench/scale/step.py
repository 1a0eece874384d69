"""Steps of training on ranks, run by the launcher: the first rank prints losses and the median time of a step, and, as
JSON with `--json`, how exact, large and busy ranks were."""

import argparse
import hashlib
import json
import time

import networks
import ways

import weir as flow
from weir import nn


PRODUCTS = ("attention", "convolution", "linear", "matmul")


class Step(nn.Graph):
    def __init__(self, model, optimizer, way):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)
        way.configure(self.config)

    def build(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        return loss


def sizes_of(optimizer):
    """Elements that this rank has, and that there are, of parameters and of what the optimizer keeps of them."""
    tensors = {"parameters": list(optimizer.state)}
    tensors["state"] = [each for kept in optimizer.state.values() for each in kept.values() if each.shape]
    return {
        name: (sum(each.to_local().numel() for each in all_of), sum(each.numel() for each in all_of))
        for name, all_of in tensors.items()
    }


def flops_of_products(program):
    """What this rank computes in a step in products, convolutions and attention, and in their gradients."""
    products = {number for number, op in enumerate(program.ops) if op.name in PRODUCTS}
    return sum(launch.flops for launch in program.launches() if not products.isdisjoint(launch.ops))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=("cnn", "resnet18", "vit", "gpt", "wide"))
    parser.add_argument("--way", default="data", choices=ways.WAYS)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--double", action="store_true", help="in float64")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--local", action="store_true", help="without a mesh")
    parser.add_argument("--show", default="", help="a stage: prints the program after it")
    chosen = parser.parse_args()
    flow.manual_seed(chosen.seed)
    way, model = ways.Way(chosen.way), networks.network(chosen.network)
    if chosen.double:
        model.double()
    if not chosen.local:
        way.hold(model)
    groups = [{"params": list(model.parameters()), "clip_grad_max_norm": 1.0}]
    optimizer = flow.optim.AdamW(groups, lr=1e-3)
    step, times, losses = Step(model, optimizer, way), [], []
    for (x, y), _ in zip(networks.batches(chosen.network, chosen.batch, chosen.seed), range(chosen.steps)):
        floats = flow.float64 if chosen.double and x.dtype.kind == "f" else None
        x, y = (flow.tensor(x, dtype=floats), flow.tensor(y)) if chosen.local else (way.batch(x, floats), way.batch(y))
        start, before = time.perf_counter(), flow.comm.bytes_sent()
        losses.append(step(x, y).item())
        times.append(time.perf_counter() - start)
        sent = flow.comm.bytes_sent() - before
    median = 1e3 * sorted(times[1:])[(len(times) - 1) // 2]
    bits = hashlib.sha256(b"".join(each.detach().numpy().tobytes() for each in model.parameters())).hexdigest()
    if chosen.json:
        flops = flops_of_products(step._latest) if flow.env.get_rank() == 0 else 0
        facts = {"losses": losses, "ms": median, "bits": bits, "sent": sent, "flops": flops}
        print(json.dumps({**facts, **sizes_of(optimizer)}))
    elif flow.env.get_rank() == 0:
        print("losses", *(f"{loss:.6f}" for loss in losses))
        print(f"first: {times[0]:.2f}\nms: {median:.3f}")
        if chosen.show:
            print(step.mlir(chosen.show))


if __name__ == "__main__":
    main()

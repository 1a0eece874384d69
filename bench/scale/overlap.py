"""What a step of ResNet-18 by data takes on a slow link, beside its parts alone: `overlap.py` starts two ranks of one
thread, twice; the link of the second start is so slow that sending takes as long as the backward pass."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BATCH, STEPS = 8, 9


def median_ms(call):
    times = []
    for _ in range(STEPS):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times[2:])


def rank_main():
    """One rank: the first prints what each part takes."""
    import networks

    import weir as flow
    from weir import nn

    class Part(nn.Graph):
        """A step up to the loss, up to gradients, or whole."""

        def __init__(self, model, upto):
            super().__init__()
            self.model, self.upto = model, upto
            if upto == "step":
                self.add_optimizer(flow.optim.SGD(model.parameters(), lr=0.01, momentum=0.9))

        def build(self, x, y):
            loss = nn.functional.cross_entropy(self.model(x), y)
            if self.upto == "forward":
                return loss
            if self.upto == "backward":  # gradients that nobody asks for are not computed
                return loss, *flow.autograd.grad(loss, list(self.model.parameters()))
            loss.backward()
            return loss

    flow.manual_seed(0)
    ranks, place = flow.env.get_world_size(), flow.env.all_device_placement("cpu")
    x, y = next(networks.batches("resnet18", BATCH * ranks))
    own = flow.tensor(x[:BATCH]), flow.tensor(y[:BATCH])
    shared = [flow.tensor(each, placement=place, sbp=flow.sbp.split(0)) for each in (x, y)]
    facts = {}
    for upto in ("forward", "backward", "step"):
        model = networks.network("resnet18")
        part = Part(model, upto)
        facts[upto] = median_ms(lambda: (part(*own), flow.synchronize()))
    part = Part(networks.network("resnet18").to_global(place, flow.sbp.broadcast), "step")
    facts["together"] = median_ms(lambda: part(*shared).item())
    before = flow.comm.bytes_sent()
    part(*shared).item()
    facts["bytes"] = flow.comm.bytes_sent() - before
    buffer = flow.ones(facts["bytes"] * ranks // (2 * (ranks - 1)) // 4)
    facts["sending"] = median_ms(lambda: flow.comm.all_reduce(buffer).numpy())
    if flow.env.get_rank() == 0:
        print(json.dumps(facts))


def started(speed=None):
    """What the first of two ranks says, on a link of so many bytes a second."""
    command = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", "2", __file__, "--rank"]
    slow = {"WEIR_LINK_SPEED": f"{speed:g}"} if speed else {}
    environment = {**os.environ, "WEIR_NUM_THREADS": "1", "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{HERE}", **slow}
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main():
    fast = started()
    backward = fast["backward"] - fast["forward"]
    slow = started(fast["bytes"] / (1e-3 * backward))
    forward, update = slow["forward"], slow["step"] - slow["backward"]
    backward = slow["backward"] - slow["forward"]
    for name, taken in {"forward": forward, "backward": backward, "update": update, **slow}.items():
        print(f"{name}, ms or bytes: {taken:.1f}")
    print(f"one after the other, ms: {forward + backward + slow['sending'] + update:.1f}")
    together = forward + max(backward, slow["sending"]) + update
    print(f"of forward, the longer of backward and sending, and update: {slow['together'] / together:.3f}")


if __name__ == "__main__":
    rank_main() if "--rank" in sys.argv else main()

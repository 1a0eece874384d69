"""How many jobs the training steps of a small GPT need, and how many programs a graph of them, for three and for 200
sizes of batches."""

import models
import numpy as np
import weir as flow
from weir._eager import job_table


class Step(flow.nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)

    def build(self, words, wanted):
        loss = flow.nn.functional.cross_entropy(self.network(words), wanted)
        loss.backward()
        return loss


def batches():
    """The first three already tell apart which sizes vary, and that they are not equal to others."""
    rng = np.random.default_rng(0)
    for number in range(200):
        batch, length = 5 + number % 11, 20 + (7 * number) % 201
        yield number, *(flow.tensor(rng.integers(0, 256, (batch, length))) for _ in range(2))


def gpt():
    network = models.gpt(flow, width=48, heads=4, length=256, layers=2)
    return network, flow.optim.AdamW(network.parameters(), lr=1e-3)


def count_jobs():
    made = []
    compiled = job_table.Job.__init__
    job_table.Job.__init__ = lambda job, *arguments: (made.append(job), compiled(job, *arguments))[1]
    network, optimizer = gpt()
    for number, words, wanted in batches():
        loss = flow.nn.functional.cross_entropy(network(words), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number == 2:
            print(f"jobs after 3: {len(made)}", flush=True)
    print(f"jobs after 200: {len(made)}")


def count_programs():
    step = Step(*gpt())
    for number, words, wanted in batches():
        step(words, wanted)
        if number == 2:
            print(f"programs after 3: {len(step._programs)}", flush=True)
    print(f"programs after 200: {len(step._programs)}")


def main():
    count_jobs()
    count_programs()


if __name__ == "__main__":
    main()

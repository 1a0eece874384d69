"""How many jobs the training steps of a small GPT need, for three and for 200 sizes of batches."""

import models
import numpy as np
import weir as flow
from weir._eager import jobs


def main():
    made = []
    compiled = jobs.Job.__init__
    jobs.Job.__init__ = lambda job, *arguments: (made.append(job), compiled(job, *arguments))[1]
    rng = np.random.default_rng(0)
    network = models.gpt(flow, width=48, heads=4, length=256, layers=2)
    optimizer = flow.optim.AdamW(network.parameters(), lr=1e-3)
    # The first three already tell apart which sizes vary, and that they are not equal to others.
    for number in range(200):
        batch, length = 5 + number % 11, 20 + (7 * number) % 201
        words, wanted = (flow.tensor(rng.integers(0, 256, (batch, length))) for _ in range(2))
        loss = flow.nn.functional.cross_entropy(network(words), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number == 2:
            print(f"jobs after 3: {len(made)}", flush=True)
    print(f"jobs after 200: {len(made)}")


if __name__ == "__main__":
    main()

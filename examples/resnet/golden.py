"""Makes golden.npz with PyTorch: logits in evaluation, and the norms of all gradients of one step of training; both
computed in float64 and rounded, so that they are as right as they can be.

python examples/resnet/golden.py, with PyTorch installed"""

from __future__ import annotations

import os
import sys
import types

import numpy as np
import torch

import weights

HERE = os.path.dirname(os.path.abspath(__file__))


def on_torch(path: str) -> types.ModuleType:
    """A file of plain modules, with PyTorch in place of Weir."""
    with open(path) as file:
        text = file.read()
    imports = ("import weir as flow\n", "import torch as flow\n"), ("from weir import", "from torch import")
    for ours, theirs in imports:
        assert text.count(ours) == 1, ours
        text = text.replace(ours, theirs)
    module = types.ModuleType(os.path.basename(path).removesuffix(".py") + "_on_torch")
    sys.modules[module.__name__] = module  # torch.compile imports it by name
    exec(compile(text, path, "exec"), module.__dict__)
    return module


def main() -> None:
    torch.set_num_threads(2)
    images, labels = torch.tensor(weights.images()).double(), torch.tensor(weights.LABELS)
    results: dict[str, np.ndarray] = {}
    for name, create in on_torch(os.path.join(HERE, "models.py")).MODELS.items():
        model = create()
        drawn = {key: torch.tensor(weights.draw(key, tuple(value.shape))) for key, value in model.state_dict().items()}
        model.load_state_dict(drawn)
        model.double()
        with torch.no_grad():
            results[f"{name}.logits"] = model.eval()(images).float().numpy()
        loss = torch.nn.functional.cross_entropy(model.train()(images), labels)
        loss.backward()
        results[f"{name}.loss"] = loss.detach().float().numpy()
        for key, parameter in model.named_parameters():
            results[f"{name}.gradient.{key}"] = torch.linalg.vector_norm(parameter.grad).float().numpy()
        print(f"{name}: loss {loss.item():.6f}, largest logit {np.abs(results[f'{name}.logits']).max():.4f}")
    np.savez_compressed(os.path.join(HERE, "golden.npz"), **results)


if __name__ == "__main__":
    main()

"""Ways in which ranks share a step: where the batch lies, and where parameters do."""

import numpy as np

import weir as flow
from weir import nn

WHOLE, ROWS, COLUMNS = flow.sbp.broadcast, flow.sbp.split(0), flow.sbp.split(1)
WAYS = ("data", "tensor", "vocabulary", "sequence", "grid", "zero1", "zero2", "zero3")
# Of layers of these names, how weight and bias are held: outputs are split by `up`, and met by `down`.
_TENSOR = {**dict.fromkeys("qkv", (ROWS, ROWS)), "up": (ROWS, ROWS), "down": (COLUMNS, WHOLE), "out": (COLUMNS, WHOLE)}
_VOCABULARY = {"tokens": (ROWS, None), "head": (ROWS, ROWS)}


class Way:
    """One of them, on all ranks."""

    def __init__(self, name):
        ranks = flow.env.get_world_size()
        self.name = name
        self.place = flow.env.all_device_placement("cpu")
        if name == "grid" and ranks % 2 == 0:
            self.place = flow.placement("cpu", ranks=np.arange(ranks).reshape(2, -1))
        self._over = [WHOLE] * (len(self.place.mesh) - 1)
        split = {"tensor": WHOLE, "vocabulary": WHOLE, "sequence": COLUMNS}.get(name, ROWS)
        self._batch = [split, *self._over] if self._over else [split]

    def hold(self, model):
        """Puts the parameters on the ranks."""
        model.to_global(self.place, [*self._over, WHOLE])
        layers = {"tensor": _TENSOR, "grid": _TENSOR, "vocabulary": _VOCABULARY}.get(self.name, {})
        for path, module in model.named_modules():
            for parameter, held in zip(("weight", "bias"), layers.get(path.split(".")[-1], ())):
                now = getattr(module, parameter, None)
                if now is not None and held is not None:
                    setattr(module, parameter, nn.Parameter(now.detach().to_global(sbp=[*self._over, held])))
        return model

    def batch(self, values, dtype=None):
        """A batch, of which each rank keeps its part."""
        axes = [WHOLE if held == COLUMNS and values.ndim != 2 else held for held in self._batch]
        return flow.tensor(values, dtype=dtype, placement=self.place, sbp=axes)

    def configure(self, config):
        """Says what a graph divides."""
        if self.name.startswith("zero"):
            config.enable_zero(stage=int(self.name[-1]), shard_min_size=64)

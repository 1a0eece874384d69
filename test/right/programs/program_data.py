"""What programs compute on: numbers of a seed, images of digits, and the first values of parameters. They are the same
in f32 and f64, here and in PyTorch."""

import gzip
from pathlib import Path

import numpy as np

DIGITS = Path(__file__).resolve().parents[3] / "examples" / "digits" / "data" / "digits.csv.gz"


class Data:
    def __init__(self, seed):
        self._draws = np.random.default_rng(seed)

    def normal(self, *shape):
        return self._draws.standard_normal(shape)

    def uniform(self, *shape, low=0.0, high=1.0):
        return self._draws.uniform(low, high, shape)

    def labels(self, *shape_and_classes):
        """Integers below the last argument, in the shape that the others say."""
        *shape, classes = shape_and_classes
        return self._draws.integers(classes, size=shape)

    def permutation(self, count):
        return self._draws.permutation(count)

    def digits(self, count):
        """Images (count, 64) of pixels in [0, 1], drawn among 1,797, and the digits they show."""
        with gzip.open(DIGITS, "rt") as file:
            table = np.loadtxt(file, delimiter=",")
        rows = table[self._draws.permutation(len(table))[:count]]
        return rows[:, :64] / 16, rows[:, 64].astype(np.int64)

    def init(self, module):
        """Draws all parameters by the order of their names: matrices and kernels of variance 1 / fan in, scales of
        norms near one, other vectors near zero. Gives the module back."""
        import weir as flow

        drawn = {}
        for name, parameter in sorted(module.named_parameters()):
            shape = tuple(parameter.shape)
            values = self.normal(*shape)
            if len(shape) > 1:
                values /= np.sqrt(np.prod(shape[1:]))
            else:
                values = 0.1 * values + name.endswith("weight")
            drawn[name] = flow.tensor(values, dtype=parameter.dtype)
        module.load_state_dict(drawn, strict=False)
        return module

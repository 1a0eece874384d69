"""Weights and images that every machine draws alike, without files: by NumPy's Philox, keyed by a seed and the CRC-32
of the tensor's name in the state_dict."""

from __future__ import annotations

import zlib

import numpy as np

SEED = 20
IMAGES = 4
NORMS = (0.1, 0.3)


def _generator(name: str) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=np.array([SEED, zlib.crc32(name.encode())], np.uint64)))


def draw(name: str, shape: tuple[int, ...], norms: tuple[float, float] = NORMS) -> np.ndarray:
    """Kernels and matrices are He-scaled; statistics of batch normalization are far from 0 and 1, weights of
    normalizations within `norms`."""
    random = _generator(name)
    kind = name.rsplit(".", 1)[-1]
    if kind == "num_batches_tracked":
        return np.zeros(shape, np.int64)
    if kind == "running_var":
        return random.uniform(0.5, 1.5, shape).astype(np.float32)
    if kind == "weight" and len(shape) == 1:  # of a normalization
        return random.uniform(*norms, shape).astype(np.float32)
    if kind == "weight":
        scale = np.sqrt(2 / np.prod(shape[1:]))
        return (random.standard_normal(shape) * scale).astype(np.float32)
    return (random.standard_normal(shape) * 0.1).astype(np.float32)  # biases, means, tokens, positions


def images(side: int = 224) -> np.ndarray:
    """Noise that is smooth at several scales, about as images are."""
    random = _generator("images")
    result = np.zeros((IMAGES, 3, side, side))
    for pixels in (32, 8, 2, 1):
        noise = random.standard_normal((IMAGES, 3, side // pixels, side // pixels))
        result += noise.repeat(pixels, 2).repeat(pixels, 3) / 2
    return result.astype(np.float32)


def tokens(shape: tuple[int, ...], words: int) -> np.ndarray:
    return _generator("tokens").integers(words, size=shape)


def sequences(shape: tuple[int, ...]) -> np.ndarray:
    return _generator("sequences").standard_normal(shape).astype(np.float32)


LABELS = np.array([1, 10, 100, 999])

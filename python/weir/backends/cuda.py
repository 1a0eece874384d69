"""What programs may do on NVIDIA GPUs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from .. import _core

__all__ = ["matmul", "sdp_kernel"]


class _Matmul:
    """`allow_tf32`: graphs that are compiled from now on may round factors of float32 to the ten bits of tf32."""

    def __init__(self) -> None:
        self.allow_tf32 = False

    def __setattr__(self, name: str, value: bool) -> None:
        object.__setattr__(self, name, value)
        _core.something_changed()
        _core.forget_plans()


matmul = _Matmul()


@contextmanager
def sdp_kernel(
    enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True, enable_cudnn: bool = True
) -> Iterator[None]:
    """Changes nothing: the compiler chooses how attention is computed."""
    yield

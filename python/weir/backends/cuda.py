"""What programs may do on NVIDIA GPUs."""

from __future__ import annotations

from .. import _core

__all__ = ["matmul"]


class _Matmul:
    """`allow_tf32`: graphs that are compiled from now on may round factors of float32 to the ten bits of tf32."""

    def __init__(self) -> None:
        self.allow_tf32 = False

    def __setattr__(self, name: str, value: bool) -> None:
        object.__setattr__(self, name, value)
        _core.something_changed()
        _core.forget_plans()


matmul = _Matmul()

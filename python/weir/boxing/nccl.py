"""OneFlow's options of NCCL, which nothing here is sent by: they have no effect. Small parts travel together anyway,
and beside what is computed."""

from __future__ import annotations

__all__ = [
    "allow_fuse_all_reduce",
    "allow_fuse_broadcast",
    "allow_fuse_reduce",
    "allow_fuse_reduce_scatter",
    "allow_fuse_all_gather",
    "enable_all_to_all",
    "enable_mixed_fusion",
    "enable_use_buffer_to_fuse_all_reduce",
    "enable_use_compute_stream",
    "set_fusion_max_ops_num",
    "set_fusion_threshold_mbytes",
    "set_stream_num",
]


def set_fusion_threshold_mbytes(value: int) -> None:
    """No effect."""


def set_fusion_max_ops_num(value: int) -> None:
    """No effect."""


def set_stream_num(value: int) -> None:
    """No effect."""


def allow_fuse_all_reduce(enabled: bool = True) -> None:
    """No effect."""


def allow_fuse_reduce_scatter(enabled: bool = True) -> None:
    """No effect."""


def allow_fuse_all_gather(enabled: bool = True) -> None:
    """No effect."""


def allow_fuse_reduce(enabled: bool = True) -> None:
    """No effect."""


def allow_fuse_broadcast(enabled: bool = True) -> None:
    """No effect."""


def enable_use_buffer_to_fuse_all_reduce(enabled: bool = True) -> None:
    """No effect."""


def enable_mixed_fusion(enabled: bool = True) -> None:
    """No effect."""


def enable_all_to_all(enabled: bool = True) -> None:
    """No effect."""


def enable_use_compute_stream(enabled: bool = True) -> None:
    """No effect."""

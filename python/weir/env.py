"""What a process knows of the world of ranks that it is in."""

from __future__ import annotations

from . import _world
from ._placement import placement, world

__all__ = [
    "all_device_placement",
    "get_local_rank",
    "get_node_size",
    "get_rank",
    "get_world_size",
    "init_rdma",
    "is_multi_client",
]


def get_rank() -> int:
    """The number of this process among all ranks; 0 of one that is alone."""
    return _world.rank


def get_world_size() -> int:
    """How many ranks there are; 1 for a process that is alone."""
    return _world.size


def get_local_rank() -> int:
    """The number of this process among those of its host."""
    return _world.local_rank


def get_node_size() -> int:
    """How many hosts there are: one, unless mpirun has started ranks on several."""
    return _world.hosts


def is_multi_client() -> bool:
    """True: each rank is a process that runs the whole program, as in OneFlow since 0.4."""
    return True


def init_rdma() -> None:
    """No effect: how bytes go from host to host is up to mpirun's library."""


def all_device_placement(type: str) -> placement:
    """All ranks."""
    return world(type)

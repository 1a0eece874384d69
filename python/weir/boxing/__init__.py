"""Options of OneFlow's of how what ranks hold changes. Here that is planned by price; they have no effect."""

from . import nccl

__all__ = ["nccl"]

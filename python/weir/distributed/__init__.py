"""Programs on several ranks: `python -m weir.distributed.launch --nproc_per_node 4 train.py`, or `mpirun -n 4 python
train.py`."""

from . import process_group
from .process_group import *

__all__ = process_group.__all__

"""Programs on several ranks: `python -m weir.distributed.launch --nproc_per_node 4 train.py`, or `mpirun -n 4 python
train.py`."""

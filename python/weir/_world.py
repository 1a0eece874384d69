"""Which rank of a world this process is. `python -m weir.distributed.launch` says so in the environment, and so does an
mpirun, through whose library its processes meet. A process that was started in another way is alone."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._errors import WeirError, at_user_line

WORLD, RANK, LOCAL_RANK, WORLD_SIZE = "WEIR_WORLD", "RANK", "LOCAL_RANK", "WORLD_SIZE"


def _number(name: str) -> int:
    text = os.environ.get(name, "")
    if not text.isascii() or not text.isdigit():
        raise WeirError(f"expects {name} to be a number where {WORLD} is set, got {text!r}")
    return int(text)


# What the mpirun of Open MPI, and that of MPICH, say of the ranks of this host.
_MPI_LOCAL_RANK = "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"
_MPI_LOCAL_SIZE = "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"
_THREADS = "WEIR_NUM_THREADS"


def _said_by_mpi(names: tuple[str, ...], otherwise: int) -> int:
    return next((int(os.environ[name]) for name in names if os.environ.get(name, "").isdigit()), otherwise)


def _share_cores(ranks: int) -> None:
    """Without a word on threads, ranks of a host divide its cores; one that mpirun has bound to fewer has those."""
    cores = min(len(os.sched_getaffinity(0)), (os.cpu_count() or 1) // ranks)
    os.environ.setdefault(_THREADS, str(max(1, cores)))
    threads = os.environ[_THREADS]
    if threads.isdigit():  # _session complains of others
        _core.set_num_threads(max(1, int(threads)))


hosts = 1
_name = os.environ.get(WORLD, "")
size, rank, local_rank = (_number(WORLD_SIZE), _number(RANK), _number(LOCAL_RANK)) if _name else (1, 0, 0)
CONTROL = ".control"  # behind the world's name: that of the one in which processes talk, beside what devices send
_WHILE_BUSY = 600.0  # seconds that ranks wait for one that compiles, or writes a file
_control: Any = None
if _name:
    _core.join("cpu", _name, rank)
    _control = _core.Rank(_name + CONTROL, rank)
elif _core.mpi_ranks() > 1:
    size = _core.mpi_ranks()
    local_rank, _neighbours = _said_by_mpi(_MPI_LOCAL_RANK, 0), _said_by_mpi(_MPI_LOCAL_SIZE, size)
    hosts = -(-size // _neighbours)
    _share_cores(_neighbours)
    rank = _core.join_mpi("cpu")
    _control = _core.Rank.of_mpi()
    os.environ["WEIR_MPI"] = "none"  # the programs that a rank starts are no ranks, though they get its environment


_met = {"cpu": "cpu"}  # this rank's devices that can meet those of other ranks, by kind


def meet_on(device: str) -> None:
    """Lets this rank's device of a kind meet those that the others have. All ranks call it."""
    kind = device.partition(":")[0]
    if size == 1 or kind in _met:
        return
    if _name:
        _open_world(f"{_name}.{kind}", device)
    else:
        _core.join_mpi(device)
    _met[kind] = device


def _open_world(name: str, device: str) -> None:
    """The first rank makes it, and takes its name away when all have opened it."""
    what, said = f"meeting on {device}", ""
    made: Any = None
    try:
        made = _core.World(name, size) if rank == 0 else None
    except WeirError as error:
        said = str(error)
    if said := broadcast(0, said.encode(), what).decode():
        raise WeirError(said)
    _core.join(device, name, rank)
    gather(b"", what)
    del made


def bytes_sent() -> int:
    """Bytes of tensors that this rank has sent to others so far."""
    return sum(_core.bytes_sent(device) for device in _met.values())


def _patience() -> float:
    """Seconds that a rank waits for others; the runtime takes them from there, too."""
    try:
        return float(os.environ.get("WEIR_TIMEOUT", "")) or 60
    except ValueError:
        return 60


def broadcast(root: int, given: bytes, what: str, takes_long: bool = False) -> bytes:
    """The bytes of rank `root`, which may have to compile before. All ranks call it."""
    if size == 1:
        return given
    found: bytes = _control.broadcast(root, given, what, _WHILE_BUSY if takes_long else _patience())
    return found


def gather(given: bytes, what: str, takes_long: bool = False) -> list[bytes]:
    """The bytes of all ranks, by rank. All of them call it, some perhaps after long."""
    return [broadcast(root, given, what, takes_long) for root in range(size)]


def require_several(what: str) -> None:
    """Raises RuntimeError where this process is alone."""
    if size == 1:
        rule = "expects several ranks, got one; start the program by `python -m weir.distributed.launch` or mpirun"
        raise RuntimeError(at_user_line(f"{what}: {rule}"))

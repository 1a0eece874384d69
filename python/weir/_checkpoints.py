"""States that ranks have together, saved as a directory: a safetensors file of each rank, with parts that it alone
writes, and `index.json`, which says what is where. The index is written last, under a new name, and takes its place at
once: whoever is killed before leaves what was there."""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import re
import time
from typing import Any, Callable, Iterator, Mapping, Sequence

from . import _safetensors, _world
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._files import write_atomically
from ._global import GlobalTensor
from ._parts import bounds
from ._placement import placement
from ._safetensors import Entry, SafetensorsError
from ._saved import Bounds, Folder, Part, SavedTensor, slices
from .sbp import broadcast as WHOLE, sbp

INDEX = "index.json"
_FORMAT = "weir.checkpoint/1"
_OURS = re.compile(r"parts-[0-9a-f]+-\d+\.safetensors|\.(parts-[0-9a-f]+-\d+\.safetensors|index\.json)\.\w+")
def written_box(shape: Sequence[int], place: placement, axes: Sequence[sbp], rank: int) -> Bounds:
    """What a rank writes of a tensor: its part, or a share of that where others have the same."""
    if rank not in place.order:
        return [(0, 0)] * max(1, len(shape))
    box, share, copies = bounds(shape, place, axes, rank), 0, 1
    for held, ranks, at in zip(axes, place.mesh, place.place_of(rank)):
        if not held.is_split():
            share, copies = share * ranks + at, copies * ranks
    for dim, (begin, end) in enumerate(box):
        if end - begin >= copies:
            size = end - begin
            box[dim] = (begin + size * share // copies, begin + size * (share + 1) // copies)
            return box
    return box if share == 0 else [(begin, begin) for begin, _ in box] or [(0, 0)]


def _is_empty(box: Bounds) -> bool:
    return any(begin >= end for begin, end in box)


def save(path: str, structure: Mapping[str, Any], tensors: Mapping[str, Any], notes: Mapping[str, str]) -> None:
    """Tensors are global ones, or entries, which the first rank writes. All ranks call it."""
    number = int.from_bytes(_world.broadcast(0, time.time_ns().to_bytes(8, "little"), "save"), "little")
    names = [f"parts-{number:x}-{rank}.safetensors" for rank in range(_world.size)]
    tensors = {name: _whole_terms(tensor) for name, tensor in tensors.items()}
    index = {name: _described(tensor, names) for name, tensor in tensors.items()}
    _compare(path, {name: about for name, about in index.items() if not about["is_local"]})
    _on_all(lambda: _make_folder(path))
    # What is written stays, whatever happens to others: the first rank may be at the index. The next save cleans up.
    _on_all(lambda: _safetensors.write(os.path.join(path, names[_world.rank]), dict(_own_parts(tensors)), {}))
    text = json.dumps({"format": _FORMAT, "structure": structure, "metadata": dict(notes), "tensors": index})
    _on_all(lambda: write_atomically(os.path.join(path, INDEX), text.encode()) if _world.rank == 0 else None)
    if _world.rank == 0:
        _clean(path, names)


def _compare(path: str, index: Mapping[str, Any]) -> None:
    """Raises ValueError where ranks save to several paths, or tensors of other names and shapes."""
    own = json.dumps([os.path.abspath(path), index]).encode()
    for rank, given in enumerate(_world.gather(own, "save", takes_long=True)):
        if given != own:
            other, others = json.loads(given)
            differ = [name for name in {**index, **others} if index.get(name) != others.get(name)]
            got = f"tensor {differ[0]!r}" if differ else f"path {other!r}"
            rule = f"expects all ranks to save the same tensors to one path, {path!r}"
            raise ValueError(at_user_line(f"save: {rule}, got another {got} on rank {rank} than on {_world.rank}"))


def _make_folder(path: str) -> None:
    if os.path.exists(path) and not os.path.isdir(path):
        rule = "expects a path of a directory, or of nothing, for tensors that ranks have together"
        raise FileExistsError(errno.EEXIST, at_user_line(f"save: {rule}, got a file"), path)
    os.makedirs(path, exist_ok=True)


def _clean(path: str, names: Sequence[str]) -> None:
    """Takes away what earlier saves have written, and what killed ones have left."""
    for name in os.listdir(path):
        if _OURS.fullmatch(name) and name not in names:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(path, name))


def _on_all(act: Callable[[], Any]) -> None:
    """Does something on all ranks. Where one fails, all raise."""
    failed: Exception | None = None
    try:
        act()
    except Exception as error:
        failed = error
    said = _world.gather(b"" if failed is None else f"{type(failed).__name__}: {failed}".encode(), "save", True)
    if failed is not None:
        raise failed
    for rank, message in enumerate(said):
        if message:
            raise RuntimeError(at_user_line(f"save: rank {rank} has failed: {message.decode()}"))


def _whole_terms(tensor: Any) -> Any:
    if isinstance(tensor, GlobalTensor) and any(held.is_partial() for held in tensor.sbp):
        return tensor.to_global(sbp=[WHOLE if held.is_partial() else held for held in tensor.sbp])
    return tensor


def _described(tensor: Any, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(tensor, Entry):
        box = [[0, size] for size in tensor.values.shape]
        parts = [{"file": names[0], "box": box}]
        return {"dtype": tensor.dtype.name, "shape": [*tensor.values.shape], "is_local": True, "parts": parts}
    boxes = [written_box(tensor.shape, tensor.placement, tensor.sbp, rank) for rank in range(_world.size)]
    parts = [{"file": name, "box": box} for name, box in zip(names, boxes) if not _is_empty(box)]
    return {"dtype": tensor.dtype.name, "shape": [*tensor.shape], "is_local": False, "parts": parts}


def _own_parts(tensors: Mapping[str, Any]) -> Iterator[tuple[str, Entry]]:
    for name, tensor in tensors.items():
        if isinstance(tensor, Entry):
            if _world.rank == 0:
                yield name, tensor
            continue
        box = written_box(tensor.shape, tensor.placement, tensor.sbp, _world.rank)
        if not _is_empty(box):
            held = bounds(tensor.shape, tensor.placement, tensor.sbp, _world.rank)
            values = tensor._local._host_storage("save").array(False)
            yield name, Entry(tensor.dtype, values[slices(box, held)])


def load(path: str, named: Mapping[str, DType]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The structure of what was saved, and its tensors: on several ranks a SavedTensor of each that ranks had together.
    Raises SafetensorsError for what is no such directory."""
    index_path = os.path.join(path, INDEX)
    try:
        with open(index_path, encoding="utf-8") as file:
            index = json.load(file)
        if index["format"] != _FORMAT:
            raise ValueError(index["format"])
        files = {part["file"] for about in index["tensors"].values() for part in about["parts"]}
        if any(os.path.basename(file) != file for file in files):
            raise ValueError(f"file {sorted(files)[0]}")
        folder = Folder(path, files)
        tensors: dict[str, Any] = {}
        for name, about in index["tensors"].items():
            parts = [Part(part["file"], [(begin, end) for begin, end in part["box"]]) for part in about["parts"]]
            saved = SavedTensor(name, about["shape"], named[about["dtype"]], parts, folder)
            is_small = _world.size == 1 or math.prod(about["shape"]) <= 1
            tensors[name] = saved.entry() if about["is_local"] or is_small else saved
        return index["structure"], tensors
    except FileNotFoundError as error:
        rule = f"expects a checkpoint with {os.path.basename(error.filename)}"
        raise FileNotFoundError(error.errno, at_user_line(f"load: {rule}, got no such file"), path) from None
    except SafetensorsError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SafetensorsError(f"{index_path}: expects the index of a checkpoint ({error})") from None

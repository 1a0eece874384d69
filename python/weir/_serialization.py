"""Saving and loading: tensors and plain data as safetensors. No code is ever loaded."""

from __future__ import annotations

import base64
import io
import json
import os
from collections import OrderedDict
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import _checkpoints, _core, _dtypes, _safetensors, _world
from ._device import CPU, device as Device, opened
from ._errors import at_user_line
from ._global import GlobalTensor, whole_of_ranks
from ._placement import placement
from ._safetensors import Entry, File
from ._saved import SavedTensor
from ._structure import rebuilt
from ._tensor import Size, Tensor, move
from .sbp import broadcast as WHOLE

_STRUCTURE = "weir.structure"
_ORDERED = "weir.ordered"  # numbers of its dicts that are OrderedDicts; of readers that don't know it dicts, too
_KNOWN = "tensors, arrays, numbers, strings, bytes, None, dtypes and devices in dicts, lists, tuples and sets"
_SEQUENCES: dict[str, Any] = {"size": Size, "list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
_NAMED = {dtype.name: dtype for dtype in _dtypes.ALL}


def save(
    obj: Any, f: File, metadata: Mapping[str, str] | None = None, *, global_dst_rank: int | None = None
) -> None:
    """Writes tensors, arrays, numbers, strings, bytes, None, dtypes and devices in nested dicts, lists, tuples and sets
    to a safetensors file, at a path or open for writing. Other readers of the format see the tensors under their paths,
    joined by dots. A crash leaves no partly written file at a path. Raises TypeError for anything else.

    Global tensors go to a directory at the path, in which each rank writes a file of its own; all ranks call it. With
    `global_dst_rank`, that rank alone writes a file with the whole of each."""
    _check_rank(global_dst_rank, "save: expects global_dst_rank")
    packer = _Packer(gathers=global_dst_rank is not None)
    structure = packer.pack(obj, None)
    notes = dict(metadata or {})
    if packer.has_global:
        if not isinstance(f, (str, os.PathLike)):
            rule = "expects a path for global tensors, which a directory is made at, got a file that is open"
            raise TypeError(at_user_line(f"save: {rule}"))
        _checkpoints.save(os.fspath(f), structure, packer.tensors, notes)
        return
    if global_dst_rank is not None and global_dst_rank != _world.rank:
        return
    # A state dict goes without notes, as other writers have it.
    is_state = isinstance(obj, OrderedDict) and all(isinstance(each, Tensor) for each in obj.values())
    if not (is_state and "dict" in structure):
        notes[_STRUCTURE] = json.dumps(structure, separators=(",", ":"))
        notes |= {_ORDERED: json.dumps(packer.ordered)} if packer.ordered else {}
    _safetensors.write(f, packer.tensors, notes)


class _Packer:
    """Describes an object in what JSON has, with its tensors aside."""

    def __init__(self, gathers: bool) -> None:
        self.tensors: dict[str, Any] = {}  # entries, and global tensors unless it gathers the whole of each
        self.has_global, self._gathers = False, gathers
        self.ordered: list[int] = []  # numbers of mappings that are OrderedDicts
        self._mappings = 0

    def pack(self, value: Any, path: str | None) -> dict[str, Any]:
        """Of what stands at a path of names that are joined by dots; None of the whole."""
        if isinstance(value, GlobalTensor) and not self._gathers:
            self.has_global = True
            return {"tensor": self._add(path, value)}
        if isinstance(value, SavedTensor):
            value = value.tensor()
        if isinstance(value, Tensor):
            value = value._whole() if isinstance(value, GlobalTensor) else value
            return {"tensor": self._add(path, Entry(value.dtype, value._host_storage("save").array(False)))}
        if isinstance(value, np.ndarray):
            return {"array": self._add(path, Entry(_dtypes.from_numpy_dtype(value.dtype, "save"), value))}
        if isinstance(value, (np.number, np.bool_)):
            value = value.item()
        if value is None or isinstance(value, (bool, int, float, str)):
            return {"value": value}
        if isinstance(value, bytes):
            return {"bytes": base64.b64encode(value).decode()}
        if isinstance(value, _dtypes.dtype):
            return {"dtype": value.name}
        if isinstance(value, Device):
            return {"device": str(value)}
        if isinstance(value, Mapping):
            return self._pack_mapping(value, path)
        for kind, sequence in _SEQUENCES.items():
            if type(value) is sequence or kind in ("list", "tuple") and isinstance(value, sequence):
                return {kind: [self.pack(item, _below(path, index)) for index, item in enumerate(value)]}
        hint = "; of a module save its state_dict()" if hasattr(value, "state_dict") else ""
        raise TypeError(at_user_line(f"save: expects {_KNOWN}, got {type(value).__name__}{hint}"))

    def _pack_mapping(self, value: Mapping[Any, Any], path: str | None) -> dict[str, Any]:
        self.ordered += [self._mappings] if isinstance(value, OrderedDict) else []
        self._mappings += 1
        value = {key.item() if isinstance(key, np.generic) else key: item for key, item in value.items()}
        if all(isinstance(key, str) for key in value):
            return {"dict": {key: self.pack(item, _below(path, key)) for key, item in value.items()}}
        for key in value:
            if not (key is None or isinstance(key, (bool, int, float, str))):
                raise TypeError(at_user_line(f"save: expects dicts with strings and numbers as keys, got {key!r}"))
        return {"items": [[key, self.pack(item, _below(path, key))] for key, item in value.items()]}

    def _add(self, path: str | None, entry: Any) -> str:
        """The tensor's name."""
        name = "tensor" if path is None else path
        if not name or name in self.tensors or name == "__metadata__":
            raise ValueError(at_user_line(f"save: expects each tensor under a name of its own, got {name!r}"))
        self.tensors[name] = entry
        return name


def _below(path: str | None, key: Any) -> str:
    return str(key) if path is None else f"{path}.{key}"


def load(
    f: File, map_location: Any = CPU, weights_only: bool | None = None, *, global_src_rank: int | None = None
) -> Any:
    """Reads what `save` wrote, at a path or from a file that is open, to the device `map_location`; of any other
    safetensors file, a dict of its tensors. Nothing that is read is executed, whatever `weights_only` says. Raises
    SafetensorsError for what is no such file.

    Of what ranks have saved together, a process that is alone reads the whole. Several ranks, which may be others than
    those, get a SavedTensor for each global tensor: `load_state_dict` reads of it what a rank holds. With
    `global_src_rank`, that rank alone reads a file, and all get global tensors, which each rank has all of."""
    _check_rank(global_src_rank, "load: expects global_src_rank")
    device = opened(CPU if map_location is None else map_location, "load")
    if global_src_rank is not None and _world.size > 1:
        return _from_one_rank(f, global_src_rank, device)
    if isinstance(f, (str, os.PathLike)) and os.path.isdir(f):
        structure, saved = _checkpoints.load(os.fspath(f), _NAMED)
        return _unpacked(os.fspath(f), saved, device, structure)
    entries, metadata = _safetensors.read(f)
    if _STRUCTURE not in metadata:
        return OrderedDict(_Unpacker(entries, device).tensors(entries))
    ordered = metadata.get(_ORDERED, "[]")
    return _unpacked(_safetensors.name_of(f), entries, device, metadata[_STRUCTURE], ordered)


def _check_rank(rank: int | None, rule: str) -> None:
    if rank is not None and not 0 <= rank < _world.size:
        raise ValueError(at_user_line(f"{rule} to be a rank below {_world.size}, got {rank}"))


def _unpacked(name: str, entries: Mapping[str, Any], device: Device, structure: Any, ordered: str = "[]") -> Any:
    """What a file, or a checkpoint, has tensors of."""
    try:
        structure = json.loads(structure) if isinstance(structure, str) else structure
        return _Unpacker(entries, device, json.loads(ordered)).unpack(structure)
    except _safetensors.SafetensorsError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        rule = f"expects {_STRUCTURE} to describe the file's tensors"
        raise _safetensors.SafetensorsError(f"{name}: {rule}") from None


def _from_one_rank(f: File, rank: int, device: Device) -> Any:
    """What all ranks have, of a file that one reads; where it can't, all raise what it does."""
    said, given = b"", b""
    if _world.rank == rank:
        try:
            given = Path(f).read_bytes() if isinstance(f, (str, os.PathLike)) else f.read()
        except OSError as error:
            said = json.dumps([error.errno, error.strerror, str(error.filename)]).encode()
    said = _world.broadcast(rank, said, "load", takes_long=True)
    if said:
        raise OSError(*json.loads(said))
    whole = load(io.BytesIO(_world.broadcast(rank, given, "load")))
    place = placement(device.type, ranks=[*range(_world.size)])
    return _mapped(whole, lambda tensor: whole_of_ranks(tensor, place, WHOLE))


def _mapped(value: Any, change: Callable[[Tensor], Any]) -> Any:
    """The same structure, of changed tensors."""
    if isinstance(value, Tensor):
        return change(value)
    if isinstance(value, dict):
        return rebuilt(type(value), {key: _mapped(item, change) for key, item in value.items()})
    is_sequence = type(value) in (list, tuple, set, frozenset)
    return type(value)(_mapped(item, change) for item in value) if is_sequence else value


class _Unpacker:
    """Makes an object of its description; its tensors are on a device, or those of a checkpoint of ranks."""

    def __init__(self, entries: Mapping[str, Any], device: Device, ordered: Sequence[int] = ()):
        self._entries, self._device = entries, device
        self._ordered, self._mappings = frozenset(ordered), 0

    def tensors(self, names: Any) -> dict[str, Any]:
        made = {name: self._tensor(self._entries[name]) for name in names}
        move((each for each in made.values() if isinstance(each, Tensor)), self._device)
        return made

    def _tensor(self, entry: Any) -> Any:
        return Tensor(_core.Storage.borrow(entry.values, entry.dtype.index)) if isinstance(entry, Entry) else entry

    def unpack(self, node: Any) -> Any:
        ((kind, content),) = node.items()
        if kind == "tensor":
            return self.tensors([content])[content]
        if kind == "value":
            return content
        if kind in ("dict", "items"):
            made: dict[Any, Any] = OrderedDict() if self._mappings in self._ordered else {}
            self._mappings += 1
            made.update((key, self.unpack(item)) for key, item in (content.items() if kind == "dict" else content))
            return made
        if kind == "array":
            return self._entries[content].values
        if kind == "bytes":
            return base64.b64decode(content, validate=True)
        if kind == "dtype":
            return _NAMED[content]
        if kind == "device":
            return Device(content) if isinstance(content, str) else _NAMED[content]
        items = [*map(self.unpack, content)]
        if kind == "size" and not all(type(item) is int for item in items):
            raise ValueError(kind)
        return _SEQUENCES[kind](items)

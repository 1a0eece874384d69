"""Saving and loading: state dicts as safetensors. No code is ever loaded."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping

from . import _core, _safetensors
from ._device import CPU, opened
from ._errors import at_user_line
from ._safetensors import Entry
from ._tensor import Tensor, move

_STRUCTURE = "weir.structure"


def save(obj: Any, path: str | os.PathLike[str], metadata: Mapping[str, str] | None = None) -> None:
    """Writes tensors, numbers, strings and None in nested dicts, lists and tuples to a safetensors file. Other readers
    of the format see the tensors under their paths, joined by dots. A crash leaves no partly written file. Raises
    TypeError for anything else."""
    tensors: dict[str, Entry] = {}
    structure = _pack(obj, "", tensors)
    notes = dict(metadata or {})
    if not (isinstance(obj, dict) and set(tensors) == set(obj)):
        notes[_STRUCTURE] = json.dumps(structure, separators=(",", ":"))
    _safetensors.write(path, tensors, notes)


def _pack(value: Any, path: str, tensors: dict[str, Entry]) -> Any:
    if isinstance(value, Tensor):
        if path in tensors or not path or path == "__metadata__":
            raise ValueError(at_user_line(f"save: expects each tensor under a name of its own, got {path!r}"))
        tensors[path] = Entry(value.dtype, value._host_storage("save").array(False))
        return {"tensor": path}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(at_user_line(f"save: expects dicts with strings as keys, got {key!r}"))
        return {"dict": {key: _pack(item, f"{path}.{key}" if path else key, tensors) for key, item in value.items()}}
    if isinstance(value, (list, tuple)):
        items = [_pack(item, f"{path}.{index}" if path else str(index), tensors) for index, item in enumerate(value)]
        return {"tuple" if isinstance(value, tuple) else "list": items}
    raise TypeError(
        at_user_line(
            f"save: expects tensors, numbers, strings and None in dicts, lists and tuples, got {type(value).__name__}"
        )
    )


def load(path: str | os.PathLike[str], map_location: Any = CPU) -> Any:
    """Reads what `save` wrote to the device `map_location`; of any other safetensors file, a dict of its tensors."""
    device = opened(map_location, "load")
    entries, metadata = _safetensors.read(path)
    tensors = {name: Tensor(_core.Storage.borrow(entry.values, entry.dtype.index)) for name, entry in entries.items()}
    move(tensors.values(), device)
    if _STRUCTURE not in metadata:
        return tensors
    try:
        return _unpack(json.loads(metadata[_STRUCTURE]), tensors)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _safetensors.SafetensorsError(
            f"{os.fspath(path)}: expects {_STRUCTURE} to describe the file's tensors"
        ) from None


def _unpack(node: Any, tensors: dict[str, Tensor]) -> Any:
    ((kind, content),) = node.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "value":
        return content
    if kind == "dict":
        return {key: _unpack(item, tensors) for key, item in content.items()}
    if kind in ("list", "tuple"):
        items = [_unpack(item, tensors) for item in content]
        return items if kind == "list" else tuple(items)
    raise ValueError(kind)

"""Saving and loading: tensors and plain data as safetensors. No code is ever loaded."""

from __future__ import annotations

import base64
import json
from typing import Any, Mapping

import numpy as np

from . import _core, _dtypes, _safetensors
from ._device import CPU, device as Device, opened
from ._errors import at_user_line
from ._safetensors import Entry, File
from ._tensor import Size, Tensor, move

_STRUCTURE = "weir.structure"
_KNOWN = "tensors, arrays, numbers, strings, bytes, None, dtypes and devices in dicts, lists, tuples and sets"
_SEQUENCES: dict[str, Any] = {"size": Size, "list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
_NAMED = {dtype.name: dtype for dtype in _dtypes.ALL}


def save(
    obj: Any, f: File, metadata: Mapping[str, str] | None = None
) -> None:
    """Writes tensors, arrays, numbers, strings, bytes, None, dtypes and devices in nested dicts, lists, tuples and sets
    to a safetensors file, at a path or open for writing. Other readers of the format see the tensors under their paths,
    joined by dots. A crash leaves no partly written file at a path. Raises TypeError for anything else."""
    packer = _Packer()
    structure = packer.pack(obj, None)
    notes = dict(metadata or {})
    if not (isinstance(obj, dict) and all(isinstance(value, Tensor) for value in obj.values()) and "dict" in structure):
        notes[_STRUCTURE] = json.dumps(structure, separators=(",", ":"))
    _safetensors.write(f, packer.tensors, notes)


class _Packer:
    """Describes an object in what JSON has, with its tensors aside."""

    def __init__(self) -> None:
        self.tensors: dict[str, Entry] = {}

    def pack(self, value: Any, path: str | None) -> dict[str, Any]:
        """Of what stands at a path of names that are joined by dots; None of the whole."""
        if isinstance(value, Tensor):
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
        value = {key.item() if isinstance(key, np.generic) else key: item for key, item in value.items()}
        if all(isinstance(key, str) for key in value):
            return {"dict": {key: self.pack(item, _below(path, key)) for key, item in value.items()}}
        for key in value:
            if not (key is None or isinstance(key, (bool, int, float, str))):
                raise TypeError(at_user_line(f"save: expects dicts with strings and numbers as keys, got {key!r}"))
        return {"items": [[key, self.pack(item, _below(path, key))] for key, item in value.items()]}

    def _add(self, path: str | None, entry: Entry) -> str:
        """The tensor's name."""
        name = "tensor" if path is None else path
        if not name or name in self.tensors or name == "__metadata__":
            raise ValueError(at_user_line(f"save: expects each tensor under a name of its own, got {name!r}"))
        self.tensors[name] = entry
        return name


def _below(path: str | None, key: Any) -> str:
    return str(key) if path is None else f"{path}.{key}"


def load(
    f: File, map_location: Any = CPU, weights_only: bool | None = None
) -> Any:
    """Reads what `save` wrote, at a path or from a file that is open, to the device `map_location`; of any other
    safetensors file, a dict of its tensors. Nothing that is read is executed, whatever `weights_only` says. Raises
    SafetensorsError for what is no such file."""
    device = opened(CPU if map_location is None else map_location, "load")
    entries, metadata = _safetensors.read(f)
    if _STRUCTURE not in metadata:
        return _Unpacker(entries, device).tensors(entries)
    try:
        return _Unpacker(entries, device).unpack(json.loads(metadata[_STRUCTURE]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        rule = f"expects {_STRUCTURE} to describe the file's tensors"
        raise _safetensors.SafetensorsError(f"{_safetensors.name_of(f)}: {rule}") from None


class _Unpacker:
    """Makes an object of its description; its tensors are on a device."""

    def __init__(self, entries: Mapping[str, Entry], device: Device):
        self._entries, self._device = entries, device

    def tensors(self, names: Any) -> dict[str, Tensor]:
        made = {name: self._tensor(self._entries[name]) for name in names}
        move(made.values(), self._device)
        return made

    def _tensor(self, entry: Entry) -> Tensor:
        return Tensor(_core.Storage.borrow(entry.values, entry.dtype.index))

    def unpack(self, node: Any) -> Any:
        ((kind, content),) = node.items()
        if kind == "tensor":
            return self.tensors([content])[content]
        if kind == "value":
            return content
        if kind == "dict":
            return {key: self.unpack(item) for key, item in content.items()}
        if kind == "items":
            return {key: self.unpack(item) for key, item in content}
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

"""The extension module, which is no interface of the package."""

from typing import Any

__version__: str

class SlicedTuple(tuple[int, ...]): ...

def __getattr__(name: str) -> Any: ...

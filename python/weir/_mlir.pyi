"""The extension module, which is no interface of the package."""

from typing import Any

def __getattr__(name: str) -> Any: ...

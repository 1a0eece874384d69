"""Lets programs that import PyTorch run on Weir.

    import weir.mock_torch as mock
    with mock.enable():
        import torch                     # is weir
        from torch import nn             # weir.nn
        import torch.nn.functional as F

`python -m weir.mock_torch program.py` runs a whole program so. OneFlow's module of this name."""

from __future__ import annotations

import importlib
import runpy
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Sequence

__all__ = ["disable", "enable", "is_enabled"]

_MOCKED, _OWN = "torch", __package__


class _Absent:
    """Stands for a name that Weir lacks, until it is used."""

    def __init__(self, name: str):
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(f"{self.__name__}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"mock_torch: expects names that Weir has, got {self.__name__}")

    __mro_entries__ = __call__


class _Lenient(ModuleType):
    """A module whose names may be absent; there may be no module at all."""

    def __init__(self, name: str, own: ModuleType | None):
        super().__init__(name, getattr(own, "__doc__", None))
        self.__path__: list[str] = []
        self._own = own

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        own = vars(self)["_own"]
        return getattr(own, name) if hasattr(own, name) else _Absent(f"{self.__name__}.{name}")


class _Finder(MetaPathFinder, Loader):
    """Finds Weir's modules under PyTorch's names."""

    def __init__(self) -> None:
        self.is_lazy = self.says = False
        self._specs: dict[str, Any] = {}  # of Weir's modules, which importing under another name changes

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.split(".")[0] == _MOCKED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        own = _OWN + spec.name[len(_MOCKED) :]
        try:
            found: ModuleType | None = importlib.import_module(own)
        except ModuleNotFoundError as error:
            if not own.startswith(str(error.name)):
                raise
            found = None
            if not self.is_lazy:
                rule = f"expects modules that Weir has, got {spec.name}; enable(lazy=True) lets it be until it is used"
                raise ModuleNotFoundError(f"mock_torch: {rule}", name=spec.name) from None
        if self.says:
            print(f"mock_torch: {spec.name} is {own if found else 'absent'}", file=sys.stderr)
        if self.is_lazy:
            return _Lenient(spec.name, found)
        assert found is not None
        self._specs[spec.name] = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        if spec is not None and spec.name in self._specs:
            module.__spec__ = self._specs.pop(spec.name)


_finder = _Finder()
_aside: dict[str, ModuleType] = {}  # PyTorch's, while Weir's have their names


def is_enabled() -> bool:
    """Whether `import torch` gives Weir."""
    return _finder in sys.meta_path


def _switch(on: bool) -> None:
    if on == is_enabled():
        return
    present = {name: each for name, each in sys.modules.items() if name.split(".")[0] == _MOCKED}
    for name in present:
        del sys.modules[name]
    if on:
        _aside.update(present)
        sys.meta_path.insert(0, _finder)
    else:
        sys.modules.update(_aside)
        _aside.clear()
        sys.meta_path.remove(_finder)


class _Switched:
    """Switches at once, and back at the end of a `with`."""

    def __init__(self, on: bool):
        self._before = is_enabled()
        _switch(on)

    def __enter__(self) -> _Switched:
        return self

    def __exit__(self, *_: Any) -> None:
        _switch(self._before)


class enable(_Switched):
    """From now on, or in a `with`, `import torch` gives Weir. With `lazy`, what Weir lacks is an error where it is used
    and not where it is imported; `verbose` prints what is imported. Raises ModuleNotFoundError at imports of modules
    that Weir lacks."""

    def __init__(self, lazy: bool = False, verbose: bool = False):
        _finder.is_lazy, _finder.says = lazy, verbose
        super().__init__(True)


class disable(_Switched):
    """From now on, or in a `with`, `import torch` gives PyTorch."""

    def __init__(self) -> None:
        super().__init__(False)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m weir.mock_torch program.py [arguments]")
    from weir import mock_torch  # not this file, which runs under another name

    mock_torch.enable()
    del sys.argv[0]
    sys.path[0] = sys.argv[0].rpartition("/")[0] or "."
    runpy.run_path(sys.argv[0], run_name="__main__")

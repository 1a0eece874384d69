"""Of which calls of modules, and of which checkpoint, the ops of a trace are part."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping

if TYPE_CHECKING:
    from .nn.module import Module


class Calls:
    """Those that are going on. `layers` has the paths of modules, by id."""

    def __init__(self, builder: Any, layers: Mapping[int, str], report: Callable[[int, Callable[[], str]], None]):
        self.modules: dict[int, Module] = {}  # called, by id
        self._builder, self._layers, self._report = builder, layers, report
        self._calls: list[int] = []  # ids of modules
        self._in_checkpoint = False

    def innermost(self) -> int:
        """The id of the module whose call it is; 0 for none."""
        return self._calls[-1] if self._calls else 0

    def indent(self) -> str:
        """In front of a report's line."""
        return "  " * len(self._calls)

    @contextmanager
    def call(self, module: Module) -> Iterator[None]:
        """What is traced inside is a call of the module."""
        self.modules[id(module)] = module
        self._report(1, lambda: f"{self.indent()}{type(module).__name__}({module.extra_repr()})")
        self._calls.append(id(module))
        self._set_layer()
        try:
            yield
        finally:
            self._calls.pop()
            self._set_layer()

    def _set_layer(self) -> None:
        """A module that has no path is part of the one that calls it."""
        paths = (self._layers[call] for call in reversed(self._calls) if call in self._layers)
        self._builder.set_layer(next(paths, ""))

    @contextmanager
    def checkpoint(self) -> Iterator[None]:
        """Ops traced inside are recomputed for gradients. Nested checkpoints belong to the outermost one."""
        if self._in_checkpoint:
            yield
            return
        self._in_checkpoint = True
        self._builder.checkpoint(True)
        try:
            yield
        finally:
            self._in_checkpoint = False
            self._builder.checkpoint(False)

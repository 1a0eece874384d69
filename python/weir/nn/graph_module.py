"""Modules as graphs see them: what a graph does with one besides calling it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _tracing
from .._errors import at_user_line
from .._placement import placement as Placement

if TYPE_CHECKING:
    from .module import Module


class GraphOptions:
    """What graphs do with a module, besides calling it."""

    __slots__ = ("activation_checkpointing", "stage_id")

    def __init__(self) -> None:
        self.activation_checkpointing = False
        self.stage_id: int | None = None


class GraphModule:
    """A module as graphs see it: `module.to(nn.graph.GraphModule).activation_checkpointing = True`."""

    def __init__(self, module: Module):
        self._module = module

    @property
    def origin(self) -> Module:
        """The module."""
        return self._module

    @property
    def activation_checkpointing(self) -> bool:
        """Whether `backward` recomputes the values of the module's calls instead of keeping them in memory until then.
        Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016."""
        return self._module._graph_options.activation_checkpointing

    @activation_checkpointing.setter
    def activation_checkpointing(self, wanted: bool) -> None:
        self._module._graph_options.activation_checkpointing = bool(wanted)
        _tracing.something_changed()

    @property
    def stage_id(self) -> int | None:
        """The stage of a pipeline that `set_stage` has named."""
        return self._module._graph_options.stage_id

    def set_stage(self, stage_id: int, placement: Placement | None = None) -> None:
        """Names the stage of a pipeline that the module belongs to. It changes nothing yet: all ranks compute all
        stages. Raises ValueError for a stage on some of the ranks."""
        if not isinstance(stage_id, int) or isinstance(stage_id, bool) or stage_id < 0:
            raise ValueError(at_user_line(f"set_stage: expects a stage of at least 0, got {stage_id!r}"))
        if placement is not None and not placement.is_everywhere:
            rule = "stages on some of the ranks; each module is to be on all of them"
            raise ValueError(at_user_line(f"set_stage: not supported yet: {rule}, got {placement}"))
        self._module._graph_options.stage_id = stage_id

    def to(self, kind: type) -> Any:
        """`to(nn.Module)` is the module."""
        return self._module.to(kind)

    def __repr__(self) -> str:
        return f"GraphModule({self._module!r}, activation_checkpointing={self.activation_checkpointing})"

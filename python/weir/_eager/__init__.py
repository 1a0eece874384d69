"""Eager mode: what happens to tensors outside of traces. An op is a small compiled job, found by its signature
(`jobs`, `execution`); views share memory; gradients go backwards along a tape (`tape`)."""

from __future__ import annotations

from .. import _core, _dispatch, _dtypes, _errors, _executor, _ops
from .._creation import zeros
from .._device import device as Device
from .._tensor import Size, Tensor
from .._tensor_base import APART
from .._views import View
from . import hooks, jobs, tape, waiting
from .execution import Eager

_eager = Eager()
_executor.set_eager(_eager)
_core.set_package(_errors.PACKAGE)
_errors.places_of_launches = _core.place_of_launch
_core.set_dispatch(_dispatch.traced, _eager.dispatch, _eager.note_view, tape.backward_of, jobs.of_size, waiting.later)
_core.set_classes(_dtypes.float64, _dtypes.int64, Device, Tensor, View, APART, Size(()))
_core.set_tape(
    tape.Node,
    tape.Unread,
    APART,
    tape.follow_source,
    lambda shape, dtype, device: zeros(shape, dtype=dtype, device=device),
    tape.refuse_used,
    tape.refuse_overwritten,
)
_core.set_completing(waiting.complete)
_core.set_walk(_ops.add, hooks.passed, hooks.of_leaf)

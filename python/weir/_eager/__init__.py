"""Eager mode: what happens to tensors outside of traces. An op is a small compiled job, found by its signature
(`jobs`, `execution`); views share memory (`strides`); gradients go backwards along a tape (`tape`)."""

from __future__ import annotations

from .. import _core, _dispatch, _dtypes, _errors, _executor
from .._tensor import Tensor
from .._views import APART, View
from . import tape
from .execution import Eager

_eager = Eager()
_executor.set_eager(_eager)
_core.set_package(_errors.PACKAGE)
_errors.places_of_launches = _core.place_of_launch
_core.set_dispatch(_dispatch.traced, _eager.dispatch, tape.note, _eager.note_view, tape.edge_of)
_core.set_classes(_dtypes.dtype, Tensor, View, APART)

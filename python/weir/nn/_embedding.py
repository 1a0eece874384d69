"""one_hot in PyTorch's words and OneFlow's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _dtypes
from .._dispatch import dispatch
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor


def one_hot(input: Tensor, num_classes: int = -1, on_value: int | float = 1, off_value: int | float = 0) -> Tensor:
    """Adds a last dimension to `input`, integers, with on_value at the position that the integer names and off_value
    elsewhere; all is off_value where the position does not exist."""
    if num_classes < 1:
        raise ValueError(
            at_user_line(
                "one_hot: expects num_classes to be given inside nn.Graph.build, where values are not known, "
                f"got {num_classes}"
            )
        )
    dtype = _dtypes.common_dtype([], [on_value, off_value])
    values = {"on_value": on_value, "off_value": off_value}
    return dispatch("one_hot", (input,), num_classes=num_classes, to=dtype, **values)  # type: ignore[no-any-return]

"""Dropout as modules; in evaluation they return their input. And slopes by chance."""

from __future__ import annotations

from typing import Any

from .._errors import at_user_line
from . import functional
from .function_module import FunctionModule


class _Dropout(FunctionModule):
    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects p in [0, 1], got {self.p}"))

    def _shown(self) -> dict[str, Any]:
        return self.members()

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "training": self.training}


class Dropout(_Dropout, function=functional.dropout):
    """In training, each element is 0 with probability p and input / (1 - p) otherwise; in evaluation, the input.
    Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014."""


class Dropout1d(_Dropout, function=functional.dropout1d):
    """In training, whole channels of an input (N, C, L) or (C, L) are 0 with probability p, and others divided by 1 -
    p."""


class Dropout2d(_Dropout, function=functional.dropout2d):
    """In training, whole channels of an input (N, C, H, W) or (C, H, W) are 0 with probability p, and others divided by
    1 - p."""


class Dropout3d(_Dropout, function=functional.dropout3d):
    """In training, whole channels of an input (N, C, D, H, W) or (C, D, H, W) are 0 with probability p, and others
    divided by 1 - p."""


class AlphaDropout(_Dropout, function=functional.alpha_dropout):
    """In training, each element is the least of selu with probability p; all are then moved and scaled, which keeps
    mean 0 and variance 1. Klambauer et al., "Self-Normalizing Neural Networks", 2017."""


class FeatureAlphaDropout(_Dropout, function=functional.feature_alpha_dropout):
    """AlphaDropout of whole channels of an input (N, C, *)."""


class RReLU(FunctionModule, function=functional.rrelu):
    """The input where it is positive, else the input times a slope: in training one for each element, drawn from
    [lower, upper), in evaluation their mean."""

    lower: float = 1 / 8
    upper: float = 1 / 3
    inplace: bool = False

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "training": self.training}

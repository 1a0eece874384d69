"""Names of types where OneFlow's programs look for them."""

from . import tensor

__all__ = ["tensor"]

"""What OneFlow's programs look for below its public names."""

from . import balanced_splitter, check_point_v2, dtype, tensor

__all__ = ["balanced_splitter", "check_point_v2", "dtype", "tensor"]

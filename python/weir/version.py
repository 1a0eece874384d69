"""What the package says of its version and of what it was built for."""

from ._core import __version__

__all__ = ["__version__", "cuda", "debug", "hip"]

cuda = hip = None  # programs run on GPUs by their driver alone
debug = False

"""Loads and runs Weir's artifacts, `.weir` files. No compiler and no LLVM.

    import numpy as np
    import weir_runtime

    program = weir_runtime.load("model.weir")
    print(program.inputs())                 # name, dtype and shape of each
    (result,) = program.run(np.zeros((8, 64), np.float32))
    print(result.numpy())                   # or torch.from_dlpack(result)
"""

from ._devices import Device, device, device_count, set_num_threads
from ._errors import OutOfMemory, WeirError
from ._program import Port, Program, load
from ._runtime import __version__
from ._tensor import Tensor

__all__ = [
    "Device",
    "OutOfMemory",
    "Port",
    "Program",
    "Tensor",
    "WeirError",
    "__version__",
    "device",
    "device_count",
    "load",
    "set_num_threads",
]

"""Weir's C interface by ctypes, for any Python from 3.8 on; knows neither NumPy nor PyTorch."""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

DTYPES = ("f64", "f32", "f16", "bf16", "i64", "i32", "i8", "u8", "bool")  # by the numbers of weir_dtype
BYTES = dict(zip(DTYPES, (8, 4, 2, 2, 8, 4, 1, 1, 1)))


class Failed(Exception):
    """A status of the runtime, with op and line where it has them."""


class Options(ctypes.Structure):
    _fields_ = [
        ("threads", c_int32),
        ("poison", c_int32),
        ("memory_limit", c_int64),
        ("shuffle_seed", c_uint64),
        ("frames", c_int32),
    ]


class Port(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("dtype", c_int), ("rank", c_int32), ("shape", POINTER(c_int64))]


class STATUS(c_void_p):
    """A pointer that is null where all is well."""


# name: (result, parameters)
FUNCTIONS = {
    "weir_status_free": (None, [c_void_p]),
    "weir_status_message": (c_char_p, [c_void_p]),
    "weir_status_op": (c_char_p, [c_void_p]),
    "weir_status_file": (c_char_p, [c_void_p]),
    "weir_status_line": (c_uint32, [c_void_p]),
    "weir_runtime_version": (c_char_p, []),
    "weir_device_create": (STATUS, [c_char_p, POINTER(Options), POINTER(c_void_p)]),
    "weir_device_free": (None, [c_void_p]),
    "weir_device_is_host": (c_int32, [c_void_p]),
    "weir_device_synchronize": (STATUS, [c_void_p]),
    "weir_tensor_create": (STATUS, [c_void_p, c_int, c_int32, POINTER(c_int64), POINTER(c_void_p)]),
    "weir_tensor_borrow": (
        STATUS,
        [
            c_void_p,
            c_void_p,
            c_int,
            c_int32,
            POINTER(c_int64),
            POINTER(c_int64),
            c_void_p,
            c_void_p,
            POINTER(c_void_p),
        ],
    ),
    "weir_tensor_copy": (STATUS, [c_void_p, c_void_p]),
    "weir_tensor_write": (STATUS, [c_void_p, c_void_p, c_size_t]),
    "weir_tensor_read": (STATUS, [c_void_p, c_void_p, c_size_t]),
    "weir_tensor_free": (None, [c_void_p]),
    "weir_tensor_data": (c_void_p, [c_void_p]),
    "weir_tensor_dtype": (c_int, [c_void_p]),
    "weir_tensor_rank": (c_int32, [c_void_p]),
    "weir_tensor_shape": (POINTER(c_int64), [c_void_p]),
    "weir_artifact_load": (STATUS, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "weir_artifact_free": (None, [c_void_p]),
    "weir_session_create": (STATUS, [c_void_p, POINTER(c_void_p)]),
    "weir_session_free": (None, [c_void_p]),
    "weir_job_create": (STATUS, [c_void_p, c_void_p, c_char_p, POINTER(c_void_p)]),
    "weir_job_free": (None, [c_void_p]),
    "weir_job_num_results": (c_int32, [c_void_p]),
    "weir_run": (STATUS, [c_void_p, POINTER(c_void_p), c_int32, POINTER(c_void_p), c_int32]),
}


class Runtime:
    """The library; its functions by name, those that return a status raising Failed."""

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        for name, (result, parameters) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, parameters
            setattr(self, name[len("weir_") :], self._checked(function) if result is STATUS else function)

    def _checked(self, function):
        def call(*arguments):
            status = function(*arguments)
            if status:
                self._fail(status)

        return call

    def _fail(self, status):
        text = self.status_message(status).decode()
        if self.status_line(status):
            where = "%s:%d" % (self.status_file(status).decode(), self.status_line(status))
            text = "%s: '%s': %s" % (where, self.status_op(status).decode(), text)
        self.status_free(status)
        raise Failed(text)


class Handle:
    """Owns an object of the runtime."""

    handle = None  # where the runtime made none

    def __init__(self, runtime, free, handle):
        self.runtime, self.free, self.handle = runtime, free, handle

    def __del__(self):
        if self.handle is not None:
            self.free(self.handle)


class Tensor(Handle):
    def __init__(self, runtime, handle, keeps=None):
        super().__init__(runtime, runtime.tensor_free, handle)
        self.keeps = keeps
        rank, shape = runtime.tensor_rank(handle), runtime.tensor_shape(handle)
        self.dtype, self.shape = DTYPES[runtime.tensor_dtype(handle)], tuple(shape[:rank])

    def num_bytes(self):
        count = BYTES[self.dtype]
        for size in self.shape:
            count *= size
        return count

    def read(self):
        """All elements, row by row."""
        memory = ctypes.create_string_buffer(max(1, self.num_bytes()))
        self.runtime.tensor_read(self.handle, memory, self.num_bytes())
        return memory.raw[: self.num_bytes()]

    def write(self, data):
        self.runtime.tensor_write(self.handle, ctypes.cast(c_char_p(data), c_void_p), self.num_bytes())


class Device(Handle):
    def __init__(self, runtime, name, poison=False):
        handle = c_void_p()
        runtime.device_create(name.encode(), byref(Options(poison=poison)), byref(handle))
        super().__init__(runtime, runtime.device_free, handle)
        self.kind = name.split(":")[0]

    def synchronize(self):
        """Waits for all that was launched."""
        self.runtime.device_synchronize(self.handle)

    def tensor(self, dtype, shape):
        handle = c_void_p()
        sizes = (c_int64 * len(shape))(*shape)
        self.runtime.tensor_create(self.handle, DTYPES.index(dtype), len(shape), sizes, byref(handle))
        return Tensor(self.runtime, handle)

    def borrow(self, address, dtype, shape, strides, keeps):
        """A tensor over memory of the device that `keeps` owns; strides count elements, None for row by row."""
        handle = c_void_p()
        sizes = (c_int64 * len(shape))(*shape)
        steps = (c_int64 * len(shape))(*strides) if strides is not None else None
        number = DTYPES.index(dtype)
        self.runtime.tensor_borrow(
            self.handle, address, number, len(shape), sizes, steps, None, None, byref(handle)
        )
        return Tensor(self.runtime, handle, keeps)


class Artifact(Handle):
    def __init__(self, device, path):
        handle = c_void_p()
        device.runtime.artifact_load(device.handle, str(path).encode(), byref(handle))
        super().__init__(device.runtime, device.runtime.artifact_free, handle)
        self.device = device

    def job(self, name):
        return Job(self, name)


class Job(Handle):
    """A job with variables of its own."""

    def __init__(self, artifact, name):
        runtime, session, handle = artifact.runtime, c_void_p(), c_void_p()
        runtime.session_create(artifact.device.handle, byref(session))
        try:
            runtime.job_create(session, artifact.handle, name.encode(), byref(handle))
        finally:
            runtime.session_free(session)
        super().__init__(runtime, runtime.job_free, handle)
        self.num_results, self.device = runtime.job_num_results(handle), artifact.device

    def bind(self, inputs):
        """A function that runs the job on these tensors, drops the results and waits: what is timed."""
        handles = (c_void_p * len(inputs))(*[tensor.handle for tensor in inputs])
        results = (c_void_p * self.num_results)()
        run, free, count = self.runtime.run, self.runtime.tensor_free, len(inputs)
        device = self.device

        def call(keeps=inputs):
            run(self.handle, handles, count, results, self.num_results)
            for result in results:
                free(result)
            device.synchronize()

        return call

    def run(self, inputs):
        handles = (c_void_p * len(inputs))(*[tensor.handle for tensor in inputs])
        results = (c_void_p * self.num_results)()
        self.runtime.run(self.handle, handles, len(inputs), results, self.num_results)
        return [Tensor(self.runtime, c_void_p(result)) for result in results]

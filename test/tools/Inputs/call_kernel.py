"""Calls a kernel of a shared object that weir-compile has written: call_kernel.py FILE.so FILE.weir librunt.so

The kernel `add` of 64 f32 doubles its operand. The artifact in the library is that of the file, and the runtime loads
it from there."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


class Launch(ctypes.Structure):
    _fields_ = [
        ("tiles", ctypes.c_int64 * 4),
        ("scratch_bytes", ctypes.c_int64),
        ("workspace_bytes", ctypes.c_int64),
        ("scalars", ctypes.c_int64 * 16),
    ]


class Call(ctypes.Structure):
    _fields_ = [
        ("pointers", ctypes.POINTER(ctypes.c_void_p)),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("launch", ctypes.POINTER(Launch)),
        ("scratch", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
    ]


COUNT = 64
x = (ctypes.c_float * COUNT)(*range(COUNT))
y = (ctypes.c_float * COUNT)()
sizes = (ctypes.c_int64 * 4)(COUNT, 1, COUNT, 1)
launch, fault = Launch(), (ctypes.c_int64 * 3)()
assert library.add_prepare(sizes, ctypes.byref(launch), fault) == 0
pointers = (ctypes.c_void_p * 2)(ctypes.addressof(x), ctypes.addressof(y))
scratch = ctypes.create_string_buffer(launch.scratch_bytes + 64)
workspace = ctypes.create_string_buffer(launch.workspace_bytes + 64)
call = Call(pointers, sizes, ctypes.pointer(launch), ctypes.addressof(scratch), ctypes.addressof(workspace))
run = library.add_run
run.argtypes = [ctypes.POINTER(Call), ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
assert run(ctypes.byref(call), 0, launch.tiles[0], ctypes.addressof(fault)) == 0
print("doubled", list(y) == [2.0 * i for i in range(COUNT)])

size = ctypes.c_uint64.in_dll(library, "weir_artifact_size").value
artifact = (ctypes.c_char * size).in_dll(library, "weir_artifact_bytes")
with open(sys.argv[2], "rb") as file:
    print("same artifact", bytes(artifact) == file.read())

runtime = ctypes.CDLL(sys.argv[3])
device, loaded = ctypes.c_void_p(), ctypes.c_void_p()
assert not runtime.weir_device_create(b"cpu", None, ctypes.byref(device))
assert not runtime.weir_artifact_load_memory(device, artifact, ctypes.c_size_t(size), ctypes.byref(loaded))
print("jobs", runtime.weir_artifact_num_jobs(loaded))

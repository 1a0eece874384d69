"""Golden file of ldmatrix and mma: operands and what a GPU makes of them, for the simulator to be held against.

Kernels are PTX, which the driver compiles. The file is words in hexadecimal; unittests/Sim/GoldenTest.cpp replays it:

    ldmatrix COUNT TRANSPOSED   512 words of shared memory, a row's byte offset per lane, COUNT words per lane
    mma TYPE DEPTH HALF         A, B, C and D per lane; types 0 f16, 1 bf16, 2 tf32; HALF: sums in f16
"""

import ctypes
import random
import struct

LANES, SHARED_WORDS = 32, 512
F16, BF16, TF32 = 0, 1, 2
NAMES = {F16: "f16", BF16: "bf16", TF32: "tf32"}
LOADS = [(count, transposed) for count in (1, 2, 4) for transposed in (0, 1)]
PRODUCTS = [(F16, depth, half) for half in (0, 1) for depth in (8, 16)]
PRODUCTS += [(BF16, 8, 0), (BF16, 16, 0), (TF32, 4, 0), (TF32, 8, 0)]


class NoGpu(Exception):
    """There is no driver, or it shows no GPU."""


def registers(kind, depth, half):
    """Words per lane of A, B and C."""
    a = depth * (32 if kind == TF32 else 16) // 64
    return a, a // 2, 2 if half else 4


# Kernels. Parameters are addresses; lane i's words of an array stand side by side.

HEADER = ".version 7.0\n.target sm_80\n.address_size 64\n"


def entry(name, parameters, body):
    listed = ", ".join(".param .u64 p%d" % i for i in range(parameters))
    loads = "".join("  ld.param.u64 %%g%d, [p%d];\n" % (i, i) for i in range(parameters))
    declared = "  .reg .b32 %r<64>;\n  .reg .f32 %f<16>;\n  .reg .b64 %g<16>;\n"
    declared += "  .shared .align 16 .b8 rows[%d];\n" % (4 * SHARED_WORDS)
    start = loads + "  mov.u32 %r60, %tid.x;\n"
    return ".visible .entry %s(%s)\n{\n%s%s%s  ret;\n}\n" % (name, listed, declared, start, body)


def own(array, address, words):
    """The address of this lane's words."""
    return "  mul.wide.u32 %%g10, %%r60, %d;\n  add.u64 %%g%d, %%g%d, %%g10;\n" % (4 * words, address, array)


def names(prefix, first, count):
    return ["%%%s%d" % (prefix, first + i) for i in range(count)]


def moved(instruction, values, address):
    line = "  ld.global.{t} {v}, [{a}+{o}];\n" if instruction == "ld" else "  st.global.{t} [{a}+{o}], {v};\n"
    return "".join(
        line.format(t="f32" if value[1] == "f" else "u32", v=value, a="%%g%d" % address, o=4 * i)
        for i, value in enumerate(values)
    )


def load_kernel(count, transposed):
    per_lane = SHARED_WORDS // LANES
    values = names("r", 0, per_lane)
    body = own(0, 3, per_lane) + moved("ld", values, 3)
    body += "  mov.u32 %%r61, rows;\n  mad.lo.u32 %%r62, %%r60, %d, %%r61;\n" % (4 * per_lane)
    body += "".join("  st.shared.u32 [%%r62+%d], %s;\n" % (4 * i, value) for i, value in enumerate(values))
    body += "  bar.sync 0;\n" + own(1, 4, 1) + moved("ld", ["%r63"], 4) + "  add.u32 %r63, %r63, %r61;\n"
    results = names("r", 20, count)
    body += "  ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 {%s}, [%%r63];\n" % (
        count,
        ".trans" if transposed else "",
        ", ".join(results),
    )
    body += own(2, 5, count) + moved("st", results, 5)
    return entry("load_%d_%d" % (count, transposed), 3, body)


def product_kernel(kind, depth, half):
    counts = registers(kind, depth, half)
    sums = "r" if half else "f"
    a, b = names("r", 0, counts[0]), names("r", 8, counts[1])
    c, d = names(sums, 0 if sums == "f" else 16, counts[2]), names(sums, 8 if sums == "f" else 24, counts[2])
    body = ""
    for array, values in enumerate((a, b, c)):
        body += own(array, 4 + array, len(values)) + moved("ld", values, 4 + array)
    accumulator, name = ("f16" if half else "f32"), NAMES[kind]
    body += "  mma.sync.aligned.m16n8k%d.row.col.%s.%s.%s.%s {%s}, {%s}, {%s}, {%s};\n" % (
        (depth, accumulator, name, name, accumulator) + tuple(", ".join(part) for part in (d, a, b, c))
    )
    body += own(3, 7, len(d)) + moved("st", d, 7)
    return entry("product_%d_%d_%d" % (kind, depth, half), 4, body)


def ptx():
    kernels = [load_kernel(*load) for load in LOADS] + [product_kernel(*product) for product in PRODUCTS]
    return HEADER + "\n".join(kernels)


# Operands.


def number(source, kind):
    """The bits of a number between -2 and 2; those of tf32 keep all of f32's, which the GPU cuts."""
    value = source.uniform(-2, 2)
    if kind == F16:
        return struct.unpack("<H", struct.pack("<e", value))[0]
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 16 if kind == BF16 else bits


def words(source, kind, count):
    if kind == TF32:
        return [number(source, kind) for _ in range(count)]
    return [number(source, kind) | number(source, kind) << 16 for _ in range(count)]


def operands():
    """(head, name of the kernel, arrays that it reads, words that it writes) of each record."""
    source = random.Random(4)
    for count, transposed in LOADS:
        memory = [source.getrandbits(32) for _ in range(SHARED_WORDS)]
        rows = [16 * source.randrange(SHARED_WORDS // 4) for _ in range(LANES)]
        yield "ldmatrix %d %d" % (count, transposed), "load_%d_%d" % (count, transposed), [memory, rows], LANES * count
    for kind, depth, half in PRODUCTS:
        a, b, c = registers(kind, depth, half)
        arrays = [words(source, kind, LANES * a), words(source, kind, LANES * b)]
        arrays.append(words(source, F16 if half else TF32, LANES * c))
        name = "product_%d_%d_%d" % (kind, depth, half)
        yield "mma %d %d %d" % (kind, depth, half), name, arrays, LANES * c


def write(path, records):
    with open(str(path), "w") as file:
        for head, arrays in records:
            file.write(head + "\n")
            for array in arrays:
                for i in range(0, len(array), 16):
                    file.write(" ".join("%x" % word for word in array[i : i + 16]) + "\n")


# The driver.


class Driver:
    """One GPU's primary context, with a module in it."""

    def __init__(self, text):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise NoGpu(str(error))
        device, context, self.module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        count = ctypes.c_int()
        if self.library.cuInit(0) != 0 or self.library.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
            raise NoGpu("the driver shows no GPU")
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.call("cuModuleLoadData", ctypes.byref(self.module), ctypes.c_char_p(text.encode()))

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result != 0:
            raise RuntimeError("expects %s to succeed, got error %d" % (name, result))

    def array(self, values):
        address = ctypes.c_uint64()
        memory = (ctypes.c_uint32 * len(values))(*values)
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(4 * len(values)))
        self.call("cuMemcpyHtoD_v2", address, memory, ctypes.c_size_t(4 * len(values)))
        return address

    def run(self, name, arrays, results):
        """What a warp leaves in its last array."""
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self.module, name.encode())
        addresses = [self.array(values) for values in arrays] + [self.array([0] * results)]
        parameters = (ctypes.c_void_p * len(addresses))(*[ctypes.addressof(address) for address in addresses])
        self.call("cuLaunchKernel", function, 1, 1, 1, LANES, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")
        memory = (ctypes.c_uint32 * results)()
        self.call("cuMemcpyDtoH_v2", memory, addresses[-1], ctypes.c_size_t(4 * results))
        for address in addresses:
            self.call("cuMemFree_v2", address)
        return list(memory)


def make_on_gpu(path):
    driver = Driver(ptx())
    write(path, [(head, arrays + [driver.run(name, arrays, results)]) for head, name, arrays, results in operands()])

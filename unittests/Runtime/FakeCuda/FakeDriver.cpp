// The functions of the driver. Each notes its call, may be made to fail, and checks what the real one checks.
#include "unittests/Runtime/FakeCuda/FakeState.h"

#include <cstring>

using namespace weir::cuda;
using namespace weir::fake;

namespace {

// NOLINTBEGIN: names and types are the driver's
#define BEGIN(...)                                                                                                     \
  std::lock_guard lock(state().mutex);                                                                                 \
  if (DriverResult failed = state().begin(__VA_ARGS__))                                                                \
  return failed

/// For what undoes something: that is done even if the GPU is broken.
#define UNDO(...)                                                                                                      \
  std::lock_guard lock(state().mutex);                                                                                 \
  DriverResult result = state().begin(__VA_ARGS__)

std::string text(uint64_t number) { return std::to_string(number); }

int number(const char *property) { return int(state().properties[property]); }

FakeStream *of(StreamRef stream) { return reinterpret_cast<FakeStream *>(stream); }
FakeEvent *of(EventRef event) { return reinterpret_cast<FakeEvent *>(event); }
FakeFunction *of(Function function) { return reinterpret_cast<FakeFunction *>(function); }

/// Which stream it is, where the log is to say that.
std::string on(StreamRef stream) { return number("log streams") ? " on " + text(uint64_t(of(stream)->number)) : ""; }

bool isStream(StreamRef stream) { return state().streams.count(of(stream)) != 0; }

bool isPinned(const void *memory, size_t bytes) {
  auto *begin = static_cast<const char *>(memory);
  for (auto [address, length] : state().hostAllocations)
    if (begin >= address && begin + bytes <= address + length)
      return true;
  return false;
}

DriverResult enqueue(StreamRef stream, std::function<DriverResult()> run) {
  if (!isStream(stream))
    return kInvalidValue;
  state().enqueue(*of(stream), {std::move(run), nullptr, false, 0, false});
  return kSuccess;
}

template <typename T> DriverResult fill(DevicePtr target, T value, size_t count, StreamRef stream) {
  if (!state().isAllocated(target, count * sizeof(T)))
    return kInvalidValue;
  return enqueue(stream, [=] {
    for (size_t i = 0; i < count; ++i)
      std::memcpy(reinterpret_cast<T *>(target) + i, &value, sizeof value);
    return kSuccess;
  });
}

DriverResult run(const Kernel &kernel, const std::vector<uint64_t> &words, unsigned blocks, unsigned threads) {
  for (unsigned block = 0; block < blocks; ++block)
    for (unsigned thread = 0; thread < threads; ++thread)
      kernel.run(words.data(), {thread, block, threads});
  return kSuccess;
}

} // namespace

#define API extern "C" __attribute__((visibility("default"))) DriverResult

API cuInit(unsigned) {
  BEGIN("cuInit", "", false);
  return number("devices") > 0 ? kSuccess : ::kNoDevice;
}
API cuDriverGetVersion(int *version) {
  *version = number("version");
  return kSuccess;
}
API cuGetErrorName(DriverResult result, const char **name) {
  *name = result == kErrorOutOfMemory      ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == ::kNoDevice          ? "CUDA_ERROR_NO_DEVICE"
          : result == kInvalidImage        ? "CUDA_ERROR_INVALID_IMAGE"
          : result == kNotFound            ? "CUDA_ERROR_NOT_FOUND"
          : result == kErrorIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                           : "CUDA_ERROR_OF_THE_FAKE";
  return kSuccess;
}
API cuGetErrorString(DriverResult result, const char **text) {
  *text = result == kErrorIllegalAddress ? "an illegal memory access was encountered" : "said the fake";
  return kSuccess;
}
API cuDeviceGetCount(int *count) {
  BEGIN("cuDeviceGetCount", "", false);
  *count = number("devices");
  return kSuccess;
}
API cuDeviceGet(DeviceNumber *device, int ordinal) {
  BEGIN("cuDeviceGet", text(uint64_t(ordinal)), false);
  *device = ordinal;
  return kSuccess;
}
API cuDeviceGetName(char *name, int length, DeviceNumber) {
  BEGIN("cuDeviceGetName", "", false);
  std::strncpy(name, "Fake GPU", size_t(length));
  return kSuccess;
}
API cuDeviceGetAttribute(int *value, int attribute, DeviceNumber) {
  BEGIN("cuDeviceGetAttribute", text(uint64_t(attribute)), false);
  const std::map<int, const char *> names = {{kComputeCapabilityMajor, "major"},
                                             {kComputeCapabilityMinor, "minor"},
                                             {kMaxThreadsPerBlock, "threads"},
                                             {kMaxSharedPerBlockOptIn, "shared"},
                                             {kMaxGridX, "blocks"},
                                             {kMemoryPoolsSupported, "pools"}};
  *value = attribute == kMaxRegistersPerBlock ? 65536 : number(names.at(attribute));
  return kSuccess;
}
API cuDeviceTotalMem_v2(size_t *bytes, DeviceNumber) {
  BEGIN("cuDeviceTotalMem", "", false);
  *bytes = size_t(number("memory"));
  return kSuccess;
}
API cuDevicePrimaryCtxRetain(Context *context, DeviceNumber) {
  BEGIN("cuDevicePrimaryCtxRetain", "", false);
  *context = reinterpret_cast<Context>(&state());
  ++state().contexts;
  return kSuccess;
}
API cuDevicePrimaryCtxRelease_v2(DeviceNumber) {
  BEGIN("cuDevicePrimaryCtxRelease", "", false);
  --state().contexts;
  return kSuccess;
}
API cuCtxPushCurrent_v2(Context) {
  ++State::scopes;
  return kSuccess;
}
API cuCtxPopCurrent_v2(Context *) {
  --State::scopes;
  return kSuccess;
}

API cuMemAlloc_v2(DevicePtr *memory, size_t bytes) {
  BEGIN("cuMemAlloc", text(bytes));
  *memory = state().allocate(bytes);
  return *memory ? kSuccess : kErrorOutOfMemory;
}
/// Waits for all streams, as the real one may.
API cuMemFree_v2(DevicePtr memory) {
  UNDO("cuMemFree");
  for (FakeStream *stream : state().streams)
    state().drain(*stream);
  return state().allocations.erase(memory) == 1 ? result : kInvalidValue;
}
#ifndef WEIR_FAKE_WITHOUT_POOLS
API cuMemAllocAsync(DevicePtr *memory, size_t bytes, StreamRef stream) {
  BEGIN("cuMemAllocAsync", text(bytes));
  if (!isStream(stream))
    return kInvalidValue;
  state().drain(*of(stream)); // what is released there is room for this
  *memory = state().allocate(bytes);
  return *memory ? kSuccess : kErrorOutOfMemory;
}
API cuMemFreeAsync(DevicePtr memory, StreamRef stream) {
  UNDO("cuMemFreeAsync");
  auto release = [=] { return state().allocations.erase(memory) == 1 ? kSuccess : kInvalidValue; };
  state().enqueue(*of(stream), {release, nullptr, false, 0, /*isRelease=*/true});
  return result;
}
#endif
API cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  BEGIN("cuMemHostAlloc", text(bytes));
  char *allocated = new char[bytes];
  state().hostAllocations[allocated] = bytes;
  *memory = allocated;
  return kSuccess;
}
API cuMemFreeHost(void *memory) {
  UNDO("cuMemFreeHost");
  state().hostAllocations.erase(static_cast<char *>(memory));
  delete[] static_cast<char *>(memory);
  return result;
}
/// From pinned memory alone: from other memory the real one is slow.
API cuMemcpyHtoDAsync_v2(DevicePtr target, const void *source, size_t bytes, StreamRef stream) {
  BEGIN("cuMemcpyHtoDAsync", text(bytes) + on(stream));
  if (!isPinned(source, bytes) || !state().isAllocated(target, bytes))
    return kInvalidValue;
  return enqueue(stream, [=] {
    std::memcpy(reinterpret_cast<void *>(target), source, bytes);
    return kSuccess;
  });
}
API cuMemcpyDtoHAsync_v2(void *target, DevicePtr source, size_t bytes, StreamRef stream) {
  BEGIN("cuMemcpyDtoHAsync", text(bytes) + on(stream));
  if (!isPinned(target, bytes) || !state().isAllocated(source, bytes))
    return kInvalidValue;
  return enqueue(stream, [=] {
    std::memcpy(target, reinterpret_cast<const void *>(source), bytes);
    return kSuccess;
  });
}
API cuMemcpyDtoDAsync_v2(DevicePtr target, DevicePtr source, size_t bytes, StreamRef stream) {
  BEGIN("cuMemcpyDtoDAsync", text(bytes) + on(stream));
  if (!state().isAllocated(source, bytes) || !state().isAllocated(target, bytes))
    return kInvalidValue;
  return enqueue(stream, [=] {
    std::memmove(reinterpret_cast<void *>(target), reinterpret_cast<const void *>(source), bytes);
    return kSuccess;
  });
}
API cuMemsetD8Async(DevicePtr target, unsigned char value, size_t count, StreamRef stream) {
  BEGIN("cuMemsetD8Async", text(count));
  return fill(target, value, count, stream);
}
API cuMemsetD16Async(DevicePtr target, unsigned short value, size_t count, StreamRef stream) {
  BEGIN("cuMemsetD16Async", text(count));
  return fill(target, value, count, stream);
}
API cuMemsetD32Async(DevicePtr target, unsigned value, size_t count, StreamRef stream) {
  BEGIN("cuMemsetD32Async", text(count));
  return fill(target, value, count, stream);
}

API cuStreamCreate(StreamRef *stream, unsigned flags) {
  BEGIN("cuStreamCreate", text(flags));
  auto *created = new FakeStream;
  created->number = ++state().streamsCreated;
  state().streams.insert(created);
  *stream = reinterpret_cast<StreamRef>(created);
  return kSuccess;
}
API cuStreamDestroy_v2(StreamRef stream) {
  UNDO("cuStreamDestroy");
  state().drain(*of(stream));
  state().streams.erase(of(stream));
  delete of(stream);
  return result;
}
API cuStreamSynchronize(StreamRef stream) {
  BEGIN("cuStreamSynchronize");
  if (!isStream(stream))
    return kInvalidValue;
  state().drain(*of(stream));
  return state().broken;
}
API cuStreamWaitEvent(StreamRef stream, EventRef event, unsigned) {
  BEGIN("cuStreamWaitEvent");
  if (!isStream(stream))
    return kInvalidValue;
  state().enqueue(*of(stream), {nullptr, of(event), false, of(event)->recorded, false});
  return kSuccess;
}
API cuEventCreate(EventRef *event, unsigned flags) {
  BEGIN("cuEventCreate", text(flags));
  *event = reinterpret_cast<EventRef>(new FakeEvent);
  ++state().events;
  return kSuccess;
}
API cuEventDestroy_v2(EventRef event) {
  UNDO("cuEventDestroy");
  if (of(event)->stream && state().streams.count(of(event)->stream))
    state().drain(*of(event), of(event)->recorded);
  delete of(event);
  --state().events;
  return result;
}
API cuEventRecord(EventRef event, StreamRef stream) {
  BEGIN("cuEventRecord");
  if (!isStream(stream))
    return kInvalidValue;
  of(event)->stream = of(stream);
  of(event)->launches = state().launches;
  state().enqueue(*of(stream), {nullptr, of(event), true, ++of(event)->recorded, false});
  return kSuccess;
}
API cuEventSynchronize(EventRef event) {
  state().waitForLaunches(*of(event));
  BEGIN("cuEventSynchronize");
  state().drain(*of(event), of(event)->recorded);
  return state().broken;
}

/// Knows cubins of its own kind and PTX, of which it looks for names alone.
API cuModuleLoadDataEx(Module *module, const void *image, unsigned count, int *options, void **values) {
  std::string code = static_cast<const char *>(image);
  bool isCubin = code == "fake cubin", isPtx = code.find(".version") != std::string::npos;
  BEGIN("cuModuleLoadDataEx", isCubin ? "cubin" : isPtx ? "ptx" : "?");
  if (!isCubin && !isPtx) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == kJitErrorLog)
        std::strcpy(static_cast<char *>(values[i]), "fatal: what is this?");
    return kInvalidImage;
  }
  *module = reinterpret_cast<Module>(new FakeModule{isPtx ? code : ""});
  ++state().modules;
  return kSuccess;
}
API cuModuleUnload(Module module) {
  UNDO("cuModuleUnload");
  delete reinterpret_cast<FakeModule *>(module);
  --state().modules;
  return result;
}
API cuModuleGetFunction(Function *function, Module module, const char *name) {
  BEGIN("cuModuleGetFunction", name);
  const std::string &ptx = reinterpret_cast<FakeModule *>(module)->image;
  if (!ptx.empty() && ptx.find(std::string(".entry ") + name + "(") == std::string::npos)
    return kNotFound;
  const Kernel *kernel = findKernel(name);
  if (!kernel)
    return kNotFound;
  auto &known = state().functions[name];
  if (!known)
    known.reset(new FakeFunction{name, kernel});
  *function = reinterpret_cast<Function>(known.get());
  return kSuccess;
}
API cuFuncGetAttribute(int *value, int attribute, Function) {
  BEGIN("cuFuncGetAttribute", text(uint64_t(attribute)));
  *value = attribute == kFunctionRegisters ? number("registers") : number("threads");
  return kSuccess;
}
API cuFuncSetAttribute(Function function, int attribute, int value) {
  BEGIN("cuFuncSetAttribute", text(uint64_t(attribute)) + " " + text(uint64_t(value)));
  of(function)->maxDynamicShared = value;
  return kSuccess;
}
API cuLaunchKernel(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, StreamRef stream, void **parameters, void **extra) {
  BEGIN("cuLaunchKernel", of(function)->name + " " + text(gridX) + " " + text(blockX) + on(stream));
  bool fits = gridX > 0 && gridY * gridZ * blockY * blockZ == 1 && blockX > 0 && int(blockX) <= number("threads") &&
              int(sharedBytes) <= of(function)->maxDynamicShared;
  if (!fits || parameters || !extra || extra[0] != kParamBufferPointer || extra[2] != kParamBufferSize ||
      extra[4] != kParamEnd)
    return kInvalidValue;
  std::vector<uint64_t> words(*static_cast<size_t *>(extra[3]) / sizeof(uint64_t));
  std::memcpy(words.data(), extra[1], words.size() * sizeof(uint64_t));
  if (words.size() != of(function)->kernel->numWords)
    return kInvalidValue;
  const Kernel &kernel = *of(function)->kernel;
  ++state().launches;
  return enqueue(stream, [&kernel, words, gridX, blockX] { return run(kernel, words, gridX, blockX); });
}
// NOLINTEND

// What the driver has a function for is a call of it; other copies and fills are a kernel.
#include "lib/Runtime/Device/Cuda/CudaStream.h"
#include "lib/Runtime/Device/Cuda/CopyKernels.h"

#include <algorithm>
#include <bit>

namespace weir::cuda {

namespace {

constexpr uint32_t kCopyThreads = 256;

DevicePtr address(const void *memory) { return std::bit_cast<uintptr_t>(memory); }

} // namespace

Status CudaEvent::create(std::shared_ptr<GpuContext> context, std::unique_ptr<Event> &event) {
  std::unique_ptr<CudaEvent> created(new CudaEvent(std::move(context)));
  GpuContext::Scope scope(*created->context);
  if (Status failed = WEIR_CUDA(created->context->driver, eventCreate, (&created->handle, kEventDisableTiming)))
    return failed;
  event = std::move(created);
  return nullptr;
}

CudaEvent::~CudaEvent() {
  if (!handle)
    return;
  GpuContext::Scope scope(*context);
  context->driver.eventDestroy(handle);
}

Status CudaEvent::synchronize() {
  GpuContext::Scope scope(*context);
  return WEIR_CUDA(context->driver, eventSynchronize, (handle));
}

Status CudaStream::create(std::shared_ptr<GpuContext> context, std::unique_ptr<CudaStream> &stream) {
  std::unique_ptr<CudaStream> created(new CudaStream(std::move(context)));
  if (Status failed = WEIR_CUDA(created->driver, streamCreate, (&created->handle, kStreamNonBlocking)))
    return failed;
  stream = std::move(created);
  return nullptr;
}

CudaStream::~CudaStream() {
  if (!handle)
    return;
  GpuContext::Scope scope(*context);
  driver.streamDestroy(handle);
}

/// The driver copies the parameters before it returns.
Status CudaStream::launchPhase(const PhaseEntry &phase, int64_t blocks, void *parameters, size_t bytes) {
  if (blocks == 0)
    return nullptr;
  void *list[] = {kParamBufferPointer, parameters, kParamBufferSize, &bytes, kParamEnd};
  return WEIR_CUDA(driver, launch,
                   (static_cast<Function>(phase.function), unsigned(blocks), 1, 1, phase.threads, 1, 1,
                    phase.sharedBytes, handle, nullptr, list));
}

int32_t CudaStream::launch(KernelLaunch &launch, LaunchFault &fault) {
  std::vector<ParameterWord> &words = launch.device->words;
  for (size_t p = 0; p < launch.kernel->numPhases; ++p) {
    fault.status = launchPhase(launch.kernel->phases[p], launch.call.launch->tiles[p], words.data(),
                               words.size() * sizeof(ParameterWord));
    if (fault.status)
      return kLaunchFailed;
  }
  return 0;
}

/// A thread each.
Status CudaStream::launchOverElements(Function function, int64_t count, void *parameters, size_t bytes) {
  int64_t blocks = (count + kCopyThreads - 1) / kCopyThreads;
  if (blocks > context->limits.blocks)
    return failure(WEIR_UNSUPPORTED, message("expects a strided copy of at most ", context->limits.blocks, " times ",
                                             kCopyThreads, " elements, got ", count));
  return launchPhase({.run = nullptr, .function = function, .threads = kCopyThreads}, blocks, parameters, bytes);
}

Status CudaStream::copyElements(const void *source, void *target, uint64_t value, const int32_t *stop,
                                const CopyLoops &loops) {
  weir_copy_words words = {
      address(source), address(target), value, address(stop), loops.numElements(), int64_t(loops.rank), {}, {}, {}};
  for (size_t i = 0; i < loops.rank; ++i) {
    words.sizes[i] = loops.loops[i].size;
    words.source_strides[i] = loops.loops[i].sourceStride;
    words.target_strides[i] = loops.loops[i].targetStride;
  }
  Function function = nullptr;
  if (Status failed = context->ownKernel("weir_copy_" + std::to_string(loops.elementBytes), function))
    return failed;
  return launchOverElements(function, words.count, &words, sizeof words);
}

Status CudaStream::copy(const StridedCopy &copy) {
  CopyLoops loops(copy);
  if (loops.isEmpty)
    return nullptr;
  if (copy.stop || !loops.isSourceContiguous() || !loops.isTargetContiguous())
    return copyElements(*copy.source, *copy.target, 0, copy.stop, loops);
  auto bytes = size_t(loops.numElements() * loops.elementBytes);
  return WEIR_CUDA(driver, copyOnDevice, (address(*copy.target), address(*copy.source), bytes, handle));
}

Status CudaStream::fill(const StridedFill &fill) {
  CopyLoops loops(fill);
  if (loops.isEmpty)
    return nullptr;
  DevicePtr target = address(*fill.target);
  auto count = size_t(loops.numElements());
  auto low = unsigned(fill.bits);
  if (fill.stop || !loops.isTargetContiguous())
    return copyElements(nullptr, *fill.target, fill.bits, fill.stop, loops);
  if (hasEqualBytes(fill))
    return WEIR_CUDA(driver, fill8, (target, uint8_t(low), count * size_t(fill.elementBytes), handle));
  if (fill.elementBytes == 2)
    return WEIR_CUDA(driver, fill16, (target, uint16_t(low), count, handle));
  if (fill.elementBytes == 4)
    return WEIR_CUDA(driver, fill32, (target, low, count, handle));
  return copyElements(nullptr, *fill.target, fill.bits, nullptr, loops);
}

Status CudaStream::gatherFaults(const weir_fault *records, int64_t count, int32_t *stop) {
  weir_gather_words words = {address(stop), address(records), count};
  Function function = nullptr;
  if (Status failed = context->ownKernel("weir_gather_faults", function))
    return failed;
  return launchOverElements(function, count, &words, sizeof words);
}

Status CudaStream::read(void *host, const void *memory, int64_t bytes) {
  return WEIR_CUDA(driver, copyToHost, (host, address(memory), size_t(bytes), handle));
}

Status CudaStream::record(Event &event) {
  return WEIR_CUDA(driver, eventRecord, (static_cast<CudaEvent &>(event).handle, handle));
}

Status CudaStream::wait(Event &event, uint32_t) {
  return WEIR_CUDA(driver, streamWaitEvent, (handle, static_cast<CudaEvent &>(event).handle, 0));
}

Status CudaStream::synchronize() { return WEIR_CUDA(driver, streamSynchronize, (handle)); }

} // namespace weir::cuda

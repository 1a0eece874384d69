// What is done at once goes by streams of its own, one caller at a time on each.
#include "lib/Runtime/Device/Cuda/CudaDevice.h"
#include "lib/Runtime/Device/Cuda/CudaKernels.h"
#include "lib/Runtime/Device/HostMachine.h"

#include <bit>

namespace weir::cuda {

namespace {

constexpr int kStreams = 4;

} // namespace

Status CudaDevice::count(int &count) {
  const Driver *driver = nullptr;
  if (Status failed = Driver::open(driver))
    return failed;
  if (Status failed = WEIR_CUDA(*driver, deviceCount, (&count)))
    return failed;
  return count > 0 ? nullptr : failure(WEIR_UNSUPPORTED, "expects a GPU that the driver shows, got none");
}

CudaDevice::CudaDevice(std::shared_ptr<GpuContext> held)
    : context(std::move(held)), ownName(context->ordinal == 0 ? "cuda" : message("cuda:", context->ordinal)) {}

CudaDevice::~CudaDevice() = default;

Status CudaDevice::create(int ordinal, std::shared_ptr<Device> &device) {
  std::shared_ptr<GpuContext> context;
  if (Status failed = GpuContext::create(ordinal, context))
    return failed;
  std::shared_ptr<CudaDevice> created(new CudaDevice(context));
  GpuContext::Scope scope(*context);
  created->streams.resize(kStreams);
  for (std::unique_ptr<CudaStream> &stream : created->streams)
    if (Status failed = CudaStream::create(context, stream))
      return failed;
  for (std::unique_ptr<CudaStream> *stream :
       {&created->memoryStream, &created->toDevice.stream, &created->toHost.stream, &created->onDevice.stream})
    if (Status failed = CudaStream::create(context, *stream))
      return failed;
  for (Transfers *transfers : {&created->toDevice, &created->toHost})
    if (Status failed = transfers->staging.create(context))
      return failed;
  device = std::move(created);
  return nullptr;
}

/// Memory that is allocated in the order of a stream may be used by others once that stream is there.
Status CudaDevice::allocate(int64_t bytes, void *&memory) {
  GpuContext::Scope scope(*context);
  const Driver &driver = context->driver;
  DevicePtr allocated = 0;
  DriverResult result = context->hasPools ? driver.allocateAsync(&allocated, size_t(bytes), memoryStream->handle)
                                          : driver.allocate(&allocated, size_t(bytes));
  memory = nullptr;
  if (result == kErrorOutOfMemory)
    return nullptr;
  if (Status failed = driver.check(result, context->hasPools ? "allocateAsync" : "allocate"))
    return failed;
  memory = std::bit_cast<void *>(uintptr_t(allocated));
  return context->hasPools ? memoryStream->synchronize() : nullptr;
}

void CudaDevice::free(void *memory, int64_t) {
  GpuContext::Scope scope(*context);
  auto address = DevicePtr(std::bit_cast<uintptr_t>(memory));
  if (context->hasPools)
    context->driver.freeAsync(address, memoryStream->handle);
  else
    context->driver.free(address);
}

Status CudaDevice::allocateHost(int64_t bytes, std::shared_ptr<void> &memory) {
  return allocatePinned(context, bytes, memory);
}

Status CudaDevice::copy(const StridedCopy &copy) {
  std::lock_guard lock(onDevice.mutex);
  GpuContext::Scope scope(*context);
  if (Status failed = onDevice.stream->copy(copy))
    return failed;
  return onDevice.stream->synchronize();
}

Status CudaDevice::fill(const StridedFill &fill) {
  std::lock_guard lock(onDevice.mutex);
  GpuContext::Scope scope(*context);
  if (Status failed = onDevice.stream->fill(fill))
    return failed;
  return onDevice.stream->synchronize();
}

Status CudaDevice::read(void *host, const void *memory, int64_t bytes) {
  std::lock_guard lock(toHost.mutex);
  GpuContext::Scope scope(*context);
  return toHost.staging.read(*toHost.stream, host, memory, bytes);
}

Status CudaDevice::write(void *memory, const void *host, int64_t bytes) {
  std::lock_guard lock(toDevice.mutex);
  GpuContext::Scope scope(*context);
  return toDevice.staging.write(*toDevice.stream, memory, host, bytes);
}

/// `prepare` is all that runs on the host.
Status CudaDevice::checkMachine(const Artifact &artifact) const { return checkTriple(artifact); }

Status CudaDevice::loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  GpuContext::Scope scope(*context);
  return CudaKernels::load(context, kernels, loaded);
}

Status CudaDevice::checkLaunch(const KernelLaunch &launch) const {
  auto bytes = int64_t(launch.device->words.size() * sizeof(ParameterWord));
  if (bytes > context->limits.parameterBytes)
    return failure(WEIR_UNSUPPORTED,
                   message("expects kernel '", launch.device->kernel->name, "' to have at most ",
                           context->limits.parameterBytes, " bytes of parameters with this driver, got ", bytes));
  for (int64_t tiles : launch.call.launch->tiles)
    if (tiles > context->limits.blocks)
      return failure(WEIR_UNSUPPORTED, message("expects kernel '", launch.device->kernel->name, "' to have at most ",
                                               context->limits.blocks, " tiles on this GPU, got ", tiles));
  return nullptr;
}

Status CudaDevice::createEvent(std::unique_ptr<Event> &event) { return CudaEvent::create(context, event); }

void CudaDevice::enqueue(int, const std::function<void()> &work) {
  GpuContext::Scope scope(*context);
  work();
}

} // namespace weir::cuda

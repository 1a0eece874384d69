// Asks the GPU once for everything.
#include "lib/Runtime/Device/Cuda/GpuContext.h"

#include <array>
#include <bit>

namespace weir::cuda {

namespace {

const char kCopyKernels[] =
#include "lib/Runtime/Device/Cuda/CopyKernels.inc"
    ;

constexpr int kLargeParameters = 12010; ///< the driver from which on parameters may be longer
constexpr int64_t kParameterBytes = 4096, kLargeParameterBytes = 32764;

} // namespace

Status GpuContext::create(int ordinal, std::shared_ptr<GpuContext> &context) {
  const Driver *driver = nullptr;
  if (Status failed = Driver::open(driver))
    return failed;
  std::shared_ptr<GpuContext> created(new GpuContext(*driver, ordinal));
  if (Status failed = created->retain())
    return failed;
  context = std::move(created);
  return nullptr;
}

Status GpuContext::retain() {
  if (Status failed = WEIR_CUDA(driver, deviceGet, (&device, ordinal)))
    return failed;
  int pools = 0, version = 0;
  if (Status failed = WEIR_CUDA(driver, driverVersion, (&version)))
    return failed;
  const std::pair<int, int *> attributes[] = {{kComputeCapabilityMajor, &limits.major},
                                              {kComputeCapabilityMinor, &limits.minor},
                                              {kMaxThreadsPerBlock, &limits.threads},
                                              {kMaxSharedPerBlockOptIn, &limits.sharedBytes},
                                              {kMaxRegistersPerBlock, &limits.registers},
                                              {kMaxGridX, &limits.blocks},
                                              {kMemoryPoolsSupported, &pools}};
  for (auto [attribute, value] : attributes)
    if (Status failed = WEIR_CUDA(driver, deviceAttribute, (value, attribute, device)))
      return failed;
  std::array<char, 256> name = {};
  if (Status failed = WEIR_CUDA(driver, deviceName, (name.data(), int(name.size()), device)))
    return failed;
  model = name.data();
  limits.parameterBytes = version >= kLargeParameters ? kLargeParameterBytes : kParameterBytes;
  hasPools = pools != 0 && driver.allocateAsync && driver.freeAsync;
  size_t bytes = 0;
  if (Status failed = WEIR_CUDA(driver, deviceTotalMemory, (&bytes, device)))
    return failed;
  memoryBytes = int64_t(bytes);
  return WEIR_CUDA(driver, primaryContextRetain, (&context, device));
}

GpuContext::~GpuContext() {
  if (!context)
    return;
  if (copyModule) {
    Scope scope(*this);
    driver.moduleUnload(copyModule);
  }
  driver.primaryContextRelease(device);
}

GpuContext::Scope::Scope(const GpuContext &context)
    : context(context), isPushed(context.driver.contextPush(context.context) == kSuccess) {}

GpuContext::Scope::~Scope() {
  Context popped = nullptr;
  if (isPushed)
    context.driver.contextPop(&popped);
}

Status GpuContext::ownKernel(const std::string &name, Function &function) {
  std::lock_guard lock(loading);
  if (!copyModule)
    if (Status failed = loadModule(driver, kCopyKernels, copyModule))
      return failed;
  return WEIR_CUDA(driver, moduleFunction, (&function, copyModule, name.c_str()));
}

Status loadModule(const Driver &driver, const void *image, Module &module) {
  char log[4096] = "";
  int options[] = {kJitErrorLog, kJitErrorLogBytes};
  void *values[] = {log, std::bit_cast<void *>(uintptr_t(sizeof log))};
  Status failed = WEIR_CUDA(driver, moduleLoad, (&module, image, 2, options, values));
  if (failed && log[0])
    failed->message += ": " + std::string(log);
  return failed;
}

} // namespace weir::cuda

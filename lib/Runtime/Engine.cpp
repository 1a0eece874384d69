// Memory that programs take turns in, and who may take a turn.
#include "lib/Runtime/Engine.h"

namespace weir {

namespace {

constexpr int64_t kScratchAlignment = 64;
constexpr int64_t kMaxScratch = int64_t(1) << 48; ///< times the number of threads it fits 64 bits

thread_local const Engine *callbackOf = nullptr; ///< the engine inside whose callback this thread is

} // namespace

Engine::CallbackScope::CallbackScope(const Engine &engine) : outer(callbackOf) { callbackOf = &engine; }

Engine::CallbackScope::~CallbackScope() { callbackOf = outer; }

Engine::Engine(std::shared_ptr<Device> device, int64_t memoryLimit, bool poison, uint64_t shuffleSeed)
    : device(std::move(device)), allocator(std::make_shared<Allocator>(this->device, memoryLimit, poison)),
      poison(poison), isShuffled(shuffleSeed != 0), shuffle(shuffleSeed) {}

/// The device may outlive the engine, whose scratch goes with it.
Engine::~Engine() { releaseScratch(); }

Status Engine::enter(std::unique_lock<std::mutex> &lock) {
  if (callbackOf == this)
    return failure(WEIR_INVALID_ARGUMENT,
                   "expects a host callback not to use the session or device whose run called it");
  lock = std::unique_lock(running);
  return nullptr;
}

Status Engine::reserveArena(int64_t bytes) {
  if (arena && arena->bytes() >= bytes)
    return nullptr;
  arena.reset(); // first, as both together may not fit
  return allocator->allocate(bytes, "the arena of a program", arena);
}

Status Engine::reserveScratch(int64_t bytesPerWorker) {
  if (bytesPerWorker <= scratchPerWorker)
    return nullptr;
  if (bytesPerWorker > kMaxScratch)
    return failure(WEIR_OUT_OF_MEMORY,
                   message("expects kernels to ask for less than 2^48 bytes of scratch, got ", bytesPerWorker));
  releaseScratch();
  int64_t stride = (bytesPerWorker + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
  if (Status failed = allocator->allocate(stride * device->threads(), "the scratch of a program's workers", scratch))
    return failed;
  scratchPerWorker = stride;
  device->setScratch(scratch->data(), stride);
  return nullptr;
}

void Engine::releaseScratch() {
  device->setScratch(nullptr, 0);
  scratch.reset();
  scratchPerWorker = 0;
}

Status Engine::setThreads(int threads) {
  releaseScratch();
  return device->setThreads(threads);
}

void Engine::trim() {
  arena.reset();
  releaseScratch();
  allocator->trim();
}

} // namespace weir

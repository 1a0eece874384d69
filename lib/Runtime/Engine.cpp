// Memory that programs take turns in, and who waits for whom.
#include "lib/Runtime/Engine.h"
#include "lib/Runtime/Device/Cpu/Forks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace weir {

namespace {

constexpr int64_t kScratchAlignment = 64;
constexpr int64_t kMaxScratch = int64_t(1) << 48; ///< times the number of threads it fits 64 bits

thread_local const Engine *callbackOf = nullptr; ///< the engine inside whose callback this thread is

bool isSet(const char *variable) {
  const char *text = std::getenv(variable);
  return text && *text && std::string_view(text) != "0";
}

/// Programs share their work among the device's threads themselves.
std::unique_ptr<Scheduler> makeScheduler() { return std::make_unique<Scheduler>(/*seats=*/1, /*workers=*/1); }

} // namespace

Engine::CallbackScope::CallbackScope(const Engine &engine) : outer(callbackOf) { callbackOf = &engine; }

Engine::CallbackScope::~CallbackScope() { callbackOf = outer; }

Engine::Engine(std::shared_ptr<Device> device, int64_t memoryLimit, bool poison, uint64_t shuffleSeed)
    : device(std::move(device)), allocator(std::make_shared<Allocator>(this->device, memoryLimit, poison)),
      poison(poison), isShuffled(shuffleSeed != 0), completesEachCall(isSet("WEIR_SYNC")), shuffle(shuffleSeed),
      scheduler(makeScheduler()), forksSeen(countedForks()) {}

/// The device may outlive the engine, whose scratch goes with it. What is under way keeps the engine, so the last of it
/// may end here; its thread can't wait for its own end.
Engine::~Engine() {
  if (forksSeen != countedForks())
    scheduler.release(); // its threads are the parent's
  else if (scheduler->isWorker())
    std::thread([ending = std::move(scheduler)] {}).detach();
  scheduler.reset();
  if (Status failed = unseenFailure())
    std::fprintf(stderr, "weir: a run failed whose results nobody looked at: %s\n", failed->message.c_str());
  releaseScratch();
}

/// A child process has none of its parent's threads, and does nothing of what the parent had under way: that counts as
/// done, as the new scheduler's slots are none of the lists'.
void Engine::renewAfterFork() {
  if (forksSeen == countedForks())
    return;
  std::lock_guard lock(renewing);
  if (forksSeen == countedForks())
    return;
  scheduler.release();
  scheduler = makeScheduler();
  forksSeen = countedForks();
}

Status Engine::enter(std::unique_lock<std::mutex> &lock) {
  if (callbackOf == this)
    return failure(WEIR_INVALID_ARGUMENT,
                   "expects a host callback not to use the session or device whose run called it");
  renewAfterFork();
  lock = std::unique_lock(submitting);
  releaseOld();
  return nullptr;
}

Status Engine::whereWaitingFails() const {
  if (callbackOf != this)
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT, "expects a host callback not to wait for the run that called it");
}

bool Engine::isQuiet(DeviceStorage &storage) {
  renewAfterFork();
  return scheduler->isQuiet(storage.access().list);
}

Status Engine::waitToRead(DeviceStorage &storage) {
  AccessState &access = storage.access();
  if (!isQuiet(storage)) {
    if (Status failed = whereWaitingFails())
      return failed;
    scheduler->waitToRead(access.list);
  }
  std::shared_ptr<const TaskFailure> failed = access.failure.get();
  return failed && !(storage.isVariable && failed->isSeen()) ? failed->see() : nullptr;
}

/// What is written makes good for what went wrong before.
Status Engine::waitToWrite(DeviceStorage &storage) {
  AccessState &access = storage.access();
  if (isQuiet(storage))
    return nullptr;
  if (Status failed = whereWaitingFails())
    return failed;
  scheduler->waitToWrite(access.list);
  return nullptr;
}

Status Engine::drain() {
  if (Status failed = whereWaitingFails())
    return failed;
  renewAfterFork();
  scheduler->waitForAll();
  releaseOld();
  return nullptr;
}

Status Engine::waitForAll() {
  if (Status failed = drain())
    return failed;
  return unseenFailure();
}

void Engine::keepFailure(std::shared_ptr<const TaskFailure> failed) {
  std::lock_guard lock(keeping);
  std::erase_if(failures, [](const auto &kept) { return kept->isSeen(); });
  failures.push_back(std::move(failed));
}

/// The first one; all count as seen then.
Status Engine::unseenFailure() {
  std::lock_guard lock(keeping);
  Status first;
  for (const std::shared_ptr<const TaskFailure> &failed : failures)
    if (!failed->isSeen())
      if (Status next = failed->see(); !first)
        first = std::move(next);
  failures.clear();
  return first;
}

void Engine::releaseLater(std::shared_ptr<DeviceStorage> storage) {
  std::lock_guard lock(keeping);
  old.push_back(std::move(storage));
  hasOld.store(true, std::memory_order_relaxed);
}

void Engine::releaseOld() {
  if (!hasOld.load(std::memory_order_relaxed))
    return;
  std::vector<std::shared_ptr<DeviceStorage>> released;
  std::lock_guard lock(keeping);
  released.swap(old);
  hasOld.store(false, std::memory_order_relaxed);
}

Status Engine::reserveArena(int64_t bytes) {
  if (arena && arena->bytes() >= bytes)
    return nullptr;
  scheduler->waitForAll();
  arena.reset(); // first, as both together may not fit
  return allocator->allocate(bytes, "the arena of a program", arena);
}

Status Engine::reserveScratch(int64_t bytesPerWorker) {
  if (bytesPerWorker <= scratchPerWorker)
    return nullptr;
  if (bytesPerWorker > kMaxScratch)
    return failure(WEIR_OUT_OF_MEMORY,
                   message("expects kernels to ask for less than 2^48 bytes of scratch, got ", bytesPerWorker));
  scheduler->waitForAll();
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
  scheduler->waitForAll();
  releaseScratch();
  return device->setThreads(threads);
}

void Engine::trim() {
  scheduler->waitForAll();
  arena.reset();
  releaseScratch();
  allocator->trim();
}

} // namespace weir

// Memory that runs borrow, and who waits for whom.
#include "lib/Runtime/Engine.h"
#include "lib/Runtime/Threads/Forks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace weir {

namespace {

constexpr int64_t kScratchAlignment = 64;
constexpr int64_t kMaxScratch = int64_t(1) << 48; ///< times the number of threads it fits 64 bits

/// Of a device with queues: one waits for the device, one enqueues, one copies.
constexpr int kSeatsOfQueues = 3;
constexpr size_t kFramesOfQueues = 3;

thread_local const Engine *callbackOf = nullptr; ///< the engine inside whose callback this thread is
thread_local uint64_t numberOfLaunches = 0;      ///< what the caller says of them

bool isSet(const char *variable) {
  const char *text = std::getenv(variable);
  return text && *text && std::string_view(text) != "0";
}

/// 0 where there is none.
double secondsOf(const char *variable) {
  const char *text = std::getenv(variable);
  return text ? std::max(0.0, std::strtod(text, nullptr)) : 0;
}

} // namespace

uint64_t Engine::launchNumber() { return numberOfLaunches; }

Engine::CallbackScope::CallbackScope(const Engine &engine) : outer(callbackOf) { callbackOf = &engine; }

Engine::CallbackScope::~CallbackScope() { callbackOf = outer; }

Engine::Engine(std::shared_ptr<Device> device, const weir_device_options &options)
    : device(std::move(device)), trace(std::make_shared<Trace>()),
      allocator(std::make_shared<Allocator>(this->device, trace, options.memory_limit, options.poison != 0)),
      poison(options.poison != 0), isShuffled(options.shuffle_seed != 0), completesEachCall(isSet("WEIR_SYNC")),
      frames(options.frames), shuffle(options.shuffle_seed), timeout(secondsOf("WEIR_TIMEOUT")),
      forksSeen(countedForks()) {
  begin(this->device->usesHostThreads() ? numHostThreads(options.threads) : kSeatsOfQueues);
}

size_t Engine::mostFrames(bool writesVariables) const {
  if (isShuffled && !device->isQueued())
    return 1;
  size_t asNeeded = device->isQueued() ? kFramesOfQueues : writesVariables ? 1 : 2;
  return frames > 0 ? size_t(frames) : asNeeded;
}

void Engine::begin(int threads) {
  uint32_t generation = scheduler ? scheduler->tasks().latestGeneration() : 0;
  if (forksSeen != countedForks())
    abandonThreads();
  scheduler = std::make_unique<Scheduler>(threads, threads, Scheduler::kMostInFlight, generation);
  if (!hostThread)
    hostThread = std::make_unique<SideThread>();
  device->setSeats(scheduler->seats);
  device->setScratch(scratch ? scratch->data() : nullptr, scratchPerSeat);
}

Status Engine::join(World &world, int64_t rank) {
  if (membership)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a device to join a world once, got rank ",
                                                  membership->transport->rank(), " as ", rank));
  std::unique_ptr<Transport> transport, aside;
  if (Status failed = world.connect(rank, World::Way::Awaited, transport))
    return failed;
  if (Status failed = world.connect(rank, World::Way::Aside, aside))
    return failed;
  constexpr double kPatience = 60;
  double asked = timeout.count();
  membership = std::make_unique<Membership>(std::move(transport), std::move(aside),
                                            std::chrono::duration<double>(asked > 0 ? asked : kPatience));
  for (SideThread *thread : {&membership->thread, &membership->asideThread})
    thread->call([](void *) {}, nullptr); // a lack of threads shows now
  return nullptr;
}

/// They are the parent's, and so is the place among ranks.
void Engine::abandonThreads() {
  scheduler.release();
  hostThread.release();
  membership.release();
}

/// The device may outlive the engine, whose scratch goes with it. What is under way keeps the engine, so the last of it
/// may end here; its thread can't wait for its own end.
Engine::~Engine() {
  if (forksSeen != countedForks())
    abandonThreads();
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
  begin(scheduler->seats.count());
  heldBytes = 0;
  elementTasks = 0;
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

bool Engine::tryToEnter(std::unique_lock<std::mutex> &lock) {
  if (callbackOf == this || forksSeen != countedForks() || hasOld.load(std::memory_order_relaxed))
    return false;
  lock = std::unique_lock(submitting, std::try_to_lock);
  return lock.owns_lock();
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
  lookedAt.store(true, std::memory_order_relaxed);
  if (!isQuiet(storage)) {
    if (Status failed = whereWaitingFails())
      return failed;
    if (Status failed = waitFor(scheduler->lastWriter(access.list)))
      return failed;
  }
  std::shared_ptr<const TaskFailure> failed = access.failure.get();
  return failed && !(storage.outlivesFailures() && failed->isSeen()) ? failed->see() : nullptr;
}

/// What is written makes good for what went wrong before.
Status Engine::waitToWrite(DeviceStorage &storage) {
  AccessState &access = storage.access();
  if (isQuiet(storage))
    return nullptr;
  if (Status failed = whereWaitingFails())
    return failed;
  return waitFor(scheduler->submitBehind(access.list));
}

void Engine::setInterrupt(int32_t (*ask)(void *context), void *context) {
  isInterrupted = ask;
  interruptContext = context;
}

/// In slices, where there is something to look after meanwhile. `wait` is given a time, and false where it has come.
template <typename Wait> Status Engine::waitInSlices(Wait &&wait) {
  Trace::Span span(*trace, TraceKind::Wait);
  if (!isInterrupted && !isWatched()) {
    wait(Scheduler::kNever);
    return nullptr;
  }
  constexpr auto kSlice = std::chrono::milliseconds(50);
  auto start = std::chrono::steady_clock::now();
  auto reportAfter = timeout;
  while (!wait(std::chrono::steady_clock::now() + kSlice)) {
    if (isInterrupted && isInterrupted(interruptContext) != 0)
      return failure(WEIR_INTERRUPTED, "a wait was interrupted; what was launched goes on");
    std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (!isWatched() || waited < reportAfter)
      continue;
    reportBlocked(waited.count());
    reportAfter *= 2;
  }
  return nullptr;
}

Status Engine::waitFor(TaskRef task) {
  return waitInSlices([&](Scheduler::Time until) { return scheduler->wait(task, until); });
}

void Engine::hold(DeviceStorage &input) {
  if (input.holders.fetch_add(1) == 0)
    heldBytes += input.bytes();
}

void Engine::letGo(DeviceStorage &input) {
  if (input.holders.fetch_sub(1) == 1)
    heldBytes -= input.bytes();
}

/// What is submitted far ahead of the device makes nothing faster.
bool Engine::hasRoom() const {
  const uint64_t leastAhead = device->isQueued() ? 4 : 2; // a run of a device with queues is two tasks
  // The host writes a scalar or so between the runs, such as the next step of a random stream.
  const uint64_t betweenRuns = elementTasks.load();
  return scheduler->numUnderWay() < leastAhead + betweenRuns || heldBytes <= allocator->mostAhead();
}

/// In a host callback, which would wait for itself, submitting fails anyhow.
Status Engine::waitForRoom() {
  renewAfterFork();
  if (callbackOf == this || hasRoom())
    return nullptr;
  return waitInSlices([&](Scheduler::Time until) {
    return scheduler->workUntil([](void *self) { return static_cast<Engine *>(self)->hasRoom(); }, this, until);
  });
}

void Engine::runAndWait(Scheduler::Submission::Held held) {
  Trace::Span span(*trace, TraceKind::Wait);
  scheduler->runAndWait(held);
}

/// For people: some lines on stderr.
void Engine::reportBlocked(double seconds) {
  constexpr size_t kMostLines = 20;
  Scheduler::Report report = scheduler->report();
  std::string text = message("weir: a wait on ", device->name(), " has taken ", seconds, " s\n");
  for (auto [task, position] : report.running) {
    text += "  running: ";
    text += task != Trace::kNoName ? trace->describe(task) : "part of a job";
    if (position.name != Trace::kNoName)
      text += ", at " + trace->describe(position.name);
    if (position.iteration > 0)
      text += message(", iteration ", position.iteration);
    if (position.awaited != Trace::kNoName)
      text += (position.isCredit ? ", waiting for a credit of " : ", waiting for ") + trace->describe(position.awaited);
    text += "\n";
  }
  for (size_t i = 0; i < std::min(report.waiting.size(), kMostLines); ++i) {
    text += "  waiting: " + trace->describe(report.waiting[i].task);
    const char *separator = " for ";
    for (uint32_t predecessor : report.waiting[i].predecessors)
      text += std::exchange(separator, ", ") + trace->describe(predecessor);
    text += "\n";
  }
  if (report.waiting.size() > kMostLines)
    text += message("  and ", report.waiting.size() - kMostLines, " more\n");
  std::fputs(text.c_str(), stderr);
}

Status Engine::drain() {
  if (Status failed = whereWaitingFails())
    return failed;
  renewAfterFork();
  Status failed = waitFor(scheduler->submitBehindAll());
  releaseOld();
  return failed;
}

Status Engine::waitForAll() {
  lookedAt.store(true, std::memory_order_relaxed);
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

/// One run at a time uses the same arena each time, which grows to what the largest program needs.
Status Engine::leaseArena(int64_t bytes, const void *preferred, std::shared_ptr<DeviceStorage> &arena) {
  if (bytes == 0)
    return nullptr;
  std::lock_guard lock(leasing);
  auto fits = [&](const auto &free) { return free->bytes() >= bytes; };
  auto found =
      std::find_if(arenas.begin(), arenas.end(), [&](const auto &a) { return a->data() == preferred && fits(a); });
  if (found == arenas.end())
    found = std::find_if(arenas.begin(), arenas.end(), fits);
  if (found == arenas.end()) {
    arenas.clear(); // first, as they and the new one may not fit together
    return allocator->allocate(bytes, "the arena of a program", arena);
  }
  arena = std::move(*found);
  arenas.erase(found);
  return nullptr;
}

void Engine::returnArena(std::shared_ptr<DeviceStorage> arena) {
  if (!arena)
    return;
  std::lock_guard lock(leasing);
  arenas.push_back(std::move(arena));
}

/// A donated input has its memory already.
Status Engine::obtainAll(std::span<const std::shared_ptr<DeviceStorage>> results) {
  std::vector<DeviceStorage *> obtained;
  for (const std::shared_ptr<DeviceStorage> &storage : results) {
    if (storage->data())
      continue;
    Status failed = storage->obtain("a result");
    if (failed && dropArenas())
      failed = storage->obtain("a result");
    if (failed) {
      for (DeviceStorage *held : obtained)
        held->giveUp();
      return failed;
    }
    obtained.push_back(storage.get());
  }
  return nullptr;
}

bool Engine::dropArenas() {
  std::lock_guard lock(leasing);
  bool hadSome = !arenas.empty();
  arenas.clear();
  return hadSome;
}

Status Engine::reserveScratch(int64_t bytesPerSeat) {
  if (bytesPerSeat <= scratchPerSeat)
    return nullptr;
  if (bytesPerSeat > kMaxScratch)
    return failure(WEIR_OUT_OF_MEMORY,
                   message("expects kernels to ask for less than 2^48 bytes of scratch, got ", bytesPerSeat));
  scheduler->waitForAll();
  releaseScratch();
  int64_t stride = (bytesPerSeat + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
  if (Status failed = allocator->allocate(stride * threads(), "the scratch of a device's threads", scratch))
    return failed;
  scratchPerSeat = stride;
  device->setScratch(scratch->data(), stride);
  return nullptr;
}

void Engine::releaseScratch() {
  device->setScratch(nullptr, 0);
  scratch.reset();
  scratchPerSeat = 0;
}

Status Engine::setThreads(int threads) {
  if (!device->usesHostThreads())
    return failure(WEIR_UNSUPPORTED, message("expects a device whose work the host's threads do, got ", device->name(),
                                             " and ", threads, " threads"));
  scheduler->waitForAll();
  releaseScratch();
  begin(numHostThreads(threads));
  return nullptr;
}

void Engine::trim() {
  scheduler->waitForAll();
  dropArenas();
  releaseScratch();
  allocator->trim();
}

} // namespace weir

void weir_set_launch_number(uint64_t number) { weir::numberOfLaunches = number; }

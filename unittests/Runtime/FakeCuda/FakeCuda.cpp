// Bookkeeping of the fake driver: what exists, what fails, what was called.
#include "unittests/Runtime/FakeCuda/FakeState.h"

#include <chrono>
#include <cstring>
#include <thread>

#include <sys/mman.h>

namespace weir::fake {

thread_local int64_t State::scopes = 0;

State &state() {
  static auto *instance = new State;
  return *instance;
}

State::State() {
  void *memory = mmap(nullptr, kArenaBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  arena = memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
  reset();
}

void State::reset() {
  properties = {{"devices", 1},        {"major", 8},          {"minor", 0},      {"memory", 64 << 20},
                {"pools", 1},          {"version", 12040},    {"registers", 32}, {"threads", 1024},
                {"shared", 164 << 10}, {"blocks", INT32_MAX}, {"seed", 0},       {"ahead", 0}};
  failures.clear();
  log.clear();
  allocations.clear();
  broken = willBreak = 0;
  random.seed(1);
}

DriverResult State::begin(const char *function, const std::string &details, bool needsContext) {
  log += std::string(function) + (details.empty() ? "" : " " + details) + "\n";
  auto failing = failures.find(function);
  if (failing != failures.end() && failing->second.skip-- == 0) {
    DriverResult result = failing->second.result;
    failures.erase(failing);
    return result;
  }
  if (needsContext && scopes == 0)
    return kInvalidContext;
  return needsContext ? broken : kSuccess;
}

uint64_t State::allocate(size_t bytes) {
  constexpr size_t kAlignment = 512;
  size_t used = 0, end = 0;
  for (auto [address, length] : allocations)
    used += length;
  if (bytes > size_t(properties["memory"]) - used)
    return 0;
  for (auto [address, length] : allocations) { // the first gap
    if (address - uint64_t(arena) - end >= bytes)
      break;
    end = (address - uint64_t(arena) + length + kAlignment - 1) / kAlignment * kAlignment;
  }
  if (end + bytes > kArenaBytes)
    return 0;
  allocations[uint64_t(arena) + end] = bytes;
  return uint64_t(arena) + end;
}

bool State::isAllocated(uint64_t address, size_t bytes) const {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return bytes == 0;
  auto [begin, length] = *std::prev(next);
  return address + bytes <= begin + length;
}

/// The host can reach the GPU's memory while the GPU works, and at no other time.
class State::Working {
public:
  explicit Working(State &state) : state(state) {
    if (state.working++ == 0)
      mprotect(state.arena, kArenaBytes, PROT_READ | PROT_WRITE);
  }
  ~Working() {
    if (--state.working == 0)
      mprotect(state.arena, kArenaBytes, PROT_NONE);
  }

private:
  State &state;
};

void State::runOne(FakeStream &stream) {
  Work work = std::move(stream.queue.front());
  stream.queue.pop_front();
  if (work.event) {
    if (work.isRecord)
      work.event->done = work.version;
    return;
  }
  if (willBreak)
    broken = willBreak;
  if (broken && !work.isRelease)
    return;
  if (DriverResult failed = work.run(); failed && !broken)
    broken = failed;
}

bool State::isReady(const FakeStream &stream) const {
  if (stream.queue.empty())
    return false;
  const Work &next = stream.queue.front();
  return !next.event || next.isRecord || next.event->done >= next.version;
}

void State::drain(FakeStream &stream) {
  Working working(*this);
  while (!stream.queue.empty()) {
    const Work &next = stream.queue.front();
    if (next.event && !next.isRecord)
      drain(*next.event, next.version);
    runOne(stream);
  }
}

void State::drain(FakeEvent &event, int64_t version) {
  Working working(*this);
  while (event.done < version)
    runOneInOrder(*event.stream);
}

/// A slow GPU: for some time it is not done before so many launches have been enqueued behind the event.
void State::waitForLaunches(const FakeEvent &event) {
  constexpr int kTries = 500;
  auto isDone = [&] {
    std::lock_guard lock(mutex);
    return launches >= event.launches + properties["ahead"];
  };
  for (int i = 0; i < kTries && !isDone(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// And what it waits for.
void State::runOneInOrder(FakeStream &stream) {
  const Work &next = stream.queue.front();
  if (next.event && !next.isRecord)
    drain(*next.event, next.version);
  runOne(stream);
}

void State::enqueue(FakeStream &stream, Work work) {
  stream.queue.push_back(std::move(work));
  if (properties["seed"] == 0 || random() % 4 != 0)
    return;
  while (random() % 8 != 0) { // mostly several at a time
    auto it = std::next(streams.begin(), std::ptrdiff_t(random() % streams.size()));
    if (!isReady(**it))
      return;
    Working now(*this);
    runOne(**it);
  }
}

} // namespace weir::fake

using weir::fake::state;

void fakeReset() { state().reset(); }

void fakeSet(const char *property, int64_t value) {
  std::lock_guard lock(state().mutex);
  state().properties[property] = value;
  if (std::strcmp(property, "seed") == 0)
    state().random.seed(unsigned(value));
}

void fakeFail(const char *function, int64_t skip, int result) { state().failures[function] = {skip, result}; }

void fakeBreak(int result) { state().willBreak = result; }

const char *fakeLog() { return state().log.c_str(); }

void fakeClearLog() { state().log.clear(); }

int64_t fakeLive(const char *what) {
  auto &s = state();
  std::lock_guard lock(s.mutex);
  const std::map<std::string, int64_t> counts = {
      {"contexts", s.contexts},
      {"streams", int64_t(s.streams.size())},
      {"events", s.events},
      {"modules", s.modules},
      {"allocations", int64_t(s.allocations.size())},
      {"host allocations", int64_t(s.hostAllocations.size())},
      {"scopes", s.scopes},
      {"launches", s.launches},
  };
  return counts.at(what);
}

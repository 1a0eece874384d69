// The state of the fake driver, between its bookkeeping and the functions that the runtime calls.
#pragma once

#include "lib/Runtime/Device/Cuda/DriverTypes.h"
#include "unittests/Runtime/FakeCuda/FakeCuda.h"
#include "unittests/Runtime/FakeCuda/FakeKernels.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>

namespace weir::fake {

using cuda::DriverResult;
using cuda::kSuccess;

inline constexpr DriverResult kInvalidValue = 1, kNotInitialized = 3, kNoDevice = 100, kInvalidImage = 200,
                              kInvalidContext = 201, kNotFound = 500;
inline constexpr size_t kArenaBytes = size_t(128) << 20;

struct FakeStream;

struct FakeEvent {
  FakeStream *stream = nullptr;   ///< that recorded it last
  int64_t recorded = 0, done = 0; ///< how many times
  int64_t launches = 0;           ///< of all streams, when it was recorded last
};

/// A piece of a stream's work: a function, or a record of an event, or a wait for its `version`th record.
struct Work {
  std::function<DriverResult()> run;
  FakeEvent *event = nullptr;
  bool isRecord = false;
  int64_t version = 0;
  bool isRelease = false; ///< done even if the GPU is broken
};

struct FakeStream {
  int64_t number = 0; ///< counted from the first that there was
  std::deque<Work> queue;
};

struct FakeModule {
  std::string image;
};

struct FakeFunction {
  std::string name;
  const Kernel *kernel = nullptr;
  int maxDynamicShared = 48 << 10;
};

struct State {
  State();
  void reset();

  /// Notes a call; what it is to fail with.
  DriverResult begin(const char *function, const std::string &details = "", bool needsContext = true);

  uint64_t allocate(size_t bytes); ///< 0: there is no room
  bool isAllocated(uint64_t address, size_t bytes) const;

  void enqueue(FakeStream &stream, Work work);
  void drain(FakeStream &stream);
  void drain(FakeEvent &event, int64_t version);
  void waitForLaunches(const FakeEvent &event);

  struct Failing {
    int64_t skip = 0;
    DriverResult result = 0;
  };

  std::map<std::string, int64_t> properties;
  std::map<std::string, Failing> failures;
  std::string log;
  DriverResult broken = 0, willBreak = 0;
  std::mt19937 random;

  char *arena = nullptr;
  int working = 0; ///< how deep in its work the GPU is
  std::map<uint64_t, size_t> allocations;
  std::map<char *, size_t> hostAllocations;
  std::set<FakeStream *> streams;
  std::map<std::string, std::unique_ptr<FakeFunction>> functions;
  int64_t contexts = 0, events = 0, modules = 0;
  int64_t launches = 0; ///< since the beginning
  int64_t streamsCreated = 0;
  static thread_local int64_t scopes; ///< how deep the thread's stack of contexts is
  std::recursive_mutex mutex;

private:
  class Working;

  void runOne(FakeStream &stream);
  void runOneInOrder(FakeStream &stream);
  bool isReady(const FakeStream &stream) const;
};

State &state();

} // namespace weir::fake

// Memory of a device, cached between uses and counted, and the storages made of it. Knows sizes only, not tensors.
#pragma once

#include "lib/Runtime/Device/Device.h"
#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Engine/TaskFailure.h"
#include "lib/Runtime/Trace/Trace.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string_view>

namespace weir {

class Allocator;

/// A run that a device with queues may not have done yet.
struct QueuedRun;

/// How often the host has the address of some bytes: to read, and to write as well.
struct Exposures {
  std::atomic<int> all{0}, writable{0};

  void add(int times, bool isWritable) {
    all += times;
    writable += isWritable ? times : 0;
  }
  void add(const Exposures &others, int times) {
    all += times * others.all;
    writable += times * others.writable;
  }
};

/// Who uses some bytes, and whether they are what they should be.
struct AccessState {
  AccessList list;
  FailureSlot failure;
  std::shared_ptr<const QueuedRun> queued; ///< the last one that writes them; runs that are being enqueued look at it
  Exposures exposures;                     ///< of some of them
};

/// Bytes that tensors, variables and arenas share: from an allocator or borrowed from the caller.
class DeviceStorage {
public:
  /// Without memory until `obtain` is called.
  DeviceStorage(std::shared_ptr<Allocator> allocator, int64_t bytes) : size(bytes), allocator(std::move(allocator)) {}
  /// The caller's memory.
  DeviceStorage(void *data, int64_t bytes) : isWritten(true), memory(data), size(bytes) {
    expose(1, /*isWritable=*/true);
  }
  ~DeviceStorage();
  DeviceStorage(const DeviceStorage &) = delete;
  DeviceStorage &operator=(const DeviceStorage &) = delete;

  /// Sees to it that it has memory; for the first one who writes it. `what`, a literal, is named in errors. Says
  /// whether it has got memory that is zeros already, which stays so until somebody writes there.
  Status obtain(const char *what, bool *areZeros = nullptr);
  /// Gives the memory back that nobody has written yet.
  void giveUp();
  /// Null before anybody has written it.
  void *data() const { return memory; }
  /// Where the address stands.
  void *const *place() const { return &memory; }
  int64_t bytes() const { return size; }
  bool isBorrowed() const { return !allocator; }
  /// What is to be called when borrowed memory is no longer in use; may be null.
  void onRelease(void (*callback)(void *), void *argument) {
    release = callback;
    context = argument;
  }

  /// A job that writes variables must not read them through an input at the same time.
  std::atomic<bool> isVariable{false};
  std::atomic<bool> isWritten{false}; ///< somebody has given it elements, or may have
  /// Nothing was written where something was to be, over elements that stay: they are there once that has been seen.
  std::atomic<bool> isAsBefore{false};
  /// Whether a failure that has been seen says nothing of the elements.
  bool outlivesFailures() const { return isVariable || isAsBefore; }
  AccessState &access() { return group ? *group : own; }
  /// Its elements are not what they should be.
  void fail(std::shared_ptr<const TaskFailure> failed) {
    isAsBefore = false;
    access().failure.set(std::move(failed));
  }
  /// What should have written it has touched nothing: once somebody has been told, its elements are those from before.
  void leaveAsBefore(std::shared_ptr<const TaskFailure> failed) {
    if (!access().failure.get())
      isAsBefore = isWritten.load();
    access().failure.set(std::move(failed));
  }
  /// All of its elements have been written.
  void makeGood() {
    isWritten.store(true, std::memory_order_release);
    if (isVariable || !access().failure.get())
      return;
    access().failure.set(nullptr);
    isAsBefore = false;
  }
  /// While nobody uses it. The variables of a session share one: what a run costs doesn't grow with their number.
  void shareAccess(std::shared_ptr<AccessState> shared) {
    access().exposures.add(exposures, -1);
    group = std::move(shared);
    access().exposures.add(exposures, 1);
  }

  /// The host has the address, and may read or write elements when no function of the interface is called: so many more
  /// times, or fewer. Memory of the caller's is always exposed.
  void expose(int times, bool isWritable) {
    exposures.add(times, isWritable);
    access().exposures.add(times, isWritable);
  }
  bool isExposed() const { return exposures.all > 0; }
  bool isExposedForWriting() const { return exposures.writable > 0; }

  std::atomic<int> holders{0}; ///< runs under way that read it as an input

private:
  void *memory = nullptr;
  int64_t size = 0;
  int64_t blockBytes = 0;
  uint32_t purpose = 0; ///< the allocator counts by these
  std::shared_ptr<Allocator> allocator;
  void (*release)(void *) = nullptr;
  void *context = nullptr;
  AccessState own;
  std::shared_ptr<AccessState> group;
  Exposures exposures;
};

class Allocator : public std::enable_shared_from_this<Allocator> {
public:
  /// `limit` is in bytes; with `poison`, fresh memory is 0xFF.
  Allocator(std::shared_ptr<Device> device, std::shared_ptr<Trace> trace, int64_t limit, bool poison);
  ~Allocator();

  /// A storage that has memory.
  Status allocate(int64_t bytes, const char *what, std::shared_ptr<DeviceStorage> &storage);
  /// One that obtains it when it is written.
  std::shared_ptr<DeviceStorage> promise(int64_t bytes);
  void trim();

  Device &owner() const { return *device; }
  int64_t bytesInUse() const;
  /// That runs which are submitted ahead of the device may hold: little beside what is in use anyhow.
  int64_t mostAhead() const;
  int64_t peakBytes() const;
  void resetPeak();
  /// From the n-th request from now on there is no memory; 0 ends that.
  void failFrom(int64_t request);

private:
  friend class DeviceStorage;
  /// What is in use under one name.
  struct Purpose {
    std::string_view what;
    int64_t bytes = 0, blocks = 0;
  };

  Status take(int64_t bytes, std::string_view what, void *&memory, int64_t &blockBytes, uint32_t &purpose,
              bool &areZeros);
  void giveBack(void *memory, int64_t blockBytes, uint32_t purpose) noexcept;
  uint32_t purposeOf(std::string_view what);
  std::string describeUse() const;
  void *takeCached(int64_t bytes, int64_t &blockBytes);
  void trimLocked();

  const std::shared_ptr<Device> device;
  const std::shared_ptr<Trace> trace;
  const int64_t limit;
  const bool poison;
  mutable std::mutex mutex;
  std::map<int64_t, std::vector<void *>> cache; ///< free blocks by size
  std::vector<Purpose> purposes;                ///< few
  int64_t cachedBytes = 0, inUse = 0, peak = 0;
  int64_t requestsUntilNone = 0; ///< 0: there is memory
};

} // namespace weir

// What a run of a job has from its preparation to its end.
#pragma once

#include "lib/Runtime/BoundArtifact.h"

#include <algorithm>

namespace weir {

struct QueuedRun {
  std::shared_ptr<RunFrame> frame; ///< the device finds there whether it has failed
  std::atomic<bool> hasEnded{false};
  std::shared_ptr<const TaskFailure> failure; ///< of one that has
};

/// A run from its preparation to its end.
struct BoundArtifact::Run {
  std::shared_ptr<BoundArtifact> bound;
  Id job = 0;
  int32_t giver = kAnyInput;
  std::vector<const weir_tensor *> inputs; ///< the caller's, or staged copies; while it is prepared
  std::vector<TensorRef> staged;
  std::vector<TensorRef> results; ///< until they are the caller's

  std::shared_ptr<RunFrame> frame;
  const Plan *plan = nullptr; ///< the frame's
  struct Input {
    std::shared_ptr<DeviceStorage> storage;
    int64_t offset = 0; ///< in bytes
  };
  std::vector<Input> read;
  std::vector<std::shared_ptr<DeviceStorage>> written; ///< which results begin with
  VariableAddresses variableAddresses;
  /// A result is in the place of an input.
  bool isInPlace(const DeviceStorage &result) const {
    return giver != kNoInput &&
           std::ranges::any_of(read, [&](const Input &input) { return input.storage.get() == &result; });
  }
  bool hasBegun = false;     ///< something may be written
  bool readsExposed = false; ///< the host may overwrite inputs as soon as the call returns
  Status *outcome = nullptr; ///< of one who waits for it
  const uint64_t submitted = TaskFailure::now();
  const uint64_t launch = Engine::launchNumber(); ///< what its caller says of it

  // On a device with queues, from when it has been enqueued.
  std::shared_ptr<QueuedRun> queued;
  std::vector<std::shared_ptr<const QueuedRun>> before; ///< what it would use they may fail to write
  std::shared_ptr<DeviceStorage> arena;
};

/// Of what it has leased, if it needs one: any address does for buffers without bytes.
inline void *arenaOf(const RunFrame &frame, const DeviceStorage *leased) {
  return leased ? leased->data() : frame.lastArena();
}

inline std::shared_ptr<const TaskFailure> failureOf(uint64_t launch, Status status) {
  status->launch = launch;
  return std::make_shared<TaskFailure>(std::move(status));
}

} // namespace weir

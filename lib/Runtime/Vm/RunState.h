// What a run of a frame has while its instructions are run, or enqueued.
#pragma once

#include "lib/Runtime/Vm/RunFrame.h"

#include <limits>
#include <mutex>

namespace weir {

/// What the lanes of one run share.
struct RunFrame::RunState {
  RunState(const Addresses &addresses, const Engine &engine)
      : addresses(addresses), trace(engine.trace->isOn() ? engine.trace.get() : nullptr),
        isWatched(trace || engine.isWatched()) {}

  const Addresses &addresses;
  Trace *const trace;   ///< null while off
  const bool isWatched; ///< somebody wants to know what is done
  std::atomic<bool> failed{false};
  Atomic<uint32_t> met{0}; ///< how often meetings have told that something is there
  std::mutex mutex;
  std::pair<uint32_t, Id> failedAt; ///< the earliest, so that the error doesn't depend on who came first
  Status status;
  Membership *membership = nullptr; ///< of a run that meets others

  /// Other ranks are told at once: they may wait for what will not come.
  void fail(Id instruction, Status cause, uint32_t iteration = 0) {
    std::string why = membership ? cause->message : "";
    {
      std::lock_guard lock(mutex);
      if (std::pair position(iteration, instruction); !status || position < failedAt) {
        status = std::move(cause);
        failedAt = position;
      }
    }
    if (!failed.exchange(true) && membership)
      membership->giveUp(why);
  }
  /// One whose instruction is known says more.
  void failSomewhere(Status cause) { fail(kUnknown, std::move(cause), std::numeric_limits<uint32_t>::max()); }

  static constexpr Id kUnknown = std::numeric_limits<Id>::max();
};

/// Of one thread that runs instructions.
struct RunFrame::LaneState {
  int seat = 0;
  LaunchFault fault = {};
  uint32_t iteration = 0;
};

/// One lane's way through its actions.
struct RunFrame::LaneRun {
  size_t number = 0;
  LaneState lane;
  size_t position = 0; ///< of the next action
};

/// The common case stands alone and calls one function, so that the loop around it keeps all it needs in registers.
[[gnu::always_inline]] inline void RunFrame::runOne(const Action &action, Stream &stream, RunState &state,
                                                    LaneState &lane) {
  if (!action.isPlain || state.isWatched)
    return runUncommon(action, stream, state, lane);
  if (state.failed.load(std::memory_order_relaxed))
    return;
  if (int32_t code = stream.launch(launches[action.index], lane.fault))
    failLaunch(action, code, lane, state);
}

} // namespace weir

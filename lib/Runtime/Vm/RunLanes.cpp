// Lanes of a run on several threads. Who begins them runs those, too, that nobody has come for: a thread that sleeps
// may take longer to come than a lane to run.
#include "lib/Runtime/Threads/Spin.h"
#include "lib/Runtime/Vm/RunState.h"

#include <algorithm>

namespace weir {

/// Whether an action is no wait, or one for what is there. Who has failed waits for nothing.
bool RunFrame::canGoOn(const Action &action, const LaneState &lane, const RunState &state) const {
  if (action.kind != Action::Kind::Wait || !runsIn(action, lane.iteration))
    return true;
  uint32_t count = LaneWait{action.index, action.lag}.countIn(lane.iteration);
  return count == 0 || eventOf(action, lane.iteration - action.lag).hasBeenRecorded(count) ||
         state.failed.load(std::memory_order_relaxed);
}

bool RunFrame::canGoOn(const LaneRun &run, const RunState &state) const {
  const std::vector<Action> &actions = lanes[run.number];
  return run.position == actions.size() || canGoOn(actions[run.position], run.lane, state);
}

/// Until one action has to wait, or all of the lane are done.
bool RunFrame::advance(LaneRun &run, Stream &stream, RunState &state) {
  std::span<const Action> actions = lanes[run.number];
  while (true) {
    for (; run.position < actions.size(); ++run.position) {
      const Action &action = actions[run.position];
      if (!action.isPlain && !canGoOn(action, run.lane, state))
        return false;
      runOne(action, stream, state, run.lane);
    }
    if (++run.lane.iteration == plan->job.repeat)
      return true;
    run.position = 0;
    beginIteration(std::span(&moving[run.number], 1), run.lane.iteration);
  }
}

/// The first lane, and those that nobody else has begun when it has to wait or has ended. They take turns: there is
/// always one that can go on, unless they wait for other threads.
void RunFrame::runFirstLane(Stream &stream, RunState &state, int seat) {
  Seats &seats = engine().scheduler->seats;
  std::vector<LaneRun> runs;
  bool claims = claimsLanes();
  auto claim = [&] { return claims ? seats.claim(seat) : -1; };
  auto add = [&](int64_t lane) {
    if (lane < 0)
      return false;
    beginIteration(std::span(&moving[size_t(lane)], 1), 0);
    runs.push_back({size_t(lane), {seat}});
    return true;
  };
  add(0);
  while (!runs.empty() || add(claim())) {
    auto next = std::ranges::find_if(runs, [&](const LaneRun &run) { return canGoOn(run, state); });
    if (next != runs.end()) {
      if (advance(*next, stream, state))
        runs.erase(next);
    } else if (!add(claim()) && !seats.helpWithRanges(seat)) {
      if (LaneRun &run = runs.front(); runs.size() == 1)
        runOne(lanes[run.number][run.position++], stream, state, run.lane);
      else
        yieldThread();
    }
  }
}

} // namespace weir

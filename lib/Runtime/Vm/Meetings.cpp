// What a rank does together with others, on a thread that has no seat: the others may let it wait.
#include "lib/Runtime/Vm/RunState.h"

#include <algorithm>

namespace weir {

/// The lanes that compute go on meanwhile, as far as they need nothing from others.
void RunFrame::runBesideMeetings(Stream &stream, RunState &state, int seat) {
  struct Context {
    RunFrame &frame;
    RunState &state;
    size_t lane;
    Atomic<uint32_t> ended{0};
  };
  size_t first = plan->fold.computing;
  Context contexts[] = {{*this, state, first}, {*this, state, first + 1}};
  std::span<Context> meeting = std::span(contexts).first(plan->fold.meeting);
  Membership &membership = *engine().membership;
  for (Context &each : meeting)
    (each.lane == first ? membership.thread : membership.asideThread)
        .call(
            [](void *opaque) {
              auto &context = *static_cast<Context *>(opaque);
              context.frame.runMeetings(context.lane, context.state);
              context.ended.store(1);
              context.ended.notify_all();
            },
            &each);
  if (plan->fold.computing == 1)
    runLane(0, stream, state, seat);
  else
    runByTurns(stream, state, seat);
  for (Context &each : meeting)
    engine().scheduler->seats.helpUntil(seat, each.ended, 1);
}

/// All lanes that compute, each time an action of the last one that can go on: what waits for other ranks stands in it,
/// and these wait for what it sends.
void RunFrame::runByTurns(Stream &stream, RunState &state, int seat) {
  std::vector<LaneRun> runs;
  for (size_t lane = plan->fold.computing; lane-- > 0;) {
    beginIteration(std::span(&moving[lane], 1), 0);
    runs.push_back({lane, {seat}});
  }
  while (!runs.empty()) {
    uint32_t met = state.met.load(); // before one looks
    auto run = std::ranges::find_if(runs, [&](const LaneRun &each) { return canGoOn(each, state); });
    if (run == runs.end()) {
      if (state.isWatched)
        notePosition(lanes[runs.back().number][runs.back().position], runs.back().lane);
      engine().scheduler->seats.helpUntil(seat, state.met, met + 1);
    } else if (run->position < lanes[run->number].size()) {
      runOne(lanes[run->number][run->position++], stream, state, run->lane);
    } else if (++run->lane.iteration < plan->job.repeat) {
      run->position = 0;
      beginIteration(std::span(&moving[run->number], 1), run->lane.iteration);
    } else {
      runs.erase(run);
    }
  }
  if (state.isWatched)
    engine().scheduler->setPosition(seat, {});
}

void RunFrame::runMeetings(size_t number, RunState &state) {
  Stream &stream = engine().device->stream(0); // which is asked to record alone
  for (uint32_t iteration = 0; iteration < plan->job.repeat; ++iteration) {
    beginIteration(std::span(&moving[number], 1), iteration);
    for (const Action &action : lanes[number]) {
      if (action.kind == Action::Kind::Record) {
        if (Status failed = stream.record(eventOf(action, iteration)))
          state.fail(action.instruction, std::move(failed), iteration);
        state.met.fetch_add(1);
        state.met.notify_all();
        continue;
      }
      if (state.failed.load(std::memory_order_relaxed) || !runsIn(action, iteration))
        continue;
      if (action.kind == Action::Kind::Wait) {
        if (uint32_t count = LaneWait{action.index, action.lag}.countIn(iteration))
          eventOf(action, iteration - action.lag).await(count);
        continue;
      }
      int64_t begin = state.trace ? Trace::now() : 0;
      if (Status failed = meet(collectives[action.index], stream)) {
        failed = at(std::move(failed), locationOf(action.instruction));
        if (!state.failed.load())
          state.fail(action.instruction, std::move(failed), iteration);
        else // as the run has failed elsewhere, which says more
          state.failSomewhere(std::move(failed));
      }
      if (state.trace)
        state.trace->add({TraceKind::Collective, action.lane, plan->traceNames() + action.instruction, begin,
                          Trace::now(), int64_t(state.addresses.launch)});
    }
  }
}

Status RunFrame::meet(CollectiveAction &action, Stream &stream) {
  return engine().device->isQueued() ? exchangeStaged(action, stream)
                                     : exchange(action, *action.source, *action.target);
}

Status RunFrame::exchange(CollectiveAction &action, void *source, void *target) {
  auto place = [](std::vector<std::vector<Strip>> &strips, const std::vector<std::vector<ByteRun>> &runs, void *part) {
    for (size_t member = 0; member < runs.size(); ++member)
      for (size_t i = 0; i < runs[member].size(); ++i)
        strips[member][i].data = static_cast<std::byte *>(part) + runs[member][i].offset;
  };
  Exchange &exchange = action.exchange;
  Membership &membership = *engine().membership;
  place(exchange.give, action.runs->give, source);
  place(exchange.take, action.runs->take, target);
  if (!action.isLocal)
    return membership.ofWay(action.isAside).run(exchange, membership.deadline());
  for (size_t member = 0; member < exchange.give.size(); ++member)
    if (!exchange.take[member].empty())
      return copyStrips(exchange.give[member], exchange.take[member], exchange.what);
  return nullptr;
}

/// The host gives and takes: what is enqueued before has to be done, and right.
Status RunFrame::exchangeStaged(CollectiveAction &action, Stream &stream) {
  Device &device = *engine().device;
  Id instruction = 0;
  if (Status failed = drainAndCheckFaults(stream, instruction))
    return failed;
  auto *given = static_cast<std::byte *>(action.staged.get()), *taken = given + action.sourceBytes;
  if (Status failed = device.read(given, *action.source, action.sourceBytes))
    return failed;
  if (Status failed = exchange(action, given, taken))
    return failed;
  for (const ByteRun &run : action.written)
    if (Status failed =
            device.write(static_cast<std::byte *>(*action.target) + run.offset, taken + run.offset, run.size))
      return failed;
  return nullptr;
}

} // namespace weir

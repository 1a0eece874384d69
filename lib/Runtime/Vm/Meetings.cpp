// What a rank does together with others, on a thread that has no seat: the others may let it wait.
#include "lib/Runtime/Vm/RunState.h"

namespace weir {

/// The lanes that compute go on meanwhile, as far as they need nothing from others.
void RunFrame::runBesideMeetings(Stream &stream, RunState &state, int seat) {
  struct Context {
    RunFrame &frame;
    RunState &state;
    Atomic<uint32_t> ended{0};
  } context{*this, state};
  engine().membership->thread.call(
      [](void *opaque) {
        auto &context = *static_cast<Context *>(opaque);
        context.frame.runMeetings(context.state);
        context.ended.store(1);
        context.ended.notify_all();
      },
      &context);
  if (plan->fold.computing == 1)
    runLane(0, stream, state, seat);
  else if (!runLanes(seat, state))
    runActions(queue, std::span(moving).first(plan->fold.computing), stream, state, seat);
  engine().scheduler->seats.helpUntil(seat, context.ended, 1);
}

void RunFrame::runMeetings(RunState &state) {
  Stream &stream = engine().device->stream(0); // which is asked to record alone
  size_t number = plan->fold.computing;
  for (uint32_t iteration = 0; iteration < plan->job.repeat; ++iteration) {
    beginIteration(std::span(&moving[number], 1), iteration);
    for (const Action &action : lanes[number]) {
      if (action.kind == Action::Kind::Record) {
        if (Status failed = stream.record(eventOf(action, iteration)))
          state.fail(action.instruction, std::move(failed), iteration);
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
      if (Status failed = exchange(collectives[action.index]))
        state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)), iteration);
      if (state.trace)
        state.trace->add({TraceKind::Collective, action.lane, plan->traceNames() + action.instruction, begin,
                          Trace::now(), int64_t(state.addresses.launch)});
    }
  }
}

Status RunFrame::exchange(CollectiveAction &action) {
  auto place = [](std::vector<std::vector<Strip>> &strips, const std::vector<std::vector<ByteRun>> &runs, void *part) {
    for (size_t member = 0; member < runs.size(); ++member)
      for (size_t i = 0; i < runs[member].size(); ++i)
        strips[member][i].data = static_cast<std::byte *>(part) + runs[member][i].offset;
  };
  Exchange &exchange = action.exchange;
  place(exchange.give, action.runs->give, *action.source);
  place(exchange.take, action.runs->take, *action.target);
  if (!action.isLocal)
    return engine().membership->transport->run(exchange, engine().membership->deadline());
  for (size_t member = 0; member < exchange.give.size(); ++member)
    if (!exchange.take[member].empty())
      return copyStrips(exchange.give[member], exchange.take[member], exchange.what);
  return nullptr;
}

} // namespace weir

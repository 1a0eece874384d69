// The hot path. From one instruction to the next of a lane: no lock, no allocation, no string, no reference count.
// Nothing here reads memory of a device with queues but by its streams.
#include "lib/Runtime/Tensor.h"
#include "lib/Runtime/Vm/Faults.h"
#include "lib/Runtime/Vm/RunState.h"

namespace weir {

static TraceKind kindOf(const Action &action) {
  switch (action.kind) {
  case Action::Kind::Copy:
    return TraceKind::Copy;
  case Action::Kind::Fill:
    return TraceKind::Fill;
  case Action::Kind::Callback:
    return TraceKind::Callback;
  case Action::Kind::RunProgram:
    return TraceKind::Program;
  case Action::Kind::Collective:
    return TraceKind::Collective;
  default:
    return TraceKind::Kernel;
  }
}

/// Addresses that are those of the last run are in their places already.
void RunFrame::bind(const Addresses &addresses) {
  auto set = [](Base &base, void *address) {
    if (base.address == address)
      return;
    base.address = address;
    for (const Slot &slot : base.slots)
      *slot.place = static_cast<char *>(address) + slot.offset;
  };
  for (size_t i = 0; i < inputBases.size(); ++i)
    set(inputBases[i], addresses.inputs[i]);
  for (size_t i = 0; i < resultBases.size(); ++i)
    set(resultBases[i], addresses.results[i]);
  if (boundVariables != addresses.variables)
    for (size_t i = 0; i < variableBases.size(); ++i)
      set(variableBases[i], (*addresses.variables)[i]);
  boundVariables = addresses.variables;
  set(arenaBase, addresses.arena);
}

/// For lanes that no other thread runs.
void RunFrame::beginIteration(std::span<const MovingSlots> lanes, uint32_t iteration) {
  for (const MovingSlots &slots : lanes)
    for (const MovingSlot &slot : slots)
      *slot.place = static_cast<char *>(*slot.base) + slot.offset + int64_t(iteration % slot.places) * slot.step;
}

Status RunFrame::run(const Addresses &addresses, int seat) {
  bind(addresses);
  Engine &engine = this->engine();
  RunState state{addresses, engine};
  state.membership = meets() ? engine.membership.get() : nullptr;
  for (const std::unique_ptr<Event> &event : events)
    event->reset();
  Stream &stream = engine.device->stream(seat);
  SharingTrial::Way way = this->way();
  std::optional<Seats::Alone> alone;
  if (way == SharingTrial::Way::Alone)
    alone.emplace(engine.scheduler->seats, seat);
  if (engine.isShuffled)
    runShuffled(stream, state, seat);
  else if (meets())
    runBesideMeetings(stream, state, seat);
  else if (lanes.size() == 1)
    runLane(0, stream, state, seat);
  else if (way != SharingTrial::Way::Lanes || !runLanes(seat, state))
    runActions(queue, moving, stream, state, seat);
  return std::move(state.status);
}

/// Each lane on a seat of its own, all at the same time, as they wait for each other; false where seats lack. The first
/// doesn't wait for threads to come.
bool RunFrame::runLanes(int seat, RunState &state) {
  struct Context {
    RunFrame &frame;
    RunState &state;
  } context{*this, state};
  auto runLane = [](void *opaque, int seat, int64_t lane, int64_t) {
    auto [frame, state] = *static_cast<Context *>(opaque);
    Stream &stream = frame.engine().device->stream(seat);
    if (lane == 0)
      frame.runFirstLane(stream, state, seat);
    else
      frame.runLane(size_t(lane), stream, state, seat);
    if (state.isWatched)
      frame.engine().scheduler->setPosition(seat, {});
  };
  return engine().scheduler->seats.runTogether(seat, int64_t(plan->fold.computing), runLane, &context, haste());
}

/// In an iteration of a job that repeats.
bool RunFrame::runsIn(const Action &action, uint32_t iteration) const {
  switch (action.when) {
  case When::Each:
    return true;
  case When::First:
    return iteration == 0;
  case When::Last:
    return iteration + 1 == plan->job.repeat;
  }
  return true;
}

void RunFrame::notePosition(const Action &action, const LaneState &lane) const {
  uint32_t names = plan->traceNames();
  Scheduler::Position position{names + action.instruction, 0, lane.iteration, false};
  const std::vector<Id> &events = plan->schedule.events;
  if (action.kind == Action::Kind::Wait && action.index < events.size()) {
    Id awaited = events[action.index];
    position.awaited = names + awaited;
    position.isCredit = action.lag > 0 || awaited > action.instruction; // of an earlier iteration either way
  }
  engine().scheduler->setPosition(lane.seat, position);
}

/// Any action. After a failure nothing more is run, but events are still recorded, so that nobody waits for ever.
[[gnu::noinline]] void RunFrame::runUncommon(const Action &action, Stream &stream, RunState &state, LaneState &lane) {
  if (state.isWatched)
    notePosition(action, lane);
  if (action.kind == Action::Kind::Record) {
    if (Status failed = stream.record(eventOf(action, lane.iteration)))
      state.fail(action.instruction, std::move(failed), lane.iteration);
    return;
  }
  if (state.failed.load(std::memory_order_relaxed) || !runsIn(action, lane.iteration))
    return;
  if (action.predicate && isSkipped(action, stream, state, lane))
    return;
  int64_t begin = state.trace ? Trace::now() : 0;
  if (action.kind == Action::Kind::Launch) {
    if (int32_t code = stream.launch(launches[action.index], lane.fault))
      failLaunch(action, code, lane, state);
  } else if (Status failed = runAction(action, stream, state, lane)) {
    state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)), lane.iteration);
  }
  if (state.trace && action.kind != Action::Kind::Wait && action.kind != Action::Kind::GatherFaults)
    state.trace->add({kindOf(action), action.lane, plan->traceNames() + action.instruction, begin, Trace::now(),
                      int64_t(state.addresses.launch)});
}

[[gnu::noinline]] void RunFrame::failLaunch(const Action &action, int32_t code, LaneState &lane,
                                            RunState &state) const {
  Id instruction = action.instruction;
  Status cause = code == kLaunchFailed
                     ? at(std::move(lane.fault.status), locationOf(instruction))
                     : faultStatus(plan->loaded->artifact, plan->job, instruction, code, lane.fault.fault);
  state.fail(instruction, std::move(cause), lane.iteration);
}

/// All iterations of one lane, or of all lanes by one thread.
void RunFrame::runActions(std::span<const Action> actions, std::span<const MovingSlots> moving, Stream &stream,
                          RunState &state, int seat) {
  LaneState lane{seat};
  do {
    beginIteration(moving, lane.iteration);
    for (const Action &action : actions)
      runOne(action, stream, state, lane);
  } while (++lane.iteration < plan->job.repeat);
  if (state.isWatched)
    engine().scheduler->setPosition(seat, {});
}

/// Each time an action of any lane whose next one doesn't wait for what hasn't been recorded.
void RunFrame::runShuffled(Stream &stream, RunState &state, int seat) {
  std::vector<LaneState> states(lanes.size());
  for (LaneState &state : states)
    state.seat = seat;
  std::vector<size_t> position(lanes.size());
  std::vector<uint32_t> recorded(plan->schedule.events.size() + 1); // and what tells that faults are gathered
  auto isReady = [&](size_t lane) {
    if (position[lane] == lanes[lane].size())
      return false;
    const Action &next = lanes[lane][position[lane]];
    uint32_t iteration = states[lane].iteration;
    return next.kind != Action::Kind::Wait || !runsIn(next, iteration) ||
           recorded[next.index] >= LaneWait{next.index, next.lag}.countIn(iteration);
  };
  beginIteration(moving, 0);
  while (true) {
    std::vector<size_t> ready;
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      if (isReady(lane))
        ready.push_back(lane);
    if (ready.empty())
      break;
    size_t lane = ready[engine().shuffle() % ready.size()];
    const Action &action = lanes[lane][position[lane]++];
    runOne(action, stream, state, states[lane]);
    if (action.kind == Action::Kind::Record)
      ++recorded[action.index];
    if (position[lane] == lanes[lane].size() && ++states[lane].iteration < plan->job.repeat) {
      position[lane] = 0;
      beginIteration(std::span(&moving[lane], 1), states[lane].iteration);
    }
  }
  if (state.isWatched)
    engine().scheduler->setPosition(seat, {});
}

/// Where the device reads later, what the predicate follows from has to be done first.
bool RunFrame::isSkipped(const Action &action, Stream &stream, RunState &state, const LaneState &lane) const {
  if (!hostFlag)
    return !*static_cast<const uint8_t *>(*action.predicate);
  Status failed = stream.read(hostFlag.get(), *action.predicate, 1);
  if (!failed)
    failed = stream.synchronize();
  if (failed)
    state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)), lane.iteration);
  return state.failed || !*static_cast<const uint8_t *>(hostFlag.get());
}

/// All but launches and records.
Status RunFrame::runAction(const Action &action, Stream &stream, RunState &state, const LaneState &lane) {
  switch (action.kind) {
  case Action::Kind::Launch:
  case Action::Kind::Record:
    return nullptr;
  case Action::Kind::Wait:
    if (uint32_t count = LaneWait{action.index, action.lag}.countIn(lane.iteration))
      return stream.wait(eventOf(action, lane.iteration - action.lag), count);
    return nullptr;
  case Action::Kind::Copy:
    return stream.copy(copies[action.index]);
  case Action::Kind::Fill:
    return stream.fill(fills[action.index]);
  case Action::Kind::Callback:
    return callBack(callbacks[action.index], stream);
  case Action::Kind::Collective:
    return meet(collectives[action.index], stream);
  case Action::Kind::RunProgram:
    return runProgram(programs[action.index], stream, state, lane.seat);
  case Action::Kind::GatherFaults:
    return gatherFaults(stream, stopWord);
  }
  return nullptr;
}

Status RunFrame::runProgram(const ProgramAction &action, Stream &stream, RunState &state, int seat) {
  Addresses inner{{action.operands, action.numInputs},
                  {action.operands + action.numInputs, action.numResults},
                  state.addresses.variables,
                  action.arena};
  RunState innerState{inner, engine()};
  action.program->bind(inner);
  action.program->runLane(0, stream, innerState, seat);
  return std::move(innerState.status);
}

/// The host reads what the device has written: all of it has to be done, and right.
Status RunFrame::callBack(const CallbackAction &action, Stream &stream) {
  Engine &engine = this->engine();
  Id instruction = 0;
  if (engine.device->isQueued())
    if (Status failed = drainAndCheckFaults(stream, instruction))
      return failed;
  std::vector<TensorRef> tensors;
  std::vector<weir_tensor *> operands;
  for (const CallbackOperand &operand : action.operands) {
    auto storage = std::make_shared<DeviceStorage>(*operand.address, operand.layout->bytes);
    tensors.push_back(tensorOver(std::move(storage), plan->loaded->engine, operand.dtype, operand.layout->sizes));
    std::copy(operand.layout->strides.begin(), operand.layout->strides.end(), tensors.back()->strides.begin());
    operands.push_back(tensors.back().get());
  }
  Engine::CallbackScope inside(engine);
  Status cause(action.function.function(action.function.context, operands.data(), int32_t(operands.size())));
  if (!cause)
    return nullptr;
  return causedBy(failure(WEIR_CALLBACK, "a host callback failed: " + cause->message), std::move(cause));
}

} // namespace weir

// The hot path. From one instruction to the next of a lane: no lock, no allocation, no string, no reference count.
// Nothing here reads memory of a device with queues but by its streams.
#include "lib/Runtime/Tensor.h"
#include "lib/Runtime/Vm/Faults.h"
#include "lib/Runtime/Vm/RunFrame.h"

#include <limits>

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
  default:
    return TraceKind::Kernel;
  }
}

/// What the lanes of one run share.
struct RunFrame::RunState {
  RunState(const Addresses &addresses, const Engine &engine)
      : addresses(addresses), trace(engine.trace->isOn() ? engine.trace.get() : nullptr),
        isWatched(trace || engine.isWatched()) {}

  const Addresses &addresses;
  Trace *const trace;   ///< null while off
  const bool isWatched; ///< somebody wants to know what is done
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::pair<uint32_t, Id> failedAt; ///< the earliest, so that the error doesn't depend on who came first
  Status status;

  void fail(Id instruction, Status cause, uint32_t iteration = 0) {
    std::lock_guard lock(mutex);
    if (std::pair position(iteration, instruction); !status || position < failedAt) {
      status = std::move(cause);
      failedAt = position;
    }
    failed.store(true);
  }
};

/// Of one thread that runs instructions.
struct RunFrame::LaneState {
  int seat = 0;
  LaunchFault fault = {};
  uint32_t iteration = 0;
};

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
  for (const std::unique_ptr<Event> &event : events)
    event->reset();
  Device &device = *engine.device;
  if (device.isQueued())
    device.enqueue(seat, [&] { runQueue(state, seat); });
  else if (engine.isShuffled)
    runShuffled(device.stream(seat), state, seat);
  else if (lanes.size() == 1)
    runLane(0, device.stream(seat), state, seat);
  else if (!runLanes(seat, state))
    runActions(queue, moving, device.stream(seat), state, seat);
  return std::move(state.status);
}

/// Each lane on a seat of its own, all at the same time, as they wait for each other; false where seats lack.
bool RunFrame::runLanes(int seat, RunState &state) {
  struct Context {
    RunFrame &frame;
    RunState &state;
  } context{*this, state};
  auto runLane = [](void *opaque, int seat, int64_t lane, int64_t) {
    auto [frame, state] = *static_cast<Context *>(opaque);
    frame.runLane(size_t(lane), frame.engine().device->stream(seat), state, seat);
  };
  return engine().scheduler->seats.runTogether(seat, int64_t(lanes.size()), runLane, &context);
}

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
  if (action.kind == Action::Kind::Wait) {
    Id awaited = plan->schedule.events[action.index];
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
  if (action.predicate && isSkipped(action, stream, state))
    return;
  int64_t begin = state.trace ? Trace::now() : 0;
  if (action.kind == Action::Kind::Launch) {
    if (int32_t code = stream.launch(launches[action.index], lane.fault))
      failLaunch(action, code, lane, state);
  } else if (Status failed = runAction(action, stream, state, lane)) {
    state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)), lane.iteration);
  }
  if (state.trace && action.kind != Action::Kind::Wait)
    state.trace->add({kindOf(action), action.lane, plan->traceNames() + action.instruction, begin, Trace::now()});
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

void RunFrame::runQueue(RunState &state, int seat) {
  Device &device = *engine().device;
  if (engine().isShuffled) {
    runShuffled(device.stream(0), state, seat);
  } else {
    LaneState lane{seat};
    do {
      beginIteration(moving, lane.iteration);
      for (const Action &action : queue)
        runOne(action, device.stream(action.lane), state, lane);
    } while (++lane.iteration < plan->job.repeat);
  }
  finishQueues(state);
}

/// Each time an action of any lane whose next one doesn't wait for what hasn't been recorded.
void RunFrame::runShuffled(Stream &stream, RunState &state, int seat) {
  std::vector<LaneState> states(lanes.size());
  for (LaneState &state : states)
    state.seat = seat;
  std::vector<size_t> position(lanes.size());
  std::vector<uint32_t> recorded(plan->schedule.events.size());
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
bool RunFrame::isSkipped(const Action &action, Stream &stream, RunState &state) const {
  if (!hostFlag)
    return !*static_cast<const uint8_t *>(*action.predicate);
  Status failed = stream.read(hostFlag.get(), *action.predicate, 1);
  if (!failed)
    failed = stream.synchronize();
  if (failed)
    state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)));
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
  case Action::Kind::RunProgram:
    return runProgram(programs[action.index], stream, state, lane.seat);
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

/// After a failure too: what is enqueued uses memory of this run.
void RunFrame::finishQueues(RunState &state) {
  Device &device = *engine().device;
  constexpr Id kUnknown = std::numeric_limits<Id>::max(); // an error whose instruction is known says more
  for (size_t lane = 1; lane < lanes.size() && !engine().isShuffled; ++lane)
    if (Status failed = device.stream(int(lane)).synchronize())
      state.fail(kUnknown, std::move(failed));
  Id instruction = kUnknown;
  if (Status failed = drainAndCheckFaults(device.stream(0), instruction))
    state.fail(instruction, std::move(failed));
}

/// Waits for the stream; the fault of the earliest instruction, if any has left one.
Status RunFrame::drainAndCheckFaults(Stream &stream, Id &instruction) {
  Status unread = readFaults(stream);
  if (Status failed = stream.synchronize())
    return failed;
  return unread ? std::move(unread) : takeFault(instruction);
}

Status RunFrame::readFaults(Stream &stream) {
  if (faults)
    if (Status failed = stream.read(hostFaults.get(), faults->data(), faults->bytes()))
      return failed;
  for (const ProgramAction &action : programs)
    if (Status failed = action.program->readFaults(stream))
      return failed;
  return nullptr;
}

/// Of those that were read; the next run finds none.
Status RunFrame::takeFault(Id &instruction) {
  Status found;
  const auto *read = static_cast<const weir_fault *>(hostFaults.get());
  for (size_t i = 0; i < launches.size() && faults && !found; ++i)
    if (read[i].code != 0) {
      instruction = launches[i].device->instruction;
      found = faultStatus(plan->loaded->artifact, plan->job, instruction, read[i].code, read[i]);
    }
  if (found)
    if (Status failed = engine().device->fill({faults->place(), 1, 0, {faults->bytes()}, {1}}))
      return failed;
  for (const ProgramAction &action : programs) {
    Id inner = 0;
    Status failed = action.program->takeFault(inner);
    if (failed && (!found || action.instruction < instruction)) {
      instruction = action.instruction;
      found = std::move(failed);
    }
  }
  return found;
}

} // namespace weir

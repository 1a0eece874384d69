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

Status RunFrame::run(const Addresses &addresses, int seat) {
  bind(addresses);
  Engine &engine = this->engine();
  RunState state{addresses, engine};
  for (const std::unique_ptr<Event> &event : events)
    event->reset();
  Stream &stream = engine.device->stream(seat);
  if (engine.isShuffled)
    runActions(shuffledOrder(), stream, state, seat);
  else if (lanes.size() == 1 || !runLanes(seat, state))
    runActions(lanes.size() == 1 ? lanes.front() : queue, stream, state, seat);
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
    frame.runActions(frame.lanes[size_t(lane)], frame.engine().device->stream(seat), state, seat);
  };
  return engine().scheduler->seats.runTogether(seat, int64_t(lanes.size()), runLane, &context);
}

/// Any action. After a failure nothing more is run, but events are still recorded, so that nobody waits for ever.
[[gnu::noinline]] void RunFrame::runUncommon(const Action &action, Stream &stream, RunState &state, LaneState &lane) {
  if (state.isWatched)
    engine().scheduler->setPosition(lane.seat, plan->traceNames() + action.instruction);
  if (action.kind == Action::Kind::Record) {
    if (Status failed = stream.record(*events[action.index]))
      state.fail(action.instruction, std::move(failed));
    return;
  }
  if (state.failed.load(std::memory_order_relaxed))
    return;
  if (action.predicate && isSkipped(action, stream, state))
    return;
  int64_t begin = state.trace ? Trace::now() : 0;
  if (action.kind == Action::Kind::Launch) {
    if (int32_t code = stream.launch(launches[action.index], lane.fault))
      failLaunch(action, code, lane.fault, state);
  } else if (Status failed = runAction(action, stream, state, lane.seat)) {
    state.fail(action.instruction, at(std::move(failed), locationOf(action.instruction)));
  }
  if (state.trace && action.kind != Action::Kind::Wait && action.kind != Action::Kind::GatherFaults)
    state.trace->add({kindOf(action), action.lane, plan->traceNames() + action.instruction, begin, Trace::now()});
}

[[gnu::noinline]] void RunFrame::failLaunch(const Action &action, int32_t code, LaunchFault &fault,
                                            RunState &state) const {
  Id instruction = action.instruction;
  if (code == kLaunchFailed)
    state.fail(instruction, at(std::move(fault.status), locationOf(instruction)));
  else
    state.fail(instruction, faultStatus(plan->loaded->artifact, plan->job, instruction, code, fault.fault));
}

void RunFrame::runActions(std::span<const Action> actions, Stream &stream, RunState &state, int seat) {
  LaneState lane{seat};
  for (const Action &action : actions)
    runOne(action, stream, state, lane);
  if (state.isWatched)
    engine().scheduler->setPosition(seat, 0);
}

/// Each time an action of any lane whose next one doesn't wait for what hasn't been recorded.
std::vector<Action> RunFrame::shuffledOrder() const {
  std::vector<Action> order;
  std::vector<size_t> position(lanes.size());
  std::vector<bool> recorded(events.size());
  auto isReady = [&](size_t lane) {
    if (position[lane] == lanes[lane].size())
      return false;
    const Action &next = lanes[lane][position[lane]];
    return next.kind != Action::Kind::Wait || recorded[next.index];
  };
  while (true) {
    std::vector<size_t> ready;
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      if (isReady(lane))
        ready.push_back(lane);
    if (ready.empty())
      return order;
    size_t lane = ready[engine().shuffle() % ready.size()];
    order.push_back(lanes[lane][position[lane]++]);
    if (order.back().kind == Action::Kind::Record)
      recorded[order.back().index] = true;
  }
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
Status RunFrame::runAction(const Action &action, Stream &stream, RunState &state, int seat) {
  switch (action.kind) {
  case Action::Kind::Launch:
  case Action::Kind::Record:
    return nullptr;
  case Action::Kind::Wait:
    return stream.wait(*events[action.index]);
  case Action::Kind::Copy:
    return stream.copy(copies[action.index]);
  case Action::Kind::Fill:
    return stream.fill(fills[action.index]);
  case Action::Kind::Callback:
    return callBack(callbacks[action.index], stream);
  case Action::Kind::RunProgram:
    return runProgram(programs[action.index], stream, state, seat);
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
  action.program->runActions(action.program->lanes.front(), stream, innerState, seat);
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

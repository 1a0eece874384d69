// The hot path. From one instruction to the next of a lane: no lock, no allocation, no string, no reference count.
#include "lib/Runtime/Tensor.h"
#include "lib/Runtime/Vm/Specialization.h"

#include <cstring>

namespace weir {

/// What the lanes of one run share.
struct Specialization::RunState {
  RunState(const Addresses &addresses, EventRing *trace) : addresses(addresses), trace(trace) {}

  const Addresses &addresses;
  EventRing *const trace; ///< null while off
  std::atomic<bool> failed{false};
  std::mutex mutex;
  Id failedInstruction = 0; ///< the earliest, so that the error doesn't depend on who came first
  Status status;

  void fail(Id instruction, Status cause) {
    std::lock_guard lock(mutex);
    if (!status || instruction < failedInstruction) {
      status = std::move(cause);
      failedInstruction = instruction;
    }
    failed.store(true);
  }
};

/// Addresses that are those of the last run are in their places already.
void Specialization::bind(const Addresses &addresses) {
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
  for (size_t i = 0; i < variableBases.size(); ++i)
    set(variableBases[i], addresses.variables[i]);
  set(arenaBase, addresses.arena);
}

Status Specialization::run(const Addresses &addresses) {
  bind(addresses);
  Engine &engine = *loaded->engine;
  RunState state{addresses, engine.trace.get()};
  if (engine.trace)
    giveNames(*engine.trace);
  for (const std::unique_ptr<Event> &event : events)
    event->reset();
  if (engine.isShuffled)
    runShuffled(state);
  else
    engine.device->drive(int(lanes.size()),
                         [&](int lane) { runActions(lanes[size_t(lane)], lane, engine.device->stream(lane), state); });
  return std::move(state.status);
}

/// Before the lanes start, as they may not change the ring's names.
void Specialization::giveNames(EventRing &ring) {
  if (traceRing != ring.id())
    traceNames = ring.addNames(job);
  traceRing = ring.id();
  for (ProgramAction &action : programs)
    action.program->giveNames(ring);
}

/// After a failure nothing more is run, but events are still recorded, so that nobody waits for ever.
void Specialization::runActions(std::span<const Action> actions, int lane, Stream &stream, RunState &state) {
  weir_fault fault = {};
  for (const Action &action : actions) {
    if (action.kind == Action::Kind::Record) {
      stream.record(*events[action.index]);
      continue;
    }
    if (state.failed.load(std::memory_order_relaxed))
      continue;
    if (action.predicate && !*static_cast<const uint8_t *>(*action.predicate))
      continue;
    int64_t begin = state.trace ? EventRing::now() : 0;
    if (action.kind == Action::Kind::Launch) {
      if (int32_t code = stream.launch(kernelLaunches[action.index], fault))
        state.fail(action.instruction, faultStatus(action.instruction, code, fault));
    } else if (Status failed = runAction(action, stream, state)) {
      state.fail(action.instruction, at(std::move(failed), job.instructions[action.instruction].location));
    }
    if (state.trace && action.kind != Action::Kind::Wait)
      state.trace->add(traceNames + action.instruction, lane, begin, EventRing::now());
  }
  if (int32_t code = stream.synchronize(fault))
    state.fail(0, faultStatus(0, code, fault));
}

/// One action at a time, of any lane whose next one doesn't wait for what hasn't been recorded.
void Specialization::runShuffled(RunState &state) {
  Engine &engine = *loaded->engine;
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
      return;
    size_t lane = ready[engine.shuffle() % ready.size()];
    const Action &action = lanes[lane][position[lane]++];
    if (action.kind == Action::Kind::Record)
      recorded[action.index] = true;
    engine.device->drive(1, [&](int) { runActions({&action, 1}, int(lane), engine.device->stream(0), state); });
  }
}

/// All but launches and records, which are so common that the loop has them.
Status Specialization::runAction(const Action &action, Stream &stream, const RunState &state) {
  switch (action.kind) {
  case Action::Kind::Launch:
  case Action::Kind::Record:
    return nullptr;
  case Action::Kind::Wait:
    stream.wait(*events[action.index]);
    return nullptr;
  case Action::Kind::Copy:
    stream.copy(copies[action.index]);
    return nullptr;
  case Action::Kind::Callback:
    return callBack(callbacks[action.index]);
  case Action::Kind::RunProgram:
    return runProgram(programs[action.index], stream, state);
  case Action::Kind::Poison:
    std::memset(*poisons[action.index].address, 0xFF, size_t(poisons[action.index].bytes));
    return nullptr;
  }
  return nullptr;
}

Status Specialization::runProgram(ProgramAction &action, Stream &stream, const RunState &state) {
  Addresses inner{{action.operands, action.numInputs},
                  {action.operands + action.numInputs, action.numResults},
                  state.addresses.variables,
                  action.arena};
  RunState innerState{inner, state.trace};
  action.program->bind(inner);
  action.program->runActions(action.program->lanes.front(), 0, stream, innerState);
  return std::move(innerState.status);
}

Status Specialization::callBack(const CallbackAction &action) const {
  std::vector<TensorRef> tensors;
  std::vector<weir_tensor *> operands;
  for (const CallbackOperand &operand : action.operands) {
    auto storage = std::make_shared<Storage>(*operand.address, operand.layout->bytes);
    tensors.push_back(tensorOver(std::move(storage), loaded->engine->allocator, operand.dtype, operand.layout->sizes));
    std::copy(operand.layout->strides.begin(), operand.layout->strides.end(), tensors.back()->strides.begin());
    operands.push_back(tensors.back().get());
  }
  Status cause(action.function.function(action.function.context, operands.data(), int32_t(operands.size())));
  if (!cause)
    return nullptr;
  return causedBy(failure(WEIR_CALLBACK, "a host callback failed: " + cause->message), std::move(cause));
}

/// Where the op stands in the user's program: what the call says, else what the kernel says, else the instruction.
Status Specialization::faultStatus(Id instruction, int32_t code, const weir_fault &fault) const {
  const auto *call = std::get_if<Call>(&job.instructions[instruction].body);
  const Kernel *kernel = call ? &loaded->artifact.kernels[call->kernel] : nullptr;
  std::string text;
  if (code == WEIR_FAULT_INDEX)
    text = message("expects an index from 0 to ", fault.values[1] - 1, ", got ", fault.values[0]);
  else if (code == WEIR_FAULT_SIZE)
    text = message("expects size ", fault.values[1], ", got ", fault.values[0]);
  else if (code == WEIR_FAULT_DIVISION)
    text = "expects an integer divisor to be nonzero, got 0";
  else
    text = message("kernel '", kernel ? kernel->name : "", "' failed with code ", code, ", values ", fault.values[0],
                   " and ", fault.values[1]);
  Status status = failure(WEIR_KERNEL_FAULT, std::move(text));
  auto ordinal = size_t(fault.ordinal);
  if (call && ordinal < call->locations.size())
    return at(std::move(status), call->locations[ordinal]);
  if (kernel && ordinal < kernel->locations.size())
    return at(std::move(status), kernel->locations[ordinal]);
  return at(std::move(status), job.instructions[instruction].location);
}

} // namespace weir

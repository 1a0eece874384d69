// Runs on a device with queues: instructions are enqueued, and somebody looks later how they ended. Runs follow each
// other on the device, whoever waits for them: each begins and ends on its first stream.
#include "lib/Runtime/Vm/Faults.h"
#include "lib/Runtime/Vm/RunState.h"

#include <algorithm>

namespace weir {

void RunFrame::enqueue(const Addresses &addresses, int seat, std::span<const std::shared_ptr<RunFrame>> before) {
  bind(addresses);
  RunState state{addresses, engine()};
  state.membership = meets() ? engine().membership.get() : nullptr;
  isRead = false;
  engine().device->enqueue(seat, [&] {
    if (Status failed = beginQueues(before))
      state.failSomewhere(std::move(failed));
    runQueue(state, seat);
    if (Status failed = joinQueues()) {
      state.failSomewhere(std::move(failed));
      drainQueues(); // what is enqueued uses memory of this run
    } else {
      isRead = true;
    }
  });
  enqueued = std::move(state.status);
  failedInstruction = state.failedAt.second;
}

Status RunFrame::finish() {
  Status late = queueEvents.done->synchronize();
  Id instruction = RunState::kUnknown;
  if (!late && isRead)
    late = takeFault(instruction);
  if (late && !enqueued && meets())
    engine().membership->giveUp(late->message);
  return late && (!enqueued || instruction < failedInstruction) ? std::move(late) : std::move(enqueued);
}

bool RunFrame::looksAtMemory() const {
  return !callbacks.empty() || !collectives.empty() || hostFlag ||
         std::ranges::any_of(programs, [](const ProgramAction &action) { return action.program->looksAtMemory(); });
}

/// Of this run, too, when it is the next one's turn.
Status RunFrame::beginQueues(std::span<const std::shared_ptr<RunFrame>> before) {
  Device &device = *engine().device;
  Stream &first = device.stream(0);
  if (Status failed = clearFaults(first))
    return failed;
  for (const std::shared_ptr<RunFrame> &earlier : before)
    if (Status failed = earlier->gatherFaults(first, stopWord))
      return failed;
  if (numQueues() == 1)
    return nullptr;
  Status failed = first.record(*queueEvents.begun);
  for (size_t lane = 1; lane < numQueues() && !failed; ++lane)
    failed = device.stream(int(lane)).wait(*queueEvents.begun, 1);
  return failed;
}

void RunFrame::runQueue(RunState &state, int seat) {
  Device &device = *engine().device;
  if (engine().isShuffled)
    return runShuffled(device.stream(0), state, seat);
  LaneState lane{seat};
  do {
    beginIteration(moving, lane.iteration);
    for (const Action &action : queue)
      runOne(action, device.stream(action.lane), state, lane);
  } while (++lane.iteration < plan->job.repeat);
}

/// After a failure, too.
Status RunFrame::joinQueues() {
  Device &device = *engine().device;
  Stream &first = device.stream(0);
  for (size_t lane = 1; lane < numQueues(); ++lane) {
    Event &joined = *queueEvents.joined[lane - 1];
    if (Status failed = device.stream(int(lane)).record(joined))
      return failed;
    if (Status failed = first.wait(joined, 1))
      return failed;
  }
  if (Status failed = readFaults(first))
    return failed;
  return first.record(*queueEvents.done);
}

/// What goes wrong here has been told.
void RunFrame::drainQueues() {
  for (size_t lane = 0; lane < numQueues(); ++lane)
    engine().device->stream(int(lane)).synchronize();
}

/// Those of the last run, as only then nobody who comes behind it looks at them any more.
Status RunFrame::clearFaults(Stream &stream) {
  if (std::exchange(hasFaults, false))
    if (Status failed = stream.fill({faults->place(), 1, 0, {faults->bytes()}, {1}}))
      return failed;
  for (const ProgramAction &action : programs)
    if (Status failed = action.program->clearFaults(stream))
      return failed;
  return nullptr;
}

/// Waits for the stream; the fault of the earliest instruction, if any has left one.
Status RunFrame::drainAndCheckFaults(Stream &stream, Id &instruction) {
  Status unread = readFaults(stream);
  if (Status failed = stream.synchronize())
    return failed;
  return unread ? std::move(unread) : takeFault(instruction);
}

Status RunFrame::gatherFaults(Stream &stream, int32_t *stop) const {
  auto count = faults->bytes() / int64_t(sizeof(weir_fault));
  if (Status failed = stream.gatherFaults(static_cast<const weir_fault *>(faults->data()), count, stop))
    return failed;
  for (const ProgramAction &action : programs)
    if (Status failed = action.program->gatherFaults(stream, stop))
      return failed;
  return nullptr;
}

Status RunFrame::readFaults(Stream &stream) {
  if (Status failed = stream.read(hostFaults.get(), faults->data(), faults->bytes()))
    return failed;
  for (const ProgramAction &action : programs)
    if (Status failed = action.program->readFaults(stream))
      return failed;
  return nullptr;
}

/// Of those that were read.
Status RunFrame::takeFault(Id &instruction) {
  Status found;
  const auto *read = static_cast<const weir_fault *>(hostFaults.get());
  for (size_t i = 0; i < launches.size() && !found; ++i)
    if (const weir_fault &record = read[1 + i]; record.code != 0) {
      instruction = launches[i].device->instruction;
      found = faultStatus(plan->loaded->artifact, plan->job, instruction, record.code, record);
    }
  hasFaults = found || read->code != 0;
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

// Runs that take less than handing them over: whoever launches one does it, without a task, where all that it reads is
// there.
#include "lib/Runtime/BoundArtifactRun.h"
#include "lib/Runtime/Tensor.h"

#include <algorithm>

namespace weir {

static bool isAtHand(const weir_tensor &tensor, const Scheduler::Interlude &now) {
  DeviceStorage &storage = *tensor.storage;
  AccessState &access = storage.access();
  return !storage.isExposed() && now.isWritten(access.list) && !access.failure.get();
}

/// One whose last frame may run; null where the run is to be a task.
BoundArtifact::Program *BoundArtifact::programForNow(Id job, std::span<weir_tensor *const> inputs,
                                                     const Scheduler::Interlude &now) {
  Engine &engine = *loaded->engine;
  std::vector<Program> &programs = jobs[job].programs;
  int lanes = engine.device->maxStreams();
  auto known = std::ranges::find_if(programs, [&](const Program &program) { return program.isFor(lanes, inputs); });
  if (known == programs.end() || !known->isTiny() || known->plan->scratchBytes() > engine.reservedScratch())
    return nullptr;
  const RunFrame &frame = *known->frames.back();
  if (frame.looksAtMemory() || frame.meets() || !now.isQuiet(frame.turns))
    return nullptr;
  const std::vector<bool> &isContiguousInput = loaded->infos[job].isContiguousInput;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!isAtHand(*inputs[i], now) || (isContiguousInput[i] && !isContiguous(inputs[i]->sizes(), inputs[i]->steps())))
      return nullptr;
  std::rotate(programs.begin(), known, known + 1); // the one used last is in front
  return &programs.front();
}

Status BoundArtifact::runAtOnce(Id job, std::span<weir_tensor *const> inputs, std::span<TensorRef> results,
                                bool &isDone, Status *outcome) {
  Engine &engine = *loaded->engine;
  isDone = false;
  const JobState &state = jobs[job];
  if (!state.usesOperandsAlone || std::ranges::none_of(state.programs, &Program::isTiny) || engine.runsTakeTurns() ||
      engine.isWatched() || engine.trace->isOn())
    return nullptr;
  const Job &declared = loaded->artifact.jobs[job];
  if (Status failed = checkInputs(declared, inputs, results.size()))
    return failed;
  Scheduler::Interlude now(*engine.scheduler);
  const Program *program = programForNow(job, inputs, now);
  int seat = program ? now.takeSeat() : -1;
  if (seat < 0)
    return nullptr;
  RunFrame &frame = *program->frames.back();
  for (size_t i = 0; i < results.size(); ++i) {
    const Buffer &buffer = declared.buffers[loaded->infos[job].results[i]];
    std::span<const int64_t> sizes = program->plan->resultLayout(i).sizes;
    if (promiseTensor(loaded->engine, buffer.dtype, sizes, "a result", results[i]) ||
        results[i]->storage->obtain("a result"))
      return nullptr; // a task may wait for memory
    frame.results[i] = results[i]->data();
  }
  for (size_t i = 0; i < inputs.size(); ++i)
    frame.inputs[i] = inputs[i]->data();
  std::shared_ptr<DeviceStorage> arena;
  if (engine.leaseArena(program->plan->arenaBytes(), frame.lastArena(), arena))
    return nullptr;
  Status failed = frame.run({frame.inputs, frame.results, nullptr, arenaOf(frame, arena.get())}, seat);
  engine.returnArena(std::move(arena));
  for (const TensorRef &result : results)
    result->storage->isWritten.store(true, std::memory_order_release);
  isDone = true;
  std::shared_ptr<const TaskFailure> failure = failed ? failureOf(Engine::launchNumber(), std::move(failed)) : nullptr;
  if (outcome) {
    *outcome = failure ? failure->see() : nullptr;
    return nullptr;
  }
  if (failure)
    tellOf(failure, results);
  engine.takeLookedAt(); // by those who looked at what was launched before
  return nullptr;
}

void BoundArtifact::tellOf(const std::shared_ptr<const TaskFailure> &failed, std::span<const TensorRef> results) const {
  for (const TensorRef &result : results)
    result->storage->fail(failed);
  loaded->engine->keepFailure(failed);
}

} // namespace weir

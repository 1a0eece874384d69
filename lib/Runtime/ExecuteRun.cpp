// The life of a run from when it begins: memory, the frame's turn, and what became of it.
#include "lib/Runtime/BoundArtifactRun.h"

#include <algorithm>

namespace weir {

/// Why it can't be run: what it would use is not there.
std::shared_ptr<const TaskFailure> BoundArtifact::missing(const Run &run) const {
  for (const Run::Input &input : run.read)
    if (std::shared_ptr<const TaskFailure> failed = input.storage->access().failure.get();
        failed && !input.storage->isVariable && !(input.storage->isAsBefore && failed->isSeenBefore(run.submitted)))
      return failed;
  for (const std::vector<VariableAccess *> *groups : {&jobs[run.job].reads, &jobs[run.job].writes})
    for (VariableAccess *group : *groups)
      if (std::shared_ptr<const TaskFailure> failed = group->failure.get();
          failed && !failed->isSeenBefore(run.submitted))
        return failed;
  for (Id derive : jobs[run.job].neededDerives)
    if (std::shared_ptr<const TaskFailure> failed = jobs[derive].deriveFailure.get())
      return std::make_shared<TaskFailure>(cannotDerive(derive, failed->see()));
  return nullptr;
}

/// All that it needs, or nothing: what is left to others lets them go on.
Status BoundArtifact::takeMemory(const Run &run, std::shared_ptr<DeviceStorage> &arena) const {
  Engine &engine = *loaded->engine;
  if (Status failed = engine.leaseArena(run.plan->arenaBytes(), run.frame->lastArena(), arena))
    return failed;
  Status failed = engine.obtainAll(run.written);
  if (failed)
    engine.returnArena(std::move(arena));
  return failed;
}

Addresses BoundArtifact::addressesOf(const Run &run, const DeviceStorage *arena) const {
  std::vector<void *> &inputs = run.frame->inputs, &results = run.frame->results;
  for (size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = static_cast<char *>(run.read[i].storage->data()) + run.read[i].offset;
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = run.written[i]->data();
  return {inputs, results, run.variableAddresses, arenaOf(*run.frame, arena), run.launch};
}

Status BoundArtifact::runFrame(const Run &run, const DeviceStorage *arena, int seat) const {
  Addresses addresses = addressesOf(run, arena);
  RunFrame &frame = *run.frame;
  if (frame.isTiny())
    return frame.run(addresses, seat);
  bool isTried = frame.triesSharing() && loaded->engine->scheduler->seats.hasFree(); // for others to take part
  auto start = std::chrono::steady_clock::now();
  Status status = frame.run(addresses, seat);
  RunFrame::Duration took = std::chrono::steady_clock::now() - start;
  if (isTried && !status)
    frame.trial.note(took);
  frame.duration.store(std::min(took, frame.duration.load(std::memory_order_relaxed)), std::memory_order_relaxed);
  return status;
}

/// False if it was set aside, until others have given back memory.
bool BoundArtifact::execute(Run &run, const Task &task, int seat) {
  Engine &engine = *loaded->engine;
  std::shared_ptr<const TaskFailure> failed = missing(run);
  if (!failed) {
    std::shared_ptr<DeviceStorage> arena;
    Status status;
    if (!engine.takeMemoryFor(task, seat, status, [&] { return takeMemory(run, arena); }))
      return false;
    if (!status) {
      run.hasBegun = true;
      status = runFrame(run, arena.get(), seat);
      engine.returnArena(std::move(arena));
    }
    if (status)
      failed = failureOf(run.launch, std::move(status));
  }
  settle(run, std::move(failed));
  letGo(run);
  return true;
}

void BoundArtifact::letGo(Run &run) const {
  for (Run::Input &input : run.read) {
    loaded->engine->letGo(*input.storage);
    if (input.storage->isBorrowed())
      loaded->engine->releaseLater(std::move(input.storage));
  }
}

std::vector<std::shared_ptr<const QueuedRun>> BoundArtifact::queuedBefore(const Run &run) const {
  std::vector<std::shared_ptr<const QueuedRun>> before;
  auto add = [&](const AccessState &access) {
    const std::shared_ptr<const QueuedRun> &queued = access.queued;
    if (queued && !queued->hasEnded && std::ranges::find(before, queued) == before.end())
      before.push_back(queued);
  };
  for (const Run::Input &input : run.read)
    add(input.storage->access());
  for (const std::vector<VariableAccess *> *groups : {&jobs[run.job].reads, &jobs[run.job].writes})
    for (const VariableAccess *group : *groups)
      add(*group);
  return before;
}

/// False if it was set aside. One that fails here has told so when the next one begins.
bool BoundArtifact::enqueue(Run &run, const Task &task, int seat) {
  Engine &engine = *loaded->engine;
  run.before = queuedBefore(run); // first: those that end meanwhile are found missing
  std::shared_ptr<const TaskFailure> failed = missing(run);
  if (!failed) {
    Status status;
    if (!engine.takeMemoryFor(task, seat, status, [&] { return takeMemory(run, run.arena); }))
      return false;
    if (status)
      failed = failureOf(run.launch, std::move(status));
  }
  if (failed) {
    settle(run, std::move(failed));
    return true;
  }
  run.hasBegun = true;
  run.queued = std::make_shared<QueuedRun>();
  run.queued->frame = run.frame;
  for (const std::shared_ptr<DeviceStorage> &storage : run.written)
    storage->access().queued = run.queued;
  for (VariableAccess *group : jobs[run.job].writes)
    group->queued = run.queued;
  std::vector<std::shared_ptr<RunFrame>> frames;
  for (const std::shared_ptr<const QueuedRun> &earlier : run.before)
    frames.push_back(earlier->frame);
  run.frame->enqueue(addressesOf(run, run.arena.get()), seat, frames);
  engine.returnArena(run.arena); // to runs that are enqueued behind this one, which keeps it
  return true;
}

/// What a run before it has left unwritten.
std::shared_ptr<const TaskFailure> BoundArtifact::failureBefore(const Run &run) const {
  for (const std::shared_ptr<const QueuedRun> &earlier : run.before) {
    if (!earlier->failure)
      continue;
    for (Id derive : jobs[run.job].neededDerives)
      if (jobs[derive].deriveFailure.get() == earlier->failure)
        return std::make_shared<TaskFailure>(cannotDerive(derive, earlier->failure->see()));
    return earlier->failure;
  }
  return nullptr;
}

/// Runs end in the order in which they were enqueued.
void BoundArtifact::finish(Run &run) {
  if (run.queued) {
    Status status = run.frame->finish();
    std::shared_ptr<const TaskFailure> failed = failureBefore(run);
    if (!failed && status)
      failed = failureOf(run.launch, std::move(status));
    run.queued->failure = failed;
    settle(run, std::move(failed));
    run.queued->hasEnded = true;
  }
  letGo(run);
}

void BoundArtifact::runWhole(Task &task, int seat) {
  std::unique_ptr<Run> run(task.as<Run *>());
  if (!run->bound->execute(*run, task, seat))
    run.release(); // the task has it still
}

void BoundArtifact::beginQueued(Task &task, int seat) {
  Run &run = *task.as<Run *>();
  run.bound->enqueue(run, task, seat);
}

void BoundArtifact::finishQueued(Task &task, int) {
  std::unique_ptr<Run> run(task.as<Run *>());
  run->bound->finish(*run);
}

/// Tells those who wait, or will look at the results, how it ended.
void BoundArtifact::settle(const Run &run, std::shared_ptr<const TaskFailure> failed) {
  bool derives = loaded->artifact.jobs[run.job].kind == Job::Kind::Derive;
  if (derives && (failed || jobs[run.job].deriveFailure.get()))
    jobs[run.job].deriveFailure.set(failed);
  if (!failed) {
    for (const std::shared_ptr<DeviceStorage> &storage : run.written)
      storage->makeGood();
    return;
  }
  if (run.outcome) {
    *run.outcome = failed->see();
    return;
  }
  for (const std::shared_ptr<DeviceStorage> &storage : run.written)
    !run.hasBegun &&run.isInPlace(*storage) ? storage->leaveAsBefore(failed) : storage->fail(failed);
  if (derives)
    return; // those who need it are told
  for (VariableAccess *group : jobs[run.job].writes)
    group->failure.set(failed);
  loaded->engine->keepFailure(std::move(failed));
}

} // namespace weir

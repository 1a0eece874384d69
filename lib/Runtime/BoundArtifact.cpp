// The life of a run until it is submitted: check, derive, stage, plan, raise versions.
#include "lib/Runtime/BoundArtifactRun.h"
#include "lib/Runtime/Log.h"
#include "lib/Runtime/TensorTasks.h"

#include <algorithm>

namespace weir {

namespace {

/// Of one job; what has not been used for longest makes way.
constexpr size_t kMaxPrograms = 64;

} // namespace

BoundArtifact::BoundArtifact(std::shared_ptr<const LoadedArtifact> artifact,
                             std::vector<std::shared_ptr<VariableSlot>> slots, std::shared_ptr<const uint64_t> changes,
                             HostFunctions callbacks)
    : loaded(std::move(artifact)), slots(std::move(slots)), changes(std::move(changes)),
      callbacks(std::move(callbacks)), jobs(loaded->artifact.jobs.size()) {
  for (Id id = 0; id < jobs.size(); ++id) {
    const JobInfo &info = loaded->infos[id];
    const Job &job = loaded->artifact.jobs[id];
    jobs[id].usesOperandsAlone = this->slots.empty();
    jobs[id].mayOverwrite = std::ranges::any_of(info.results, [&](Id buffer) {
      return std::get<ResultStorage>(job.buffers[buffer].storage).inPlaceOf.has_value();
    });
    for (Id variable : info.writtenVariables)
      this->slots[variable]->addWriter(jobs[id].runs);
    for (Id variable : info.readVariables)
      if (!info.writtenVariables.count(variable))
        jobs[id].sources.push_back(this->slots[variable].get());

    std::set<Id> needed = info.readVariables;
    for (Id other = Id(jobs.size()); other-- > 0;) {
      const std::set<Id> &written = loaded->infos[other].writtenVariables;
      bool isNeeded = std::any_of(written.begin(), written.end(), [&](Id v) { return needed.count(v) != 0; });
      if (other == id || loaded->artifact.jobs[other].kind != Job::Kind::Derive || !isNeeded)
        continue;
      jobs[id].neededDerives.insert(jobs[id].neededDerives.begin(), other);
      needed.insert(loaded->infos[other].readVariables.begin(), loaded->infos[other].readVariables.end());
    }
  }
}

bool BoundArtifact::uses(const VariableSlot &slot) const {
  return std::any_of(slots.begin(), slots.end(), [&](const auto &held) { return held.get() == &slot; });
}

const Plan *BoundArtifact::lastRun(Id job) const {
  return jobs[job].programs.empty() ? nullptr : jobs[job].programs.front().plan.get();
}

/// What is submitted.
void BoundArtifact::tell(Trace::Span &span, const Plan &plan) const {
  const Engine &engine = *loaded->engine;
  if (!engine.trace->isOn())
    return;
  span.record.name = plan.traceNames() + uint32_t(plan.job.instructions.size());
  span.record.value = int64_t(engine.scheduler->numUnderWay()) + 1;
}

/// What is tiny is done sooner than handed over. One who has looked at the results of the run before is going to look
/// at those of this one, and would wait for it.
/// Functions of the host may wait for what the thread that launches does next.
static bool runsAtLaunch(Engine &engine, const RunFrame &frame) {
  bool isAwaited = engine.takeLookedAt() && frame.isQuick();
  return (isAwaited || frame.isTiny()) && !frame.looksAtMemory() && !frame.meets();
}

Status BoundArtifact::launch(Id job, std::span<weir_tensor *const> inputs, int32_t giver, std::span<TensorRef> results,
                             Scheduler::Submission::Held &held) {
  bool isDone = false;
  if (giver == kNoInput || !jobs[job].mayOverwrite)
    if (Status failed = runAtOnce(job, inputs, results, isDone); failed || isDone)
      return failed;
  Trace::Span span(*loaded->engine->trace, TraceKind::Submit);
  std::unique_ptr<Run> run;
  if (Status failed = prepare(job, inputs, giver, results, /*isHeld=*/false, run))
    return failed;
  tell(span, *run->plan);
  bool waits = run->readsExposed || usesExposed(job);
  Engine &engine = *loaded->engine;
  bool isHeld = !waits && runsAtLaunch(engine, *run->frame);
  Scheduler::Submission submission(*engine.scheduler, nullptr);
  submit(submission, std::move(run));
  if (isHeld) {
    held = submission.submitHeld();
    return nullptr;
  }
  TaskRef submitted = submission.submit();
  return waits ? engine.waitFor(submitted) : nullptr;
}

Status BoundArtifact::launchHeld(Id job, std::span<weir_tensor *const> inputs, std::span<TensorRef> results,
                                 Status &outcome, Scheduler::Submission::Held &held) {
  bool isDone = false;
  if (!jobs[job].mayOverwrite)
    if (Status failed = runAtOnce(job, inputs, results, isDone, &outcome); failed || isDone)
      return failed;
  Trace::Span span(*loaded->engine->trace, TraceKind::Submit);
  std::unique_ptr<Run> run;
  if (Status failed = prepare(job, inputs, kAnyInput, results, /*isHeld=*/true, run))
    return failed;
  tell(span, *run->plan);
  run->outcome = &outcome;
  Scheduler::Submission submission(*loaded->engine->scheduler, nullptr);
  submit(submission, std::move(run));
  held = submission.submitHeld();
  return nullptr;
}

Status BoundArtifact::prepare(Id job, std::span<weir_tensor *const> inputs, int32_t giver, std::span<TensorRef> results,
                              bool isHeld, std::unique_ptr<Run> &run) {
  if (Status failed = checkInputs(loaded->artifact.jobs[job], inputs, results.size()))
    return failed;
  for (Id other : jobs[job].neededDerives)
    if (Status failed = derive(other))
      return cannotDerive(other, std::move(failed));
  if (Status failed = prepareOnce(job, inputs, giver, isHeld, run))
    return failed;
  std::move(run->results.begin(), run->results.end(), results.begin());
  return nullptr;
}

Status BoundArtifact::cannotDerive(Id job, Status cause) const {
  const std::string &name = loaded->artifact.jobs[job].name;
  return causedBy(failure(cause->code, "can't derive variables by job '" + name + "': " + cause->message),
                  std::move(cause));
}

/// Submits the job where a variable that it reads has changed since its last run.
Status BoundArtifact::derive(Id job) {
  JobState &state = jobs[job];
  std::vector<uint64_t> versions;
  for (const VariableSlot *source : state.sources)
    versions.push_back(source->version());
  bool isUnnoticed = std::ranges::any_of(
      state.sources, [](const VariableSlot *source) { return source->value->storage->isExposedForWriting(); });
  if (versions == state.sourceVersions && !isUnnoticed && !state.deriveFailure.get())
    return nullptr;
  std::unique_ptr<Run> run;
  if (Status failed = prepareOnce(job, {}, kAnyInput, /*isHeld=*/false, run))
    return failed;
  Scheduler::Submission submission(*loaded->engine->scheduler, nullptr);
  submit(submission, std::move(run));
  submission.submit();
  state.sourceVersions = std::move(versions);
  return nullptr;
}

Status BoundArtifact::checkInputs(const Job &job, std::span<weir_tensor *const> inputs, size_t numResults) const {
  auto fail = [&](const auto &...pieces) {
    return failure(WEIR_INVALID_ARGUMENT, message("job '", job.name, "' expects ", pieces...));
  };
  if (inputs.size() != job.inputs.size())
    return fail(job.inputs.size(), " inputs, got ", inputs.size());
  if (numResults != job.results.size())
    return fail("room for ", job.results.size(), " results, got ", numResults);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Port &port = job.inputs[i];
    if (!inputs[i])
      return fail("a tensor for input '", port.name, "', got none");
    const weir_tensor &tensor = *inputs[i];
    if (tensor.engine != loaded->engine)
      return fail("input '", port.name, "' to be on its device (", loaded->engine->device->name(),
                  "), got one on another (", tensor.device().name(), ")");
    if (Status failed = waitForSizes(tensor))
      return failed;
    bool fits = tensor.dtype == port.dtype && size_t(tensor.rank) == port.shape.size();
    for (size_t d = 0; fits && d < port.shape.size(); ++d)
      fits = port.shape[d] == kDynamic || tensor.shape[d] == port.shape[d];
    if (!fits)
      return fail("input '", port.name, "' to be ", toString(TensorMeta{port.dtype, fromMarked(port.shape)}), ", got ",
                  describe(tensor));
  }
  return nullptr;
}

/// Copies the inputs that can't be read where they are: strided ones of which the program takes views, and variables
/// that it writes.
Status BoundArtifact::stageInputs(Id job, Run &run) const {
  const JobInfo &info = loaded->infos[job];
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const weir_tensor &tensor = *run.inputs[i];
    bool isViewed = info.isContiguousInput[i] && !isContiguous(tensor.sizes(), tensor.steps());
    bool isWritten = tensor.storage->isVariable && !info.writtenVariables.empty();
    if (!isViewed && !isWritten)
      continue;
    if (Status failed = cloneTensor(tensor, run.staged.emplace_back()))
      return failed;
    run.inputs[i] = run.staged.back().get();
  }
  return nullptr;
}

/// The host may overwrite what it has lent when the call returns. To copy a batch is cheaper than to wait for the run.
Status BoundArtifact::copyExposed(Run &run) const {
  int64_t copied = 0;
  for (const weir_tensor *&input : run.inputs) {
    if (!input->storage->isExposed())
      continue;
    copied += weir_tensor_num_elements(input) * byteSize(input->dtype);
    if (copied > kMostCopiedBytes) {
      run.readsExposed = true;
      continue;
    }
    if (Status failed = cloneTensor(*input, run.staged.emplace_back()))
      return failed;
    input = run.staged.back().get();
  }
  return nullptr;
}

/// Who has the address of a variable looks at it, or writes it, when the call has returned.
bool BoundArtifact::usesExposed(Id job) const {
  const JobInfo &info = loaded->infos[job];
  const JobState &state = jobs[job];
  auto isExposed = [](const VariableAccess *group) { return group->exposures.all > 0; };
  auto storageOf = [&](Id variable) -> const DeviceStorage & { return *slots[variable]->value->storage; };
  if (std::ranges::none_of(state.writes, isExposed) && std::ranges::none_of(state.reads, isExposed))
    return false;
  return std::ranges::any_of(info.writtenVariables, [&](Id v) { return storageOf(v).isExposed(); }) ||
         std::ranges::any_of(info.readVariables, [&](Id v) { return storageOf(v).isExposedForWriting(); });
}

bool BoundArtifact::Program::isFor(int lanes, std::span<const weir_tensor *const> inputs) const {
  const int64_t *entry = key.data();
  if (*entry++ != lanes)
    return false;
  for (const weir_tensor *input : inputs) {
    std::span<const int64_t> sizes = input->sizes(), steps = input->steps();
    std::span<const int64_t> strides(entry + sizes.size(), sizes.size());
    if (!std::ranges::equal(sizes, std::span(entry, sizes.size())) ||
        !(isContiguous(sizes, steps) ? isContiguous(sizes, strides) : std::ranges::equal(steps, strides)))
      return false;
    entry += 2 * sizes.size();
  }
  return true;
}

static std::vector<int64_t> keyOf(int lanes, std::span<const weir_tensor *const> inputs) {
  std::vector<int64_t> key{lanes};
  for (const weir_tensor *input : inputs) {
    key.insert(key.end(), input->sizes().begin(), input->sizes().end());
    if (isContiguous(input->sizes(), input->steps())) {
      std::vector<int64_t> strides = contiguousStrides(input->sizes());
      key.insert(key.end(), strides.begin(), strides.end());
    } else {
      key.insert(key.end(), input->steps().begin(), input->steps().end());
    }
  }
  return key;
}

/// The one that has been made for such inputs, or a new one.
Status BoundArtifact::findProgram(Id job, Run &run) {
  const Engine &engine = *loaded->engine;
  int lanes = engine.isShuffled ? int(kMaxStreams) : engine.device->maxStreams();
  std::vector<Program> &programs = jobs[job].programs;
  auto found = std::ranges::find_if(programs, [&](const Program &known) { return known.isFor(lanes, run.inputs); });
  if (found != programs.end())
    std::rotate(programs.begin(), found, found + 1);
  else if (Status failed = makeProgram(job, run, keyOf(lanes, run.inputs)))
    return failed;
  run.plan = programs.front().plan.get();
  return chooseFrame(job, programs.front(), run.frame);
}

/// One that no run has, which nobody changes meanwhile, as launching takes the engine's lock; else a new one, or that
/// which has been given out for longest. Runs that write the same variables follow each other anyhow.
Status BoundArtifact::chooseFrame(Id job, Program &program, std::shared_ptr<RunFrame> &frame) const {
  Engine &engine = *loaded->engine;
  auto &frames = program.frames;
  auto found = std::find_if(frames.rbegin(), frames.rend(),
                            [&](const auto &free) { return free->turns.isQuiet(engine.scheduler->tasks()); });
  size_t most = engine.mostFrames(!loaded->infos[job].writtenVariables.empty());
  if (found != frames.rend())
    std::rotate(std::prev(found.base()), found.base(), frames.end());
  else if (frames.size() == most)
    std::rotate(frames.begin(), frames.begin() + 1, frames.end());
  else if (Status failed = RunFrame::create(program.plan, frames.emplace_back())) {
    frames.pop_back();
    return failed;
  }
  frame = frames.back();
  return nullptr;
}

Status BoundArtifact::makeProgram(Id job, const Run &run, std::vector<int64_t> key) {
  auto lanes = int(key.front());
  std::vector<InputLayout> layouts;
  const int64_t *entry = key.data() + 1;
  for (const weir_tensor *input : run.inputs) {
    auto rank = size_t(input->rank);
    layouts.push_back({{entry, rank}, {entry + rank, rank}});
    entry += 2 * rank;
  }
  Program program;
  if (Status failed = Plan::create(loaded, job, layouts, callbacks, lanes, program.plan))
    return failed;
  logDebug(message("planned job '", loaded->artifact.jobs[job].name, "' on ", lanes, " lanes: arena of ",
                   program.plan->arenaBytes(), " bytes, live bound ", program.plan->liveBound(), ", scratch ",
                   program.plan->scratchBytes()));
  program.key = std::move(key);
  std::vector<Program> &programs = jobs[job].programs;
  if (programs.size() == kMaxPrograms)
    programs.pop_back();
  programs.insert(programs.begin(), std::move(program));
  return nullptr;
}

/// Whether results may be in the place of a run's input. Of what the host has the address of, nobody knows whether it
/// overlaps; and on a device with queues a run goes on although one before it has failed, which would lose what was
/// there.
bool BoundArtifact::mayOverwrite(const Run &run, int32_t input) const {
  if (run.giver == kAnyInput)
    return true;
  return run.giver == input && !loaded->engine->device->isQueued() &&
         std::ranges::none_of(run.inputs, [](const weir_tensor *each) { return each->storage->isExposed(); });
}

/// A result that may be in place of a donated input is, where the caller gives that, and it is row-major and of the
/// same size.
Status BoundArtifact::promiseResults(Id job, Run &run) const {
  const Job &program = loaded->artifact.jobs[job];
  for (size_t i = 0; i < program.results.size(); ++i) {
    const Buffer &buffer = program.buffers[loaded->infos[job].results[i]];
    const BufferLayout &layout = run.plan->resultLayout(i);
    if (std::optional<Id> donor = std::get<ResultStorage>(buffer.storage).inPlaceOf) {
      uint32_t number = std::get<InputStorage>(program.buffers[*donor].storage).index;
      const weir_tensor &input = *run.inputs[number];
      bool fits = mayOverwrite(run, static_cast<int32_t>(number)) && isContiguous(input.sizes(), input.steps()) &&
                  input.storage->bytes() == layout.bytes && input.offset == 0 && !input.storage->isVariable;
      if (fits) {
        run.results.push_back(tensorOver(input.storage, loaded->engine, buffer.dtype, layout.sizes));
        continue;
      }
    }
    if (Status failed =
            promiseTensor(loaded->engine, buffer.dtype, layout.sizes, "a result", run.results.emplace_back()))
      return failed;
  }
  return nullptr;
}

Status BoundArtifact::prepareOnce(Id job, std::span<weir_tensor *const> inputs, int32_t giver, bool isHeld,
                                  std::unique_ptr<Run> &prepared) {
  auto run = std::make_unique<Run>();
  run->bound = shared_from_this();
  run->job = job;
  run->giver = giver;
  run->inputs.assign(inputs.begin(), inputs.end());
  if (Status failed = stageInputs(job, *run))
    return failed;
  if (!isHeld)
    if (Status failed = copyExposed(*run))
      return failed;
  if (Status failed = findProgram(job, *run))
    return failed;
  Engine &engine = *loaded->engine;
  if (Status failed = engine.reserveScratch(run->plan->scratchBytes()))
    return failed;
  if (Status failed = promiseResults(job, *run))
    return failed;
  for (const weir_tensor *input : run->inputs) {
    run->read.push_back({input->storage, input->offset});
  }
  for (const TensorRef &result : run->results) {
    run->written.push_back(result->storage);
  }
  findVariables();
  run->variableAddresses = addresses;
  ++*jobs[job].runs; // whether it fails or not, as variables may have been written
  prepared = std::move(run);
  return nullptr;
}

/// No run of this artifact is under way when something has changed.
void BoundArtifact::findVariables() {
  if (addresses && changesSeen == *changes)
    return;
  auto current = std::make_shared<std::vector<void *>>();
  for (const std::shared_ptr<VariableSlot> &slot : slots)
    current->push_back(slot->value->data());
  addresses = std::move(current);
  for (Id id = 0; id < jobs.size(); ++id) {
    const JobInfo &info = loaded->infos[id];
    std::set<VariableAccess *> read, written;
    for (Id variable : info.writtenVariables)
      written.insert(slots[variable]->access.get());
    for (Id variable : info.readVariables)
      if (VariableAccess *group = slots[variable]->access.get(); !written.count(group))
        read.insert(group);
    jobs[id].reads.assign(read.begin(), read.end());
    jobs[id].writes.assign(written.begin(), written.end());
  }
  changesSeen = *changes;
}

void BoundArtifact::submit(Scheduler::Submission &submission, std::unique_ptr<Run> run) {
  Engine &engine = *loaded->engine;
  bool isQueued = engine.device->isQueued();
  if (engine.runsTakeTurns())
    submission.writes(engine.turns);
  if (isQueued)
    submission.addEnd(finishQueued, engine.ends);
  submission.writes(run->frame->turns);
  if (run->frame->meets())
    submission.writes(engine.membership->turns);
  if (isQueued && !run->frame->looksAtMemory())
    submission.disregardEnds();
  for (const Run::Input &input : run->read) {
    submission.reads(input.storage->access().list);
    engine.hold(*input.storage);
  }
  for (const std::shared_ptr<DeviceStorage> &storage : run->written)
    submission.writes(storage->access().list);
  for (VariableAccess *group : jobs[run->job].reads)
    submission.reads(group->list);
  for (VariableAccess *group : jobs[run->job].writes)
    submission.writes(group->list);
  if (run->frame->lasts())
    submission.setLasting();
  submission.setBody(isQueued ? beginQueued : runWhole);
  if (engine.isWatched())
    submission.setName(run->plan->traceNames() + uint32_t(run->plan->job.instructions.size()));
  if (isQueued)
    submission.emplaceInEnd<Run *>(run.get());
  submission.emplace<Run *>(run.release());
}

} // namespace weir

// The life of a run: check, derive, stage, specialize, allocate, execute, raise versions.
#include "lib/Runtime/BoundArtifact.h"
#include "lib/Runtime/Log.h"

#include <algorithm>

namespace weir {

namespace {

/// Programs of one job that are kept for the shapes they were made for.
constexpr size_t kMaxSpecializations = 64;

} // namespace

struct BoundArtifact::Run {
  std::vector<const weir_tensor *> inputs; ///< the caller's, or staged copies
  std::vector<TensorRef> staged;
  std::vector<TensorRef> results;
  std::vector<int64_t> key; ///< lanes, then sizes and strides of all inputs
};

BoundArtifact::BoundArtifact(std::shared_ptr<const LoadedArtifact> artifact,
                             std::vector<std::shared_ptr<VariableSlot>> slots,
                             std::map<std::string, HostFunction> callbacks)
    : loaded(std::move(artifact)), slots(std::move(slots)), callbacks(std::move(callbacks)),
      jobs(loaded->artifact.jobs.size()) {
  for (Id id = 0; id < jobs.size(); ++id) {
    const JobInfo &info = loaded->infos[id];
    for (Id variable : info.writtenVariables)
      jobs[id].written.push_back(this->slots[variable].get());
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

const Specialization *BoundArtifact::lastRun(Id job) const {
  return jobs[job].cache.empty() ? nullptr : jobs[job].cache.front().specialization.get();
}

Status BoundArtifact::run(Id job, std::span<weir_tensor *const> inputs, std::span<weir_tensor *> results) {
  if (Status failed = checkInputs(loaded->artifact.jobs[job], inputs, results.size()))
    return failed;
  for (Id other : jobs[job].neededDerives)
    if (Status failed = derive(other)) {
      const std::string &name = loaded->artifact.jobs[other].name;
      return causedBy(failure(failed->code, "can't derive variables by job '" + name + "': " + failed->message),
                      std::move(failed));
    }
  return runOnce(job, inputs, results);
}

Status BoundArtifact::derive(Id job) {
  JobState &state = jobs[job];
  std::vector<uint64_t> versions;
  for (const VariableSlot *source : state.sources)
    versions.push_back(source->version);
  if (versions == state.sourceVersions)
    return nullptr;
  if (Status failed = runOnce(job, {}, {}))
    return failed;
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
    if (tensor.allocator != loaded->engine->allocator)
      return fail("input '", port.name, "' to be on its device (", loaded->engine->device->name(),
                  "), got one on another (", tensor.device().name(), ")");
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

Status BoundArtifact::specialize(Id job, Run &run, Specialization *&specialization) {
  const Engine &engine = *loaded->engine;
  int lanes = engine.isShuffled ? int(kMaxStreams) : engine.device->maxStreams();
  run.key.push_back(lanes);
  for (const weir_tensor *input : run.inputs) {
    run.key.insert(run.key.end(), input->sizes().begin(), input->sizes().end());
    if (isContiguous(input->sizes(), input->steps())) {
      std::vector<int64_t> strides = contiguousStrides(input->sizes());
      run.key.insert(run.key.end(), strides.begin(), strides.end());
    } else {
      run.key.insert(run.key.end(), input->steps().begin(), input->steps().end());
    }
  }
  std::vector<Cached> &cache = jobs[job].cache;
  auto found = std::find_if(cache.begin(), cache.end(), [&](const Cached &entry) { return entry.key == run.key; });
  if (found != cache.end()) {
    std::rotate(cache.begin(), found, found + 1);
    specialization = cache.front().specialization.get();
    return nullptr;
  }

  std::vector<InputLayout> layouts;
  const int64_t *entry = run.key.data() + 1;
  for (const weir_tensor *input : run.inputs) {
    auto rank = size_t(input->rank);
    layouts.push_back({{entry, rank}, {entry + rank, rank}});
    entry += 2 * rank;
  }
  std::unique_ptr<Specialization> created;
  if (Status failed = Specialization::create(loaded, job, layouts, callbacks, lanes, created))
    return failed;
  logDebug(message("specialized job '", loaded->artifact.jobs[job].name, "' on ", lanes, " lanes: arena of ",
                   created->arenaBytes(), " bytes, live bound ", created->liveBound(), ", scratch ",
                   created->scratchBytes()));
  if (cache.size() == kMaxSpecializations)
    cache.pop_back();
  specialization = created.get();
  cache.insert(cache.begin(), Cached{std::move(run.key), std::move(created)});
  return nullptr;
}

/// A result that may be in place of a donated input is, where that is row-major and of the same size.
Status BoundArtifact::allocateResults(Id job, const Specialization &specialization, Run &run) const {
  const Job &program = loaded->artifact.jobs[job];
  const std::shared_ptr<Allocator> &allocator = loaded->engine->allocator;
  for (size_t i = 0; i < program.results.size(); ++i) {
    const Buffer &buffer = program.buffers[loaded->infos[job].results[i]];
    const BufferLayout &layout = specialization.resultLayout(i);
    if (std::optional<Id> donor = std::get<ResultStorage>(buffer.storage).inPlaceOf) {
      const weir_tensor &input = *run.inputs[std::get<InputStorage>(program.buffers[*donor].storage).index];
      bool fits = isContiguous(input.sizes(), input.steps()) && input.storage->bytes() == layout.bytes &&
                  input.data == input.storage->data() && !input.storage->isVariable;
      if (fits) {
        run.results.push_back(tensorOver(input.storage, allocator, buffer.dtype, layout.sizes));
        continue;
      }
    }
    if (Status failed = createTensor(allocator, buffer.dtype, layout.sizes, "a result", run.results.emplace_back()))
      return failed;
  }
  return nullptr;
}

Status BoundArtifact::runOnce(Id job, std::span<weir_tensor *const> inputs, std::span<weir_tensor *> results) {
  Run run;
  run.inputs.assign(inputs.begin(), inputs.end());
  if (Status failed = stageInputs(job, run))
    return failed;
  Specialization *program = nullptr;
  if (Status failed = specialize(job, run, program))
    return failed;
  Engine &engine = *loaded->engine;
  if (Status failed = engine.reserveArena(program->arenaBytes()))
    return failed;
  if (Status failed = engine.reserveScratch(program->scratchBytes()))
    return failed;
  if (Status failed = allocateResults(job, *program, run))
    return failed;

  std::vector<void *> inputAddresses, resultAddresses, variableAddresses;
  for (const weir_tensor *input : run.inputs)
    inputAddresses.push_back(input->data);
  for (const TensorRef &result : run.results)
    resultAddresses.push_back(result->data);
  for (const std::shared_ptr<VariableSlot> &slot : slots)
    variableAddresses.push_back(slot->value->data);
  Status failed = program->run({inputAddresses, resultAddresses, variableAddresses, engine.arena->data()});

  for (VariableSlot *slot : jobs[job].written)
    ++slot->version; // after a failure too, as some may have been written
  if (failed)
    return failed;
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = run.results[i].release();
  return nullptr;
}

} // namespace weir

// The C interface of devices, artifacts, sessions and runs; that of statuses and tensors stands with them.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Runtime/BoundArtifact.h"
#include "lib/Runtime/Device/Devices.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

using namespace weir;

namespace {

/// Of a Port or a Variable.
template <typename Named> weir_port portOf(const Named &named) {
  return {named.name.c_str(), weir_dtype(named.dtype), int32_t(named.shape.size()), named.shape.data()};
}

Status loadArtifact(weir_device *device, Result<Artifact> read, weir_artifact **artifact) {
  if (!read)
    return failure(WEIR_INVALID_ARTIFACT, read.message());
  auto handle = std::make_unique<weir_artifact>();
  if (Status failed = LoadedArtifact::load(device->engine, *std::move(read), handle->loaded))
    return failed;
  *artifact = handle.release();
  return nullptr;
}

Status findVariable(const Session &session, const char *name, std::shared_ptr<VariableSlot> &slot) {
  if (Status failed = expect(name, "a variable's name"))
    return failed;
  slot = session.find(name);
  return slot ? nullptr : failure(WEIR_NOT_FOUND, message("expects a variable of the session, got '", name, "'"));
}

const Job &jobOf(const weir_artifact *artifact, int32_t job) { return artifact->loaded->artifact.jobs[size_t(job)]; }

const Job &programOf(const weir_job *job) { return job->bound->loaded->artifact.jobs[job->job]; }

/// The body of a C function that takes its turn on a device.
template <typename Body> weir_status *takingTurns(Engine &engine, Body &&body) {
  return guarded([&]() -> Status {
    std::unique_lock<std::mutex> turn;
    if (Status failed = engine.enter(turn))
      return failed;
    return body();
  });
}

/// The same for functions of a session that concern a variable.
template <typename Body> weir_status *withVariable(weir_session *session, const char *name, Body &&body) {
  return takingTurns(*session->session->engine, [&]() -> Status {
    std::shared_ptr<VariableSlot> slot;
    if (Status failed = findVariable(*session->session, name, slot))
      return failed;
    return body(*slot);
  });
}

} // namespace

const char *weir_runtime_version(void) { return WEIR_VERSION; }

/* ---- Device ---------------------------------------------------------------------------------------------------- */

weir_status *weir_device_count(const char *kind, int32_t *count) {
  return guarded([&]() -> Status {
    if (Status failed = expect(kind, "a kind of device"))
      return failed;
    return countDevices(kind, *count);
  });
}

weir_status *weir_device_create(const char *name, const weir_device_options *options, weir_device **device) {
  return guarded([&]() -> Status {
    if (Status failed = expect(name, "a device's name"))
      return failed;
    weir_device_options chosen = options ? *options : weir_device_options{};
    if (chosen.threads < 0 || chosen.memory_limit < 0 || chosen.frames < 0)
      return failure(WEIR_INVALID_ARGUMENT, message("expects threads, memory_limit and frames not to be negative, got ",
                                                    chosen.threads, ", ", chosen.memory_limit, " and ", chosen.frames));
    std::shared_ptr<Device> created;
    if (Status failed = createDevice(name, created))
      return failed;
    if (chosen.memory_limit == 0)
      chosen.memory_limit = created->memoryBytes();
    auto handle = std::make_unique<weir_device>();
    handle->engine = std::make_shared<Engine>(std::move(created), chosen);
    *device = handle.release();
    return nullptr;
  });
}

void weir_device_free(weir_device *device) { delete device; }

const char *weir_device_name(const weir_device *device) { return device->engine->device->name().c_str(); }

const char *weir_device_model(const weir_device *device) { return device->engine->device->model().c_str(); }

int32_t weir_device_is_host(const weir_device *device) { return device->engine->device->isHostMemory(); }

int32_t weir_device_threads(const weir_device *device) { return device->engine->threads(); }

weir_status *weir_device_set_threads(weir_device *device, int32_t threads) {
  return takingTurns(*device->engine, [&]() -> Status {
    if (threads < 0)
      return failure(WEIR_INVALID_ARGUMENT, message("expects threads not to be negative, got ", threads));
    return device->engine->setThreads(threads);
  });
}

weir_status *weir_device_synchronize(weir_device *device) {
  return guarded([&] { return device->engine->waitForAll(); });
}

weir_status *weir_device_drain(weir_device *device) {
  return guarded([&] { return device->engine->drain(); });
}

void weir_device_set_interrupt(weir_device *device, int32_t (*is_interrupted)(void *context), void *context) {
  device->engine->setInterrupt(is_interrupted, context);
}

int64_t weir_device_bytes_in_use(const weir_device *device) { return device->engine->allocator->bytesInUse(); }

int64_t weir_device_peak_bytes(const weir_device *device) { return device->engine->allocator->peakBytes(); }

void weir_device_reset_peak(weir_device *device) { device->engine->allocator->resetPeak(); }

void weir_device_fail_allocations(weir_device *device, int64_t request) {
  device->engine->allocator->failFrom(request);
}

void weir_device_trim(weir_device *device) {
  weir_status_free(takingTurns(*device->engine, [&]() -> Status {
    device->engine->trim();
    return nullptr;
  }));
}

/* ---- Artifact -------------------------------------------------------------------------------------------------- */

weir_status *weir_artifact_load(weir_device *device, const char *path, weir_artifact **artifact) {
  return guarded([&]() -> Status {
    if (Status failed = expect(path, "a path"))
      return failed;
    if (access(path, R_OK) != 0)
      return failure(WEIR_IO, message("can't read artifact '", path, "': ", std::strerror(errno)));
    return loadArtifact(device, readArtifact(std::string(path)), artifact);
  });
}

weir_status *weir_artifact_load_memory(weir_device *device, const void *data, size_t size, weir_artifact **artifact) {
  return guarded([&]() -> Status {
    if (Status failed = expect(data, "an artifact's bytes"))
      return failed;
    return loadArtifact(device, readArtifact({static_cast<const uint8_t *>(data), size}), artifact);
  });
}

void weir_artifact_free(weir_artifact *artifact) { delete artifact; }

int32_t weir_artifact_num_jobs(const weir_artifact *artifact) {
  return int32_t(artifact->loaded->artifact.jobs.size());
}

const char *weir_artifact_job_name(const weir_artifact *artifact, int32_t job) {
  return jobOf(artifact, job).name.c_str();
}

int32_t weir_artifact_job_derives(const weir_artifact *artifact, int32_t job) {
  return jobOf(artifact, job).kind == Job::Kind::Derive;
}

int32_t weir_artifact_find_job(const weir_artifact *artifact, const char *name) {
  std::optional<Id> id = name ? artifact->loaded->findJob(name) : std::nullopt;
  return id ? int32_t(*id) : -1;
}

int32_t weir_artifact_num_inputs(const weir_artifact *artifact, int32_t job) {
  return int32_t(jobOf(artifact, job).inputs.size());
}

int32_t weir_artifact_num_results(const weir_artifact *artifact, int32_t job) {
  return int32_t(jobOf(artifact, job).results.size());
}

weir_port weir_artifact_input(const weir_artifact *artifact, int32_t job, int32_t input) {
  return portOf(jobOf(artifact, job).inputs[size_t(input)]);
}

int32_t weir_artifact_input_is_read(const weir_artifact *artifact, int32_t job, int32_t input) {
  return artifact->loaded->infos[size_t(job)].isReadInput[size_t(input)];
}

weir_port weir_artifact_result(const weir_artifact *artifact, int32_t job, int32_t result) {
  return portOf(jobOf(artifact, job).results[size_t(result)]);
}

int32_t weir_artifact_num_variables(const weir_artifact *artifact) {
  return int32_t(artifact->loaded->artifact.variables.size());
}

weir_port weir_artifact_variable(const weir_artifact *artifact, int32_t variable) {
  return portOf(artifact->loaded->artifact.variables[size_t(variable)]);
}

/* ---- Session --------------------------------------------------------------------------------------------------- */

weir_status *weir_session_create(weir_device *device, weir_session **session) {
  return guarded([&]() -> Status {
    *session = new weir_session{std::make_shared<Session>(device->engine)};
    return nullptr;
  });
}

void weir_session_free(weir_session *session) { delete session; }

weir_status *weir_session_add(weir_session *session, weir_artifact *artifact) {
  return takingTurns(*session->session->engine, [&] {
    std::shared_ptr<BoundArtifact> bound;
    return session->session->add(artifact->loaded, bound);
  });
}

weir_status *weir_session_set(weir_session *session, const char *name, const weir_tensor *value) {
  return takingTurns(*session->session->engine, [&]() -> Status {
    if (Status failed = expect(name, "a variable's name"))
      return failed;
    if (Status failed = expect(value, "a tensor"))
      return failed;
    if (Status failed = waitForSizes(*value))
      return failed;
    return session->session->set(name, *value);
  });
}

weir_status *weir_session_get(weir_session *session, const char *name, weir_tensor **value) {
  return withVariable(session, name, [&](const VariableSlot &slot) -> Status {
    weir_tensor_retain(slot.value.get());
    *value = slot.value.get();
    return nullptr;
  });
}

weir_status *weir_session_bind(weir_session *session, const char *name, weir_tensor *value) {
  return takingTurns(*session->session->engine, [&]() -> Status {
    if (Status failed = expect(name, "a variable's name"))
      return failed;
    if (Status failed = expect(value, "a tensor"))
      return failed;
    if (Status failed = waitForSizes(*value))
      return failed;
    return session->session->bind(name, *value);
  });
}

weir_status *weir_session_remove(weir_session *session, const char *name) {
  return withVariable(session, name, [&](VariableSlot &slot) { return session->session->remove(slot); });
}

weir_status *weir_session_touch(weir_session *session, const char *name) {
  return withVariable(session, name, [&](VariableSlot &slot) -> Status {
    ++slot.writes;
    return nullptr;
  });
}

weir_status *weir_session_version(weir_session *session, const char *name, uint64_t *version) {
  return withVariable(session, name, [&](const VariableSlot &slot) -> Status {
    *version = slot.version();
    return nullptr;
  });
}

weir_status *weir_session_set_callback(weir_session *session, const char *name, weir_host_callback callback,
                                       void *context) {
  return takingTurns(*session->session->engine, [&]() -> Status {
    if (Status failed = expect(name, "a callback's name"))
      return failed;
    if (!callback)
      return failure(WEIR_INVALID_ARGUMENT, "expects a callback, got a null pointer");
    session->session->callbacks[name] = {callback, context};
    return nullptr;
  });
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

weir_status *weir_job_create(weir_session *session, weir_artifact *artifact, const char *name, weir_job **job) {
  return takingTurns(*session->session->engine, [&]() -> Status {
    if (Status failed = expect(name, "a job's name"))
      return failed;
    std::optional<Id> id = artifact->loaded->findJob(name);
    if (!id)
      return failure(WEIR_NOT_FOUND, message("expects a job of the artifact (", namesOfJobs(artifact->loaded->artifact),
                                             "), got '", name, "'"));
    auto handle = std::make_unique<weir_job>();
    handle->session = session->session;
    handle->job = *id;
    if (Status failed = session->session->add(artifact->loaded, handle->bound))
      return failed;
    *job = handle.release();
    return nullptr;
  });
}

void weir_job_free(weir_job *job) { delete job; }

int32_t weir_job_num_inputs(const weir_job *job) { return int32_t(programOf(job).inputs.size()); }

int32_t weir_job_num_results(const weir_job *job) { return int32_t(programOf(job).results.size()); }

weir_port weir_job_input(const weir_job *job, int32_t input) { return portOf(programOf(job).inputs[size_t(input)]); }

weir_port weir_job_result(const weir_job *job, int32_t result) {
  return portOf(programOf(job).results[size_t(result)]);
}

/// Checks what the C functions below are given, and calls `launch`.
template <typename Launch>
static Status launchChecked(weir_tensor *const *inputs, int32_t numInputs, weir_tensor **results, int32_t numResults,
                            std::vector<TensorRef> &created, Launch &&launch) {
  if (numInputs < 0 || numResults < 0)
    return failure(WEIR_INVALID_ARGUMENT, message("expects numbers of inputs and results not to be negative, got ",
                                                  numInputs, " and ", numResults));
  if (Status failed = numInputs > 0 ? expect(inputs, "inputs") : nullptr)
    return failed;
  if (Status failed = numResults > 0 ? expect(results, "room for results") : nullptr)
    return failed;
  created.resize(size_t(numResults));
  return launch(std::span(inputs, size_t(numInputs)));
}

/// The same with the device's lock held.
template <typename Launch>
static Status submitRun(weir_job *job, weir_tensor *const *inputs, int32_t numInputs, weir_tensor **results,
                        int32_t numResults, std::vector<TensorRef> &created, Launch &&launch) {
  std::unique_lock<std::mutex> turn;
  if (Status failed = job->session->engine->enter(turn))
    return failed;
  return launchChecked(inputs, numInputs, results, numResults, created, launch);
}

static void handOut(std::vector<TensorRef> &created, weir_tensor **results) {
  for (size_t i = 0; i < created.size(); ++i)
    results[i] = created[i].release();
}

weir_status *weir_launch(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                         int32_t num_results) {
  return weir_launch_onto(job, inputs, num_inputs, results, num_results, kAnyInput);
}

weir_status *weir_launch_onto(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                              int32_t num_results, int32_t giver) {
  return guarded([&]() -> Status {
    if (giver < kAnyInput || giver >= std::max(num_inputs, 0))
      return failure(WEIR_INVALID_ARGUMENT, message("expects an input to give, got ", giver, " of ", num_inputs));
    std::vector<TensorRef> created;
    if (Status failed = job->session->engine->waitForRoom())
      return failed;
    Scheduler::Submission::Held held;
    auto launch = [&](std::span<weir_tensor *const> given) {
      return job->bound->launch(job->job, given, giver, created, held);
    };
    if (Status failed = submitRun(job, inputs, num_inputs, results, num_results, created, launch))
      return failed;
    job->session->engine->scheduler->runIfReady(held);
    if (Status failed = job->session->engine->completesEachCall ? job->session->engine->waitForAll() : nullptr)
      return failed;
    handOut(created, results);
    return nullptr;
  });
}

weir_status *weir_launch_at_once(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                                 int32_t num_results, int32_t *is_done) {
  return guarded([&]() -> Status {
    *is_done = 0;
    std::unique_lock<std::mutex> turn;
    if (!job->session->engine->tryToEnter(turn))
      return nullptr;
    std::vector<TensorRef> created;
    bool isDone = false;
    auto launch = [&](std::span<weir_tensor *const> given) {
      return job->bound->runAtOnce(job->job, given, created, isDone);
    };
    if (Status failed = launchChecked(inputs, num_inputs, results, num_results, created, launch))
      return failed;
    if (isDone)
      handOut(created, results);
    *is_done = isDone;
    return nullptr;
  });
}

weir_status *weir_run(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                      int32_t num_results) {
  return guarded([&]() -> Status {
    std::vector<TensorRef> created;
    Status outcome;
    Scheduler::Submission::Held held;
    auto launch = [&](std::span<weir_tensor *const> given) {
      return job->bound->launchHeld(job->job, given, created, outcome, held);
    };
    if (Status failed = submitRun(job, inputs, num_inputs, results, num_results, created, launch))
      return failed;
    job->session->engine->runAndWait(held);
    if (!outcome)
      handOut(created, results);
    return outcome;
  });
}

weir_status *weir_job_get_memory(const weir_job *job, weir_job_memory *memory) {
  return takingTurns(*job->session->engine, [&]() -> Status {
    const Plan *last = job->bound->lastRun(job->job);
    if (!last)
      return failure(WEIR_INVALID_ARGUMENT, "expects a job that has run");
    *memory = {last->arenaBytes(), last->liveBound(), last->scratchBytes()};
    return nullptr;
  });
}

/* ---- Trace ----------------------------------------------------------------------------------------------------- */

weir_status *weir_trace_enable(weir_device *device, int64_t capacity) {
  return guarded([&]() -> Status {
    device->engine->trace->enable(capacity);
    return nullptr;
  });
}

static Status expectTrace(const weir_device *device) {
  return device->engine->trace->isOn() ? nullptr : failure(WEIR_INVALID_ARGUMENT, "expects the trace to be enabled");
}

weir_status *weir_trace_visit(weir_device *device, void (*visit)(void *context, const weir_trace_event *event),
                              void *context) {
  return guarded([&]() -> Status {
    if (Status failed = expectTrace(device))
      return failed;
    device->engine->trace->visit([&](const weir_trace_event &event) { visit(context, &event); });
    return nullptr;
  });
}

weir_status *weir_trace_export(weir_device *device, const char *path) {
  return guarded([&]() -> Status {
    if (Status failed = expect(path, "a path"))
      return failed;
    if (Status failed = expectTrace(device))
      return failed;
    return device->engine->trace->exportTo(path);
  });
}

// Runs jobs of an artifact through the runtime's C interface.
#include "lib/Run/RunJob.h"

#include "lib/Support/HostMemory.h"

namespace weir {

namespace {

using OwnedStatus = std::unique_ptr<weir_status, ReleasedBy<weir_status_free>>;
using Tensor = std::unique_ptr<weir_tensor, ReleasedBy<weir_tensor_free>>;

Failure failureOf(const weir_status *status) {
  std::string text;
  if (std::string file = weir_status_file(status); !file.empty())
    text =
        file + ":" + std::to_string(weir_status_line(status)) + ":" + std::to_string(weir_status_column(status)) + ": ";
  if (std::string op = weir_status_op(status); !op.empty())
    text += "'" + op + "' op ";
  return Failure{text + weir_status_message(status)};
}

/// A tensor of the stored layout: over the caller's memory where the device can read that, else over a copy of it.
Result<Tensor> place(weir_device *device, StoredTensor &stored) {
  void *memory = stored.bytes.data();
  void (*release)(void *) = nullptr;
  weir_tensor *copy = nullptr;
  if (!weir_device_is_host(device)) {
    auto bytes = static_cast<int64_t>(stored.bytes.size());
    if (OwnedStatus status{weir_tensor_create(device, WEIR_U8, 1, &bytes, &copy)})
      return failureOf(status.get());
    if (OwnedStatus status{weir_tensor_write(copy, stored.bytes.data(), stored.bytes.size())}) {
      weir_tensor_free(copy);
      return failureOf(status.get());
    }
    memory = weir_tensor_data(copy);
    release = [](void *held) { weir_tensor_free(static_cast<weir_tensor *>(held)); };
  }
  weir_tensor *tensor = nullptr;
  if (OwnedStatus status{weir_tensor_borrow(device, memory, static_cast<weir_dtype>(stored.meta.dtype),
                                            static_cast<int32_t>(stored.meta.shape.size()), stored.meta.shape.data(),
                                            stored.strides.data(), release, copy, &tensor)}) {
    weir_tensor_free(copy);
    return failureOf(status.get());
  }
  return Tensor(tensor);
}

Result<HostTensor> hostTensor(const weir_tensor *tensor) {
  const int64_t *shape = weir_tensor_shape(tensor);
  StaticMeta meta{static_cast<DType>(weir_tensor_dtype(tensor)), Sizes(shape, shape + weir_tensor_rank(tensor))};
  int64_t count = weir_tensor_num_elements(tensor), bytes = count * byteSize(meta.dtype);
  if (auto failure = checkHostMemory("a copy of a " + toString(meta), count * int64_t(sizeof(double)) + bytes))
    return *failure;
  std::vector<uint8_t> elements(static_cast<size_t>(bytes));
  if (OwnedStatus status{weir_tensor_read(tensor, elements.data(), elements.size())})
    return failureOf(status.get());
  return loadTensor(meta, elements.data());
}

NamedMeta named(weir_port port) {
  return {port.name, {static_cast<DType>(port.dtype), fromMarked({port.shape, static_cast<size_t>(port.rank)})}};
}

} // namespace

std::optional<Failure> PreparedJob::run() {
  std::vector<weir_tensor *> operands, results(static_cast<size_t>(weir_job_num_results(job.get())));
  for (const auto &input : inputs)
    operands.push_back(input.get());
  outputs.clear();
  if (OwnedStatus status{weir_run(job.get(), operands.data(), static_cast<int32_t>(operands.size()), results.data(),
                                  static_cast<int32_t>(results.size()))})
    return failureOf(status.get());
  for (weir_tensor *result : results)
    outputs.emplace_back(result);
  return std::nullopt;
}

Result<std::vector<HostTensor>> PreparedJob::results() const {
  std::vector<HostTensor> tensors;
  for (const auto &output : outputs) {
    Result<HostTensor> tensor = hostTensor(output.get());
    if (!tensor)
      return tensor.failure();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

Result<HostTensor> PreparedJob::input(size_t number) const { return hostTensor(inputs[number].get()); }

Result<HostTensor> PreparedJob::variable(const std::string &name) const {
  weir_tensor *value = nullptr;
  if (OwnedStatus status{weir_session_get(session.get(), name.c_str(), &value)})
    return failureOf(status.get());
  return hostTensor(Tensor(value).get());
}

Result<weir_job_memory> PreparedJob::memory() const {
  weir_job_memory memory{};
  if (OwnedStatus status{weir_job_get_memory(job.get(), &memory)})
    return failureOf(status.get());
  return memory;
}

Result<JobRunner> JobRunner::load(std::span<const uint8_t> bytes, const std::string &kind,
                                  const RunnerOptions &options) {
  weir_device_options created{.threads = options.threads, .poison = options.poison};
  JobRunner runner;
  weir_device *device = nullptr;
  if (OwnedStatus status{weir_device_create(kind.c_str(), &created, &device)})
    return failureOf(status.get());
  runner.device.reset(device);
  if (options.world)
    if (OwnedStatus status{weir_device_join(device, options.world, options.rank)})
      return failureOf(status.get());
  weir_artifact *artifact = nullptr;
  if (OwnedStatus status{weir_artifact_load_memory(device, bytes.data(), bytes.size(), &artifact)})
    return failureOf(status.get());
  runner.artifact.reset(artifact);
  return runner;
}

std::vector<std::string> JobRunner::jobs() const {
  std::vector<std::string> names;
  for (int32_t job = 0; job < weir_artifact_num_jobs(artifact.get()); ++job)
    if (!weir_artifact_job_derives(artifact.get(), job))
      names.emplace_back(weir_artifact_job_name(artifact.get(), job));
  return names;
}

/// Of the job of that name: as many ports as `count` says.
static Result<std::vector<NamedMeta>> portsOf(const weir_artifact *artifact, const std::string &job,
                                              int32_t (*count)(const weir_artifact *, int32_t),
                                              weir_port (*port)(const weir_artifact *, int32_t, int32_t)) {
  int32_t index = weir_artifact_find_job(artifact, job.c_str());
  if (index < 0)
    return Failure{"expects a job of the artifact, got '" + job + "'"};
  std::vector<NamedMeta> ports;
  for (int32_t i = 0; i < count(artifact, index); ++i)
    ports.push_back(named(port(artifact, index, i)));
  return ports;
}

Result<std::vector<NamedMeta>> JobRunner::inputs(const std::string &job) const {
  return portsOf(artifact.get(), job, weir_artifact_num_inputs, weir_artifact_input);
}

Result<std::vector<NamedMeta>> JobRunner::results(const std::string &job) const {
  return portsOf(artifact.get(), job, weir_artifact_num_results, weir_artifact_result);
}

std::vector<NamedMeta> JobRunner::variables() const {
  std::vector<NamedMeta> all;
  for (int32_t i = 0; i < weir_artifact_num_variables(artifact.get()); ++i)
    all.push_back(named(weir_artifact_variable(artifact.get(), i)));
  return all;
}

static HeldPart heldPart(const weir_part &part) {
  HeldPart result{{part.shape, part.shape + part.rank}, {}, {part.mesh, part.mesh + part.num_axes}, part.place};
  for (int32_t axis = 0; axis < part.num_axes; ++axis) {
    weir_holding held = weir_part_held(&part, axis);
    result.held.push_back({.kind = static_cast<Holding::Kind>(held.kind),
                           .dim = held.dim,
                           .combiner = static_cast<Combiner>(held.combiner),
                           .outer = held.outer,
                           .inner = held.inner});
  }
  return result;
}

/// Calls `describe(i, &part)` for each of as many.
template <typename Describe> static std::vector<std::optional<HeldPart>> partsOf(int32_t count, Describe describe) {
  std::vector<std::optional<HeldPart>> parts(static_cast<size_t>(count));
  weir_part part{};
  for (int32_t i = 0; i < count; ++i)
    if (describe(i, &part))
      parts[static_cast<size_t>(i)] = heldPart(part);
  return parts;
}

std::vector<std::optional<HeldPart>> JobRunner::inputParts(const std::string &job) const {
  int32_t index = weir_artifact_find_job(artifact.get(), job.c_str());
  return partsOf(weir_artifact_num_inputs(artifact.get(), index),
                 [&](int32_t i, weir_part *part) { return weir_artifact_input_part(artifact.get(), index, i, part); });
}

std::vector<std::optional<HeldPart>> JobRunner::resultParts(const std::string &job) const {
  int32_t index = weir_artifact_find_job(artifact.get(), job.c_str());
  return partsOf(weir_artifact_num_results(artifact.get(), index),
                 [&](int32_t i, weir_part *part) { return weir_artifact_result_part(artifact.get(), index, i, part); });
}

std::vector<std::optional<HeldPart>> JobRunner::variableParts() const {
  return partsOf(weir_artifact_num_variables(artifact.get()),
                 [&](int32_t i, weir_part *part) { return weir_artifact_variable_part(artifact.get(), i, part); });
}

Result<PreparedJob> JobRunner::prepare(const std::string &name, std::vector<StoredTensor> inputs,
                                       const std::vector<std::pair<std::string, HostTensor>> &variables) const {
  PreparedJob prepared;
  prepared.stored = std::move(inputs);
  for (StoredTensor &input : prepared.stored) {
    Result<Tensor> tensor = place(device.get(), input);
    if (!tensor)
      return tensor.failure();
    prepared.inputs.push_back(std::move(*tensor));
  }
  weir_session *session = nullptr;
  if (OwnedStatus status{weir_session_create(device.get(), &session)})
    return failureOf(status.get());
  prepared.session.reset(session);
  for (const auto &[variable, value] : variables) {
    StoredTensor stored = storeTensor(value, ElementLayout::RowMajor);
    Result<Tensor> tensor = place(device.get(), stored);
    if (!tensor)
      return tensor.failure();
    if (OwnedStatus status{weir_session_set(session, variable.c_str(), tensor->get())})
      return failureOf(status.get());
  }
  weir_job *job = nullptr;
  if (OwnedStatus status{weir_job_create(session, artifact.get(), name.c_str(), &job)})
    return failureOf(status.get());
  prepared.job.reset(job);
  return prepared;
}

Result<std::vector<HostTensor>> JobRunner::run(const std::string &name, std::vector<StoredTensor> inputs) const {
  Result<PreparedJob> prepared = prepare(name, std::move(inputs));
  if (!prepared)
    return prepared.failure();
  if (std::optional<Failure> failure = prepared->run())
    return *failure;
  return prepared->results();
}

static std::optional<Failure> failureIfAny(weir_status *status) {
  OwnedStatus owned(status);
  return owned ? std::optional(failureOf(owned.get())) : std::nullopt;
}

std::optional<Failure> JobRunner::trace(int64_t capacity) const {
  return failureIfAny(weir_trace_enable(device.get(), capacity));
}

std::optional<Failure> JobRunner::visitTrace(void (*visit)(void *, const weir_trace_event *), void *context) const {
  return failureIfAny(weir_trace_visit(device.get(), visit, context));
}

std::optional<Failure> JobRunner::exportTrace(const std::string &path) const {
  return failureIfAny(weir_trace_export(device.get(), path.c_str()));
}

std::string deviceOf(const std::string &target) {
  int32_t count = 0;
  OwnedStatus status{weir_device_count(target.c_str(), &count)};
  return weir_status_code(status.get()) == WEIR_INVALID_ARGUMENT ? "cpu" : target;
}

} // namespace weir

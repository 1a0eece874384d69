// Runs jobs of an artifact through the runtime's C interface.
#include "lib/Compiler/RunJob.h"

namespace weir {

namespace {

using Status = std::unique_ptr<weir_status, ReleasedBy<weir_status_free>>;
using Session = std::unique_ptr<weir_session, ReleasedBy<weir_session_free>>;
using JobHandle = std::unique_ptr<weir_job, ReleasedBy<weir_job_free>>;
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
    if (Status status{weir_tensor_create(device, WEIR_U8, 1, &bytes, &copy)})
      return failureOf(status.get());
    if (Status status{weir_tensor_write(copy, stored.bytes.data(), stored.bytes.size())}) {
      weir_tensor_free(copy);
      return failureOf(status.get());
    }
    memory = weir_tensor_data(copy);
    release = [](void *held) { weir_tensor_free(static_cast<weir_tensor *>(held)); };
  }
  weir_tensor *tensor = nullptr;
  if (Status status{weir_tensor_borrow(device, memory, static_cast<weir_dtype>(stored.meta.dtype),
                                       static_cast<int32_t>(stored.meta.shape.size()), stored.meta.shape.data(),
                                       stored.strides.data(), release, copy, &tensor)}) {
    weir_tensor_free(copy);
    return failureOf(status.get());
  }
  return Tensor(tensor);
}

Result<HostTensor> hostTensor(const weir_tensor *tensor) {
  const int64_t *shape = weir_tensor_shape(tensor);
  TensorMeta meta{static_cast<DType>(weir_tensor_dtype(tensor)), Shape(shape, shape + weir_tensor_rank(tensor))};
  std::vector<uint8_t> elements(static_cast<size_t>(weir_tensor_num_elements(tensor) * byteSize(meta.dtype)));
  if (Status status{weir_tensor_read(tensor, elements.data(), elements.size())})
    return failureOf(status.get());
  return loadTensor(meta, elements.data());
}

Result<JobHandle> makeJob(weir_device *device, weir_artifact *artifact, const std::string &name) {
  weir_session *session = nullptr;
  if (Status status{weir_session_create(device, &session)})
    return failureOf(status.get());
  Session owned(session);
  weir_job *job = nullptr;
  if (Status status{weir_job_create(session, artifact, name.c_str(), &job)})
    return failureOf(status.get());
  return JobHandle(job);
}

} // namespace

Result<JobRunner> JobRunner::load(std::span<const uint8_t> bytes, const std::string &kind) {
  // What is not written is 0xFF, and two workers share the tiles of a launch: both show what depends on either.
  weir_device_options options{.threads = 2, .poison = 1};
  JobRunner runner;
  weir_device *device = nullptr;
  if (Status status{weir_device_create(kind.c_str(), &options, &device)})
    return failureOf(status.get());
  runner.device.reset(device);
  weir_artifact *artifact = nullptr;
  if (Status status{weir_artifact_load_memory(device, bytes.data(), bytes.size(), &artifact)})
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

Result<std::vector<TensorMeta>> JobRunner::inputs(const std::string &job) const {
  int32_t index = weir_artifact_find_job(artifact.get(), job.c_str());
  if (index < 0)
    return Failure{"expects a job of the artifact, got '" + job + "'"};
  std::vector<TensorMeta> metas;
  for (int32_t input = 0; input < weir_artifact_num_inputs(artifact.get(), index); ++input) {
    weir_port port = weir_artifact_input(artifact.get(), index, input);
    metas.push_back({static_cast<DType>(port.dtype), Shape(port.shape, port.shape + port.rank)});
  }
  return metas;
}

Result<std::vector<HostTensor>> JobRunner::run(const std::string &name, std::span<StoredTensor> inputs) const {
  Result<JobHandle> job = makeJob(device.get(), artifact.get(), name);
  if (!job)
    return job.failure();
  std::vector<Tensor> owned;
  std::vector<weir_tensor *> operands;
  for (StoredTensor &input : inputs) {
    Result<Tensor> tensor = place(device.get(), input);
    if (!tensor)
      return tensor.failure();
    operands.push_back(tensor->get());
    owned.push_back(std::move(*tensor));
  }
  int32_t count = weir_job_num_results(job->get());
  std::vector<weir_tensor *> results(static_cast<size_t>(count));
  if (Status status{
          weir_run(job->get(), operands.data(), static_cast<int32_t>(operands.size()), results.data(), count)})
    return failureOf(status.get());
  std::vector<Tensor> held(results.begin(), results.end());
  std::vector<HostTensor> tensors;
  for (const Tensor &result : held) {
    Result<HostTensor> tensor = hostTensor(result.get());
    if (!tensor)
      return tensor.failure();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

std::string deviceOf(const std::string &target) {
  int32_t count = 0;
  Status status{weir_device_count(target.c_str(), &count)};
  return weir_status_code(status.get()) == WEIR_INVALID_ARGUMENT ? "cpu" : target;
}

} // namespace weir

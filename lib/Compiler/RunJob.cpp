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

/// The memory stays the caller's.
Result<Tensor> borrow(weir_device *device, StoredTensor &stored) {
  weir_tensor *tensor = nullptr;
  if (Status status{weir_tensor_borrow(device, stored.bytes.data(), static_cast<weir_dtype>(stored.meta.dtype),
                                       static_cast<int32_t>(stored.meta.shape.size()), stored.meta.shape.data(),
                                       stored.strides.data(), nullptr, nullptr, &tensor)})
    return failureOf(status.get());
  return Tensor(tensor);
}

HostTensor hostTensor(const weir_tensor *tensor) {
  const int64_t *shape = weir_tensor_shape(tensor);
  TensorMeta meta{static_cast<DType>(weir_tensor_dtype(tensor)), Shape(shape, shape + weir_tensor_rank(tensor))};
  return loadTensor(meta, weir_tensor_data(tensor));
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

Result<JobRunner> JobRunner::load(std::span<const uint8_t> bytes) {
  // What is not written is 0xFF, and two workers share the tiles of a launch: both show what depends on either.
  weir_device_options options{.threads = 2, .poison = 1};
  JobRunner runner;
  weir_device *device = nullptr;
  if (Status status{weir_device_create("cpu", &options, &device)})
    return failureOf(status.get());
  runner.device.reset(device);
  weir_artifact *artifact = nullptr;
  if (Status status{weir_artifact_load_memory(device, bytes.data(), bytes.size(), &artifact)})
    return failureOf(status.get());
  runner.artifact.reset(artifact);
  return runner;
}

Result<std::vector<HostTensor>> JobRunner::run(const std::string &name, std::span<StoredTensor> inputs) const {
  Result<JobHandle> job = makeJob(device.get(), artifact.get(), name);
  if (!job)
    return job.failure();
  std::vector<Tensor> owned;
  std::vector<weir_tensor *> operands;
  for (StoredTensor &input : inputs) {
    Result<Tensor> tensor = borrow(device.get(), input);
    if (!tensor)
      return tensor.failure();
    operands.push_back(tensor->get());
    owned.push_back(std::move(*tensor));
  }
  int32_t count = weir_artifact_num_results(artifact.get(), weir_artifact_find_job(artifact.get(), name.c_str()));
  std::vector<weir_tensor *> results(static_cast<size_t>(count));
  if (Status status{
          weir_run(job->get(), operands.data(), static_cast<int32_t>(operands.size()), results.data(), count)})
    return failureOf(status.get());
  std::vector<HostTensor> tensors;
  for (weir_tensor *result : results)
    tensors.push_back(hostTensor(Tensor(result).get()));
  return tensors;
}

} // namespace weir

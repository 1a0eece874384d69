// See the header.
#include "unittests/Runtime/RuntimeTest.h"

#include <numeric>

namespace weir {

::testing::AssertionResult isOk(weir_status *status) {
  StatusHandle held(status);
  if (!status)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "code " << weir_status_code(status) << ": " << weir_status_message(status)
                                       << " at " << weir_status_op(status) << ", " << weir_status_file(status) << ":"
                                       << weir_status_line(status);
}

std::string messageOf(weir_status *status, weir_code expected) {
  StatusHandle held(status);
  EXPECT_EQ(weir_status_code(status), expected) << weir_status_message(status);
  return weir_status_message(status);
}

ArtifactHandle Harness::load(const Artifact &artifact) {
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  EXPECT_TRUE(bool(bytes)) << (bytes ? "" : bytes.message());
  weir_artifact *loaded = nullptr;
  if (bytes)
    EXPECT_OK(weir_artifact_load_memory(device.get(), bytes->data(), bytes->size(), &loaded));
  return ArtifactHandle(loaded);
}

JobHandle Harness::job(const ArtifactHandle &artifact, const char *name) {
  weir_job *created = nullptr;
  EXPECT_OK(weir_job_create(session.get(), artifact.get(), name, &created));
  return JobHandle(created);
}

weir_status *Harness::tryRun(const JobHandle &job, const std::vector<TensorHandle> &inputs,
                             std::vector<TensorHandle> &results, size_t numResults) {
  std::vector<weir_tensor *> in, out(numResults);
  for (const TensorHandle &input : inputs)
    in.push_back(input.get());
  weir_status *status = weir_run(job.get(), in.data(), int32_t(in.size()), out.data(), int32_t(out.size()));
  for (weir_tensor *result : out)
    results.emplace_back(result);
  return status;
}

std::vector<TensorHandle> Harness::run(const JobHandle &job, const std::vector<TensorHandle> &inputs,
                                       size_t numResults) {
  std::vector<TensorHandle> results;
  EXPECT_OK(tryRun(job, inputs, results, numResults));
  return results;
}

std::vector<TensorHandle> Harness::launch(const JobHandle &job, const std::vector<const TensorHandle *> &inputs,
                                          size_t numResults) {
  std::vector<weir_tensor *> in, out(numResults);
  for (const TensorHandle *input : inputs)
    in.push_back(input->get());
  EXPECT_OK(weir_launch(job.get(), in.data(), int32_t(in.size()), out.data(), int32_t(out.size())));
  return {out.begin(), out.end()};
}

std::vector<float> iota(int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

} // namespace weir

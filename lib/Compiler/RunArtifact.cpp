// Jobs of an artifact on a device, described as text.
#include "lib/Compiler/RunArtifact.h"

#include "lib/Compiler/RunJob.h"

#include <algorithm>
#include <sstream>

namespace weir {

namespace {

constexpr int64_t kShownElements = 8;

StoredTensor ones(TensorMeta meta) {
  std::replace(meta.shape.begin(), meta.shape.end(), kDynamic, int64_t(1));
  HostTensor tensor = HostTensor::zeros(std::move(meta));
  std::fill(tensor.floats.begin(), tensor.floats.end(), 1.0);
  std::fill(tensor.integers.begin(), tensor.integers.end(), 1);
  return storeTensor(tensor, ElementLayout::RowMajor);
}

void describe(const HostTensor &tensor, std::ostringstream &text) {
  text << toString(tensor.meta) << ":";
  for (int64_t i = 0; i < std::min(tensor.numElements(), kShownElements); ++i) {
    auto index = static_cast<size_t>(i);
    text << " ";
    if (isFloat(tensor.meta.dtype))
      text << tensor.floats[index];
    else
      text << tensor.integers[index];
  }
  text << (tensor.numElements() > kShownElements ? " ...\n" : "\n");
}

} // namespace

Result<std::string> runArtifact(std::span<const uint8_t> artifact, const std::string &device, const std::string &job) {
  Result<JobRunner> runner = JobRunner::load(artifact, device);
  if (!runner)
    return runner.failure();
  std::ostringstream text;
  for (const std::string &name : job.empty() ? runner->jobs() : std::vector{job}) {
    Result<std::vector<TensorMeta>> metas = runner->inputs(name);
    if (!metas)
      return metas.failure();
    std::vector<StoredTensor> inputs;
    for (const TensorMeta &meta : *metas)
      inputs.push_back(ones(meta));
    Result<std::vector<HostTensor>> results = runner->run(name, inputs);
    if (!results)
      return results.failure();
    for (size_t i = 0; i < results->size(); ++i) {
      text << name << " result " << i << " ";
      describe((*results)[i], text);
    }
  }
  return text.str();
}

} // namespace weir

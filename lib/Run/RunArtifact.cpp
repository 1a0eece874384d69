// Jobs of an artifact on a device, described as text.
#include "lib/Run/RunArtifact.h"

#include "lib/Run/BenchmarkJob.h"
#include "lib/Support/HostMemory.h"
#include "lib/Support/Philox.h"

#include <algorithm>

namespace weir {

namespace {

constexpr int64_t kTraceCapacity = 1 << 20;

/// Of what no file gives: any size is 1.
StaticMeta drawnMeta(const TensorMeta &meta) {
  Sizes sizes;
  for (DimSize size : meta.shape)
    sizes.push_back(size.knownOr(1));
  return {meta.dtype, std::move(sizes)};
}

std::optional<Failure> checkFit(std::span<const NamedMeta> inputs) {
  int64_t bytes = 0; // of each at most 2^51: the artifact's reader has seen to that
  for (const NamedMeta &input : inputs) {
    Result<int64_t> count = checkedNumElements(drawnMeta(input.meta).shape);
    if (!count)
      return count.failure();
    bytes += *count * int64_t(sizeof(double));
    if (auto failure = checkHostMemory("inputs", bytes))
      return failure;
  }
  return std::nullopt;
}

HostTensor drawn(const TensorMeta &meta, std::optional<uint64_t> seed, uint64_t &next) {
  HostTensor tensor = HostTensor::zeros(drawnMeta(meta));
  auto unit = [&] { return uniformF64({.seed = *seed}, next++); };
  for (double &number : tensor.floats)
    number = seed ? 2 * unit() - 1 : 1;
  for (int64_t &number : tensor.integers)
    number = seed ? unit() < 0.5 : 1;
  return tensor;
}

class ArtifactRun {
public:
  ArtifactRun(const JobRunner &runner, const RunArtifactOptions &options) : runner(runner), options(options) {}

  std::optional<Failure> prepare(const std::string &name, const InputsFn &inputs) {
    Result<std::vector<NamedMeta>> ports = runner.inputs(name);
    if (!ports)
      return ports.failure();
    Result<std::vector<HostTensor>> tensors = inputs(name, *ports);
    if (!tensors)
      return tensors.failure();
    auto variables = readVariables(runner.variables(), options.variables);
    if (!variables)
      return variables.failure();
    std::vector<StoredTensor> stored;
    for (const HostTensor &tensor : *tensors)
      stored.push_back(storeTensor(tensor, ElementLayout::RowMajor));
    Result<PreparedJob> job = runner.prepare(name, std::move(stored), *variables);
    if (!job)
      return job.failure();
    jobs.emplace_back(name, std::move(*job));
    return std::nullopt;
  }

  std::optional<Failure> runJobs() {
    if (!options.traceFile.empty())
      if (auto failure = runner.trace(kTraceCapacity))
        return failure;
    for (auto &[name, job] : jobs) {
      if (auto failure = job.run())
        return failure;
      if (auto failure = addResults(name, job))
        return failure;
      if (auto failure = options.memory ? describeMemory(name, job) : std::nullopt)
        return failure;
    }
    return options.traceFile.empty() ? std::nullopt : runner.exportTrace(options.traceFile);
  }

  std::optional<Failure> benchmark(unsigned runs) {
    for (auto &[name, job] : jobs) {
      Result<std::string> times = benchmarkJob(runner, job, runs);
      if (!times)
        return times.failure();
      text += name + ": " + *times;
    }
    return std::nullopt;
  }

  /// Behind all that may fail.
  std::optional<Failure> writeFiles() const {
    return files.empty() ? std::nullopt : writeNpyFiles(options.outputFolder, files);
  }

  std::string take() { return std::move(text); }

private:
  std::optional<Failure> addResults(const std::string &name, const PreparedJob &job) {
    Result<std::vector<NamedMeta>> ports = runner.results(name);
    Result<std::vector<HostTensor>> results = job.results();
    if (!ports || !results)
      return ports ? results.failure() : ports.failure();
    describeResults(name, *ports, *results, options, text, files);
    return std::nullopt;
  }

  std::optional<Failure> describeMemory(const std::string &name, const PreparedJob &job) {
    Result<weir_job_memory> memory = job.memory();
    if (!memory)
      return memory.failure();
    text += name + " bytes: arena " + std::to_string(memory->arena_bytes) + " (live bound " +
            std::to_string(memory->live_bound) + "), scratch " + std::to_string(memory->scratch_bytes) +
            ", all of the device " + std::to_string(runner.bytesInUse()) + " (peak " +
            std::to_string(runner.peakBytes()) + ")\n";
    return std::nullopt;
  }

  const JobRunner &runner;
  const RunArtifactOptions &options;
  std::vector<std::pair<std::string, PreparedJob>> jobs;
  std::vector<NamedTensor> files;
  std::string text;
};

} // namespace

Result<std::vector<std::pair<std::string, HostTensor>>> readVariables(const std::vector<NamedMeta> &known,
                                                                      const std::vector<std::string> &files) {
  std::vector<std::pair<std::string, HostTensor>> variables;
  auto given = readInputs(files, known);
  if (!given)
    return given.failure();
  for (size_t i = 0; i < known.size(); ++i)
    if ((*given)[i])
      variables.emplace_back(known[i].name, std::move(*(*given)[i]));
  return variables;
}

void describeResults(const std::string &job, std::span<const NamedMeta> ports, std::vector<HostTensor> &results,
                     const RunArtifactOptions &options, std::string &text, std::vector<NamedTensor> &files) {
  for (size_t i = 0; i < results.size(); ++i) {
    text += job + " " + ports[i].name + " " + describe(results[i], options.shownElements) + "\n";
    if (!options.outputFolder.empty())
      files.push_back({job + "." + ports[i].name, std::move(results[i])});
  }
}

InputsFn inputsOfFiles(std::vector<std::string> files, std::optional<uint64_t> seed) {
  return [=](const std::string &, std::span<const NamedMeta> inputs) -> Result<std::vector<HostTensor>> {
    auto given = readInputs(files, inputs);
    if (!given)
      return given.failure();
    if (auto failure = seed ? std::nullopt : checkComplete(files, inputs, *given))
      return *failure;
    if (auto failure = checkFit(inputs))
      return *failure;
    std::vector<HostTensor> tensors;
    uint64_t next = 0;
    for (size_t i = 0; i < inputs.size(); ++i)
      tensors.push_back((*given)[i] ? std::move(*(*given)[i]) : drawn(inputs[i].meta, seed, next));
    return tensors;
  };
}

Result<std::string> runArtifact(std::span<const uint8_t> artifact, const InputsFn &inputs,
                                const RunArtifactOptions &options) {
  Result<JobRunner> runner = JobRunner::load(artifact, options.device, options.runner);
  if (!runner)
    return runner.failure();
  ArtifactRun run(*runner, options);
  for (const std::string &name : options.job.empty() ? runner->jobs() : std::vector{options.job})
    if (auto failure = run.prepare(name, inputs))
      return *failure;
  if (auto failure = run.runJobs())
    return *failure;
  if (options.benchmark)
    if (auto failure = run.benchmark(*options.benchmark))
      return *failure;
  if (auto failure = run.writeFiles())
    return *failure;
  return run.take();
}

} // namespace weir

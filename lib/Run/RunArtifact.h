// Jobs of an artifact on a device, described as text. What weir-run does with a .weir file, and with the jobs of a
// module once they are compiled.
#pragma once

#include "lib/Run/RunJob.h"

#include <functional>

namespace weir {

struct RunArtifactOptions {
  std::string device = "cpu";
  std::string job; ///< the one that runs; empty: all that the artifact has for the device
  RunnerOptions runner;
  int64_t shownElements = 8;
  std::string outputFolder;           ///< if set: JOB.RESULT.npy of every result goes there
  std::string traceFile;              ///< if set: what ran, as Perfetto reads it
  bool memory = false;                ///< say what memory the runs take
  std::optional<unsigned> benchmark;  ///< if set: so many runs are timed; see benchmarkJob
  std::vector<std::string> variables; ///< files for variables, by name
};

/// The tensors that a job starts from.
using InputsFn =
    std::function<Result<std::vector<HostTensor>>(const std::string &job, std::span<const NamedMeta> inputs)>;

/// Of files. Without any all are ones; if there is a seed, those that no file gives are random numbers: floats from -1
/// to 1, integers 0 and 1. A size that may be any is 1.
InputsFn inputsOfFiles(std::vector<std::string> files, std::optional<uint64_t> seed);

/// The values that files give for variables.
Result<std::vector<std::pair<std::string, HostTensor>>> readVariables(const std::vector<NamedMeta> &known,
                                                                      const std::vector<std::string> &files);

/// A line for each result: job, name, type and its first elements; and, if there is a folder for them, its file.
void describeResults(const std::string &job, std::span<const NamedMeta> ports, std::vector<HostTensor> &results,
                     const RunArtifactOptions &options, std::string &text, std::vector<NamedTensor> &files);

/// A line for each result: job, name, type and its first elements; then what the options ask for.
Result<std::string> runArtifact(std::span<const uint8_t> artifact, const InputsFn &inputs,
                                const RunArtifactOptions &options);

} // namespace weir

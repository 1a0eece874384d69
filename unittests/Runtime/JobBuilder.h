// Writes artifacts and jobs for tests as a compiler would, but by hand.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// An artifact for this machine with all test kernels, some of them for devices too.
Artifact testArtifact();
/// A job "main" of so many instructions, each of which doubles its numbers into a buffer of its own.
Artifact doublings(int length);

class JobBuilder {
public:
  JobBuilder(Artifact &artifact, std::string name, Job::Kind kind = Job::Kind::Ordinary);

  Id constant(int64_t value);
  Id sizeOf(Id buffer, uint32_t dim);
  Id scalar(HostScalar::Kind kind, Id lhs, Id rhs);

  /// Sizes of kDynamic become host scalars of their own.
  Id input(const std::string &name, DType dtype, std::vector<int64_t> shape);
  Id result(const std::string &name, DType dtype, std::vector<int64_t> port, std::vector<Id> sizes);
  Id result(const std::string &name, DType dtype, const std::vector<int64_t> &shape) {
    return result(name, dtype, shape, sizes(shape));
  }
  /// Its lifetime follows from its uses.
  Id arenaOf(DType dtype, std::vector<Id> sizes, std::optional<Id> inPlaceOf = {});
  Id arena(DType dtype, const std::vector<int64_t> &shape) { return arenaOf(dtype, sizes(shape)); }
  Id variable(const std::string &name);

  // Of a job that repeats; shapes are those of one iteration.
  void repeat(uint32_t times) { job.repeat = times; }
  Id slicedInput(const std::string &name, DType dtype, const std::vector<int64_t> &shape);
  Id stackedResult(const std::string &name, DType dtype, const std::vector<int64_t> &shape);
  Id registers(uint32_t count, DType dtype, const std::vector<int64_t> &shape);
  Id carried(DType dtype, const std::vector<int64_t> &shape);
  /// The instruction.
  Id only(When when, Id instruction) {
    job.instructions[instruction].when = when;
    return instruction;
  }
  Id constantBuffer(Id constant);
  Id view(Id of, std::vector<Id> sizes, int64_t offset, const std::vector<int64_t> &strides);

  std::vector<Id> sizes(const std::vector<int64_t> &shape);
  std::vector<Id> sizesOf(Id buffer) const { return job.buffers[buffer].sizes; }

  /// The instruction's number. Its op is called after it, at line 10 + number.
  Id add(InstructionBody body, uint32_t stream = 0, std::vector<Id> predecessors = {});
  Id call(const std::string &kernel, std::vector<Id> operands, uint32_t stream = 0, std::vector<Id> predecessors = {},
          std::vector<Id> scalars = {});

  /// Sets lifetimes, and targets where there are none, and appends the job to the artifact.
  Id finish();

  Artifact &artifact;
  Job job;

private:
  Id addBuffer(Buffer buffer);
};

} // namespace weir

// The sizes, strides and places of a job's buffers once the sizes of its inputs are known.
#pragma once

#include "lib/Runtime/Status.h"
#include "lib/Runtime/Vm/JobInfo.h"

namespace weir {

/// An input as it was given; strides in elements.
struct InputLayout {
  std::span<const int64_t> sizes, strides;
};

struct BufferLayout {
  std::vector<int64_t> sizes, strides; ///< in elements
  int64_t bytes = 0;                   ///< that a row-major buffer of these sizes takes
  Id root = 0;                         ///< the buffer that holds the bytes
  int64_t offset = 0;                  ///< in bytes from the start of the root
  /// Of a root: iteration k has number k modulo `places` of those that begin `step` bytes apart.
  uint32_t places = 1;
  int64_t step = 0;
};

struct JobLayout {
  std::vector<int64_t> scalars;
  std::vector<BufferLayout> buffers; ///< as an iteration sees them
  std::vector<BufferLayout> results; ///< as the caller sees them
};

/// Inputs are those of the caller. Fails where sizes disagree with each other, with the job's ports or with its
/// variables, where arithmetic overflows and where a view reaches outside its buffer.
Status layOut(const Artifact &artifact, const Job &job, const JobInfo &info, std::span<const InputLayout> inputs,
              JobLayout &layout);

} // namespace weir

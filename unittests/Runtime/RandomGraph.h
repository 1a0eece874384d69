// A job of many small kernels on several streams, with edges wherever one needs another's value.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// Each instruction adds one to an earlier value; bytes of the arena are reused as soon as the list allows it, so a
/// reader that comes late would find another's value. The job "main" takes the number 5 and gives eight numbers.
Artifact randomGraph(uint32_t seed, uint32_t numStreams, std::vector<int64_t> &expected);

/// One that repeats, of the same kernels: its input is x[k] = 5 + 3 k for iteration k, which is all that buffers of
/// several registers, carried ones and variables "v0" and "v1" follow from. What is expected of each result.
Artifact repeatedGraph(uint32_t seed, uint32_t numStreams, uint32_t repeat,
                       std::vector<std::vector<int64_t>> &expected);

} // namespace weir

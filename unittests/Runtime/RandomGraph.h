// A job of many small kernels on several streams, with edges wherever one needs another's value.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// Each instruction adds one to an earlier value; bytes of the arena are reused as soon as the list allows it, so a
/// reader that comes late would find another's value. The job "main" takes the number 5 and gives eight numbers.
Artifact randomGraph(uint32_t seed, uint32_t numStreams, std::vector<int64_t> &expected);

} // namespace weir

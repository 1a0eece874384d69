// Measures alternative schedules of a program's kernels here, and keeps those that are faster.
#pragma once

#include "lib/Compiler/Compile.h"

namespace weir {

struct TuneOptions {
  double seconds = 10; ///< after which nothing new is measured, from when each kernel has run once
  std::string file;    ///< where winners are kept, beside what stands there
};

/// A table: for each kernel that was measured, its launches in a run of all jobs, its time as suggested, its time as
/// kept, and its schedule, if that is another one. Kernels whose sizes are not known are left alone.
Result<std::string> tune(std::string_view mlirText, const CompileOptions &options, const TuneOptions &tuning);

} // namespace weir

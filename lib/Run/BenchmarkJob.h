// How long a job takes, and in which kernels.
#pragma once

#include "lib/Run/RunJob.h"

namespace weir {

/// Runs a job of the runner, which has run before, and says as text: the median of its times with the 10th and the 90th
/// percentile; then for each kernel the launches of a run, the median of the time they take together, its share of all
/// instructions' and where the kernel comes from. `runs` are timed, 0 for as many as take one second (5 to 1000).
/// Kernels are timed in runs of their own, by the device's trace, which is off behind them.
Result<std::string> benchmarkJob(const JobRunner &runner, PreparedJob &job, unsigned runs);

} // namespace weir

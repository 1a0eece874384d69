// The class Job, for those who launch it without a call of Python between.
#pragma once

#include "python/bindings/PyStorage.h"

#include <span>
#include <vector>

namespace weir::python {

struct FreeJob {
  void operator()(weir_job *job) const { weir_job_free(job); }
};

struct PyJob {
  std::unique_ptr<weir_job, FreeJob> job;
  const TensorDevice *device;
  int32_t numResults;
};

/// Returns before the run has ended: whoever looks at a result waits, and is told what went wrong. Results of a run
/// that has ended already are sure, where it is one that `cannotFail`.
std::vector<TensorStorage> launch(const PyJob &job, std::span<const TensorStorage *const> inputs,
                                  bool cannotFail = false);

} // namespace weir::python

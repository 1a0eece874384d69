// The class Job, for those who launch it without a call of Python between.
#pragma once

#include "python/bindings/PyStorage.h"
#include "python/bindings/ShortList.h"

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

/// Adds the results, before the run has ended: whoever looks at a result waits, and is told what went wrong. Results of
/// a run that has ended already are sure, where it is one that `cannotFail`; of such a job, a result may be in the
/// place of what `GivenMemory` says.
void launch(const PyJob &job, std::span<const TensorStorage *const> inputs, bool cannotFail,
            ListOf<TensorStorage> &results);

/// A list of Python, of what these hold.
pybind11::list boxed(ListOf<TensorStorage> &storages);

/// As long as it lives, a launch of this thread that reads this memory may put its result there: whoever has it is
/// about to write that result there.
class GivenMemory {
public:
  explicit GivenMemory(const TensorStorage *storage);
  ~GivenMemory();
  GivenMemory(const GivenMemory &) = delete;
  GivenMemory &operator=(const GivenMemory &) = delete;
};

} // namespace weir::python

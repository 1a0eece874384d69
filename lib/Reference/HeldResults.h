// The results that a finite difference of a loss has to hold constant: of ops that stop gradients, and of step
// functions.
#pragma once

#include "lib/Reference/Interpreter.h"

namespace weir {

/// Notes those results in a run at one point, and puts them in place in runs of the same function at points nearby.
/// Outlives the functions that it gives.
class HeldResults {
public:
  AfterOpFn note();
  /// For one run.
  AfterOpFn putInPlace();

private:
  std::vector<std::vector<HostTensor>> held; ///< in the order of the ops
  size_t next = 0;
};

} // namespace weir

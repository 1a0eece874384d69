/* The kernels that the fake driver can run: C functions that do the work of one thread. */
#ifndef WEIR_UNITTESTS_RUNTIME_FAKEKERNELS_H
#define WEIR_UNITTESTS_RUNTIME_FAKEKERNELS_H

#include <cstdint>
#include <functional>
#include <string>

namespace weir::fake {

struct Thread {
  unsigned thread = 0, block = 0, threads = 0;
};

struct Kernel {
  size_t numWords = 0; ///< of its parameters
  std::function<void(const uint64_t *words, Thread thread)> run;
};

/// Null if there is none of that name.
const Kernel *findKernel(const std::string &name);

} // namespace weir::fake

#endif

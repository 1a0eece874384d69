/* The kernels that the fake driver can run: C functions that do the work of one thread. */
#ifndef WEIR_UNITTESTS_RUNTIME_FAKEKERNELS_H
#define WEIR_UNITTESTS_RUNTIME_FAKEKERNELS_H

#include <cstdint>
#include <string>

namespace weir::fake {

struct Thread {
  unsigned thread = 0, block = 0, threads = 0;
};

bool isFakeKernel(const std::string &name);
/// How many words of parameters it takes.
size_t numFakeWords(const std::string &name);
/// False if there is no such kernel.
bool runFakeKernel(const std::string &name, const uint64_t *words, Thread thread);

} // namespace weir::fake

#endif

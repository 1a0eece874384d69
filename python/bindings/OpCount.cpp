// See OpCount.h.
#include "python/bindings/OpCount.h"

namespace weir::python {

uint64_t &opCount() {
  thread_local uint64_t count = 0;
  return count;
}

} // namespace weir::python

// Threads beside a Python that ends.
#include "python/bindings/Gil.h"

#include <unistd.h>

namespace weir::python {

bool isPythonEnding() {
#if PY_VERSION_HEX >= 0x030D0000
  return !Py_IsInitialized() || Py_IsFinalizing();
#else
  return !Py_IsInitialized() || _Py_IsFinalizing();
#endif
}

void stayForEver() {
  while (true)
    pause();
}

} // namespace weir::python

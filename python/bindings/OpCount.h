// How much a thread has done that a function's result may depend on: ops that it has executed, and all else that a call
// like it can't do again by a plan, such as looking at elements or taking random numbers.
#pragma once

#include <cstdint>

namespace weir::python {

uint64_t &opCount();
/// Something that can't be done again by a plan.
inline void countOp() { ++opCount(); }

} // namespace weir::python

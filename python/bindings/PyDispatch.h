// The table of plans, by which calls run that are like one before.
#pragma once

#include "python/bindings/PyCallParts.h"
#include "python/bindings/PyPlan.h"

#include <optional>

namespace weir::python {

/// Of calls like this one. Nothing where none has been kept; null where it is kept that there is none.
std::optional<PlanRef> findPlan(const CallParts &call);
/// Says that a call has run by a plan.
void countPlan();
/// What the key names is held as long as the plan.
void keepPlan(const CallParts &call, PlanRef plan);
/// Gradients that `derived`, a function of Python, compiles for operands like these: null where there are none. Adds to
/// the operands that are read, of calls unlike all before; where some have been written to, it waits to know them.
std::vector<pybind11::object> runDerived(const pybind11::object &derived, std::span<const pybind11::object> operands,
                                         bool areWritten, std::optional<std::vector<bool>> &isRead);

/// Whether this thread's products are computed in bfloat16.
bool isAutocasting();

} // namespace weir::python

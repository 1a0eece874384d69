// Plans: how calls run that are like one before.
#pragma once

#include "python/bindings/PyCallParts.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

namespace weir::python {

struct CallPlan;
using PlanRef = std::shared_ptr<const CallPlan>;

/// Of calls like this one. Nothing where none has been kept; null where it is kept that there is none.
std::optional<PlanRef> findPlan(const CallParts &call);
/// What the key names is held as long as the plan.
void keepPlan(const CallParts &call, PlanRef plan);
/// Null where Python has to look at the operands first.
pybind11::object runPlan(const PlanRef &plan, std::span<TensorFields *const> tensors);

/// Gradients that `derived`, a function of Python, compiles for operands like these: null where there are none. Adds to
/// the operands that are read, of calls unlike all before.
std::vector<pybind11::object> runDerived(const pybind11::object &derived, std::span<const pybind11::object> operands,
                                         std::optional<std::vector<bool>> &isRead);

/// Whether this thread's products are computed in bfloat16.
bool isAutocasting();

/// What a function of Python did: how many ops this thread has executed, and the last one while somebody asks.
/// Plain calls instead of an object's life, as a thread may end inside of the function.
uint64_t beginToNoteOps();
/// Something that a thread executes beside ops of `dispatch`.
void countOp();
struct NotedOps {
  uint64_t count = 0; ///< since it began
  PlanRef plan;       ///< of the only one, if it ran by a plan, with these tensors, and had this result
};
NotedOps endToNoteOps(uint64_t begun, PyObject *result, std::span<TensorFields *const> tensors);

} // namespace weir::python

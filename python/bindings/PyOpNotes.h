// What a function of Python did: the ops that a thread has executed while somebody asks. A function that did nothing
// else can do so again by a plan.
#pragma once

#include "python/bindings/PyPlan.h"

namespace weir::python {

/// Where a function, or an op, began.
struct NotesBegin {
  uint64_t count; ///< of all that the thread had done
  size_t numOps;  ///< that were noted
};

/// What is done meanwhile is one op.
class OneOp {
public:
  OneOp();
  /// Without a plan, it has run for the first time: the next call of its kind has one.
  void end(PlanRef plan, std::span<TensorFields *const> operands, pybind11::handle result) const;

private:
  NotesBegin begun;
};
/// Runs a plan as one op. Null where Python has to look at the operands first.
pybind11::object runNoted(const PlanRef &plan, std::span<TensorFields *const> operands);

/// Plain calls instead of an object's life, as a thread may end inside of the function.
NotesBegin beginToNoteOps();
/// How a function's ops run that are like these.
struct LearnedPlan {
  bool isKnown = false; ///< false where a later call may say
  PlanRef plan = {};    ///< null where each call has to ask Python
};
/// Of a function of these tensors that has given `result`, or nothing where it failed.
LearnedPlan endToNoteOps(NotesBegin begun, pybind11::handle result, std::span<TensorFields *const> tensors);

} // namespace weir::python

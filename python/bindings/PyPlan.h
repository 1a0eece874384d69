// Plans: how calls run that are like one before, without a frame of Python.
#pragma once

#include "python/bindings/PyTensor.h"
#include "python/bindings/ShortList.h"
#include "python/bindings/ViewRule.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace weir::python {

class ProgramCall;

/// How a call of some key runs.
class CallPlan {
public:
  virtual ~CallPlan() = default;
  /// What the call gives for these tensors; null where Python has to look at them first, and nothing was done.
  virtual pybind11::object run(std::span<TensorFields *const> tensors) const = 0;
  /// Whether a tensor that was there is another one afterwards.
  virtual bool writes() const { return false; }
  /// Whether it launches one job, and does nothing else.
  virtual bool isOneLaunch() const { return false; }
  /// Whether all that it does is to give the first tensor the elements of the second.
  virtual bool writesSecondToFirst() const { return false; }
};
using PlanRef = std::shared_ptr<const CallPlan>;

/// A result that lies in the memory of its operand, which has these sizes and any strides.
class ViewPlan : public CallPlan {
public:
  /// `shape`, `op` and `attributes` are what the result says of itself.
  ViewPlan(ViewRule rule, const std::vector<int64_t> &sizes, pybind11::object shape, pybind11::object op,
           pybind11::object attributes);
  pybind11::object run(std::span<TensorFields *const> tensors) const override;

private:
  ViewRule rule;
  std::vector<int64_t> sizes;
  std::optional<ViewPlace> ofRowMajor; ///< where that is what the operand is
  pybind11::object shape, op, attributes;
};

/// Results that a compiled job computes.
class JobPlan : public CallPlan {
public:
  /// `job` is Python's, which the tape asks; `call` its ProgramCall. Of operands that are not in `read`, tensors of
  /// their sizes are given to the job. `areThere` says which of the function's results the job has.
  JobPlan(pybind11::object job, pybind11::object call, const std::set<uint32_t> &read, std::vector<bool> areThere);
  pybind11::object run(std::span<TensorFields *const> tensors) const override;
  bool isOneLaunch() const override { return true; }
  /// In the places of those that the job doesn't have is nothing.
  std::vector<pybind11::object> resultsOf(std::span<TensorFields *const> tensors) const;

private:
  // These add the results that the job has.
  void runNow(std::span<TensorFields *const> tensors, ListOf<pybind11::object> &made) const;
  void runOnTape(std::span<TensorFields *const> tensors, ListOf<pybind11::object> &made) const;
  void runLater(std::span<TensorFields *const> tensors, ListOf<pybind11::object> &made) const;
  const class TensorStorage *operandOf(size_t number, TensorFields &tensor) const;
  pybind11::object backwardOf(std::span<TensorFields *const> tensors) const;

  pybind11::object job, kept;
  const ProgramCall &call;
  std::vector<bool> isRead;
  std::vector<bool> areThere;
  mutable std::vector<pybind11::object> standIns;                            ///< of operands that are not read
  mutable std::vector<std::pair<uint64_t, pybind11::object>> backwards = {}; ///< by who requires gradients
};

/// What plans ask of Python, and the classes of what they make. Never freed, as the interpreter may end before.
struct PythonSide {
  pybind11::object noteView, backwardOf, ofSize, later; ///< functions
  pybind11::object tensor, view, size;                  ///< classes
  pybind11::object apart;                               ///< stands for the node of a view where no gradients flow
};
PythonSide &pythonSide();

} // namespace weir::python

// The tape: how tensors outside of traces were computed. What a job has computed is a result of a node, which is C++'s;
// other steps, such as views and functions of the program's own, are Python's.
#pragma once

#include "python/bindings/PyTensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weir::python {

/// Gradients of a job's results with respect to some of its operands.
struct Backward {
  pybind11::object derived;                     ///< of Python: compiles them
  std::vector<uint32_t> wanted, of;             ///< numbers of operands, and of the results that gradients are given of
  std::optional<std::vector<bool>> isRead = {}; ///< by operand, once that is known
};

/// Where a gradient goes: to a result of a step; or to a leaf, with -1.
struct Edge {
  pybind11::object owner;
  int number = -1;
};
Edge edgeOf(TensorFields &tensor);

/// An operand that the gradients read, as it was; another one says dtype and shape.
struct KeptOperand {
  pybind11::object tensor;
  bool isRead = true;
  uint64_t writes = 0; ///< of its memory so far
};

/// What a node holds. It is the base of a class of Python.
struct NodeFields {
  struct Result {
    pybind11::object dtype, shape;
  };

  pybind11::object backward; ///< a Backward
  std::vector<KeptOperand> operands;
  bool isUsed = false; ///< its operands are gone
  std::vector<Edge> edges;
  std::vector<Result> results;
  int64_t sequence = 0; ///< later steps have larger ones
  pybind11::object hooks = pybind11::none();
  pybind11::object code; ///< of the line that called, with the offset of an instruction there; null if there is none
  int offset = 0;

  /// Null where the object is no node.
  static NodeFields *of(pybind11::handle object);
  /// Of each edge, or null. Given are those of the results, null where there are none.
  std::vector<pybind11::object> gradients(pybind11::handle self, std::vector<pybind11::object> given, bool keeps);
};

bool gradientsFlow();
/// Whether they flow on this thread as long as this lives.
class GradientsFlow {
public:
  explicit GradientsFlow(bool flow);
  ~GradientsFlow();
  GradientsFlow(const GradientsFlow &) = delete;
  GradientsFlow &operator=(const GradientsFlow &) = delete;

private:
  bool before;
};

/// Views whose source was written to get the history that they have since.
void followSources(std::span<TensorFields *const> tensors);
bool requiresGradients(std::span<TensorFields *const> tensors);
/// Notes a run on these tensors, some of which require gradients.
void noteRun(const pybind11::object &backward, std::span<TensorFields *const> operands,
             std::span<const pybind11::object> results);

void defineTape(pybind11::module_ &module);
/// The function `walk`.
void defineWalk(pybind11::module_ &module);

} // namespace weir::python

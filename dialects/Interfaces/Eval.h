// The meaning of an op on concrete tensors, as the interpreter sees it.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Semantics.h"

#include "mlir/IR/OpDefinition.h"

namespace weir {

/// An operand or result of an op under evaluation: what it is as a whole, and the box of it that is at hand.
struct EvalValue {
  StaticMeta whole;
  Box box;

  StaticMeta part() const {
    StaticMeta meta{whole.dtype, {}};
    for (const Range &range : box)
      meta.shape.push_back(range.size());
    return meta;
  }
};

/// What an eval knows beside its operands. lib/Reference/Evaluate.h makes scopes.
struct EvalScope {
  Attributes attributes; ///< "shape" of a ResultSized op is the whole result's, known
  IterationRule rule;    ///< of the whole op, all sizes known
  Box box;               ///< the factor ranges to compute
  /// Their boxes are what `box` touches, by tile().
  std::vector<EvalValue> operands, results;
  bool widened = false; ///< floats stay f64
};

} // namespace weir

#include "dialects/Interfaces/Eval.h.inc"

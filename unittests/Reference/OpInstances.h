// Small instances of every weir op that computes tensors, for tests that walk over all ops.
#pragma once

#include "lib/Reference/Evaluate.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weir {

/// Operand elements are integers from this range, whatever the dtype.
struct ElementRange {
  int64_t least = -4, most = 4;
};

struct OpInstance {
  std::string arguments;            ///< of the function around the op: "%x: tensor<5x3xf32>"
  std::string text;                 ///< the op, without its results
  std::vector<ElementRange> ranges; ///< of the first operands; the others have the default
  int results = 1;
};

const std::vector<OpInstance> &opInstances();

/// Registers what the instances need, models of EvalInterface among it.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// One instance, parsed, with operands.
struct ParsedInstance {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Operation *op = nullptr;
  Tensors operands;
  Metas metas;
};
ParsedInstance parse(const OpInstance &instance, mlir::MLIRContext &context);

/// A tensor of pseudo-random elements, a function of `seed`.
HostTensor randomTensor(StaticMeta meta, ElementRange range, uint64_t seed);

} // namespace weir

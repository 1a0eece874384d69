// A few instances of each sample that the op records have, or that is learned of an op without: tables of ops need no
// row for them.
#pragma once

#include "lib/Verify/BoundSample.h"

namespace weir {

struct SampleInstance {
  mlir::RegisteredOperationName op;
  Metas operands;
  std::vector<NumberRange> ranges; ///< of the operands' elements
  std::vector<mlir::NamedAttribute> attributes;
  bool hasNumbers = false; ///< whether the sample gives the number of a size, which the op may have to know then

  /// "weir.nll_loss %x0, %x1 {reduction = "mean"} : (tensor<5x3xf64>, tensor<5xi64>) -> tensor<f64>" on operands and
  /// results of these types.
  std::string text(llvm::ArrayRef<std::string> operandNames, const Metas &operandMetas, const Metas &results) const;
};

/// How letters and `...` become sizes, and classes dtypes.
struct InstanceSizes {
  std::vector<int64_t> sizes;
  Sizes rest;
  std::optional<DType> dtype; ///< of all operands that may have it; else each instance has another
};

/// As many of each sample as its longest list of alternatives has, up to six. What samplesOf has to say against an op's
/// samples is a failure of the test, as is an instance that the op refuses.
std::vector<SampleInstance> sampleInstances(mlir::RegisteredOperationName op, const InstanceSizes &sizes);

/// "tensor<5x3xf64>", "(tensor<5xf32>, tensor<5xi64>)"
std::string typesText(const Metas &metas);

} // namespace weir

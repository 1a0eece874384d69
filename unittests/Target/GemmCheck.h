// Holds a compiled product against float64: padded operands, memory outside untouched, any number of workers. Knows the
// calling convention of GemmKernel and nothing of the generator.
#pragma once

#include "unittests/Target/GemmCompile.h"

#include <optional>

namespace weir::cpu::testing {

struct ProductSizes {
  int64_t m, n, k, batch = 1;
};

/// The epilogue of the reference, in float64.
using ReferenceEpilogue = std::function<double(double sum, int64_t row, int64_t column)>;

struct CheckOptions {
  std::vector<int> workers = {1, 2, 3}; ///< all must give the same bits
  int64_t padding = 3;                  ///< elements between rows
  double low = -1, high = 1;            ///< of random operands
  bool specials = false;                ///< puts infinities and NaN into A and B
  ReferenceEpilogue epilogue;
  double epilogueMagnitude = 0; ///< the largest value that the epilogue adds
  std::vector<Tensor> operands; ///< of the epilogue
};

/// An error message, or nothing. `worst` becomes the largest |error| / sum |a b| seen.
std::optional<std::string> checkProduct(const GemmKernel &kernel, const ProductSizes &sizes,
                                        const CheckOptions &options = {}, double *worst = nullptr);

/// Elements as float64 of the types that products have.
double readElement(mlir::Type type, const void *data, int64_t index);
void writeElement(mlir::Type type, void *data, int64_t index, double value);

} // namespace weir::cpu::testing

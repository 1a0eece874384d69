// What a random program starts from. All of it follows from attributes in the module, so that a program that was made
// smaller, or read from a file, starts from the same numbers.
#pragma once

#include "lib/Verify/RandomInputs.h"

namespace weir::fuzz {

/// On the module: the seed that its inputs are drawn from.
inline constexpr llvm::StringLiteral kSeedAttr = "fuzz.seed";
/// On the module: the sizes that become `?` when it is compiled (DynamicSizes.h).
inline constexpr llvm::StringLiteral kDynamicAttr = "fuzz.dynamic";
/// On the module: the sizes that were to become `?` where an op doesn't take that.
inline constexpr llvm::StringLiteral kRefusedAttr = "fuzz.refused";
/// On an argument or variable: its InputRange as an array of numbers.
inline constexpr llvm::StringLiteral kInputAttr = "fuzz.input";

/// Which numbers an input holds, from `least` to `most`.
struct InputRange {
  int64_t number = 0; ///< no other input of the program has it
  int64_t least = -2, most = 2;
  bool whole = false; ///< integers only, also in floats: their sums and products are exact

  mlir::Attribute attribute(mlir::MLIRContext *context) const;
  /// The range that an attribute says; a default one where there is none.
  static InputRange of(mlir::Attribute attribute, int64_t number);
};

HostTensor drawInput(const StaticMeta &meta, const InputRange &range, uint64_t seed);

/// The inputs of a job of static sizes, and of all variables of its module.
RunInputs programInputs(mlir::func::FuncOp job);
/// The same with floats moved by up to `noise` at random, inside of their ranges.
RunInputs inputsNear(mlir::func::FuncOp job, double noise, uint64_t seed);

} // namespace weir::fuzz

// One random program, compiled and run on several targets beside the interpreter.
#pragma once

#include "lib/Verify/GradientCheck.h"

#include <optional>
#include <string>
#include <vector>

namespace weir::fuzz {

struct Finding {
  std::string where; ///< "cpu", "compiling for cpu", "gradient", "interpreter"
  std::string text;
};

struct Verdict {
  std::optional<Finding> finding;
  GradientCounts gradients;
};

/// What is wrong with a program of the form that randomProgram makes, if anything. On each target the results and
/// variables have to lie within the sum of the bounds of the ops (RoundingBounds); gradients are also compared with
/// differences of the loss.
Verdict tryProgram(mlir::ModuleOp module, llvm::ArrayRef<std::string> targets);

} // namespace weir::fuzz

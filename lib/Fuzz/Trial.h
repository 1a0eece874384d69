// One random program, compiled and run on several targets beside the interpreter.
#pragma once

#include "lib/Verify/GradientCheck.h"
#include "lib/Verify/RoundingBounds.h"

#include <optional>
#include <string>
#include <vector>

namespace weir::fuzz {

struct Finding {
  std::string where; ///< "cpu", "compiling for cpu", "gradient", "interpreter"
  std::string text;
};

/// How much the bounds of results leave open.
struct BoundCounts {
  int64_t results = 0;    ///< programs on targets
  int64_t drawnAgain = 0; ///< of these, which lay outside of the bounds that were drawn first, and inside of later ones
  int64_t elements = 0;   ///< of the programs' results
  int64_t unsettled = 0;  ///< of these, which any number fits
};

struct Verdict {
  std::optional<Finding> finding;
  GradientCounts gradients;
  BoundCounts bounds;
};

/// The first element of results on a target that lies outside of the bounds, and of those of eight more sets of
/// disturbed runs: where a comparison of numbers that are nearly equal goes either way, a few runs may all have gone
/// one way. Counts the results, and whether bounds were drawn again for them.
std::optional<Difference> firstOutside(const std::vector<HostTensor> &results, const RoundingBounds &bounds,
                                       const RunFn &run, BoundCounts &counts);

/// Judges gradients near a program's inputs, by a seed; fails where one is wrong.
using GradientAttemptFn = llvm::function_ref<mlir::FailureOr<GradientCounts>(uint64_t seed)>;

/// The most that one of a few attempts judged; more are made only while something is left to judge. A gradient that is
/// wrong in one attempt is wrong, whatever the others say.
mlir::FailureOr<GradientCounts> judgedGradients(GradientAttemptFn attempt);

/// What is wrong with a program of the form that randomProgram makes, if anything. On each target the results and
/// variables have to lie within the sum of the bounds of the ops (RoundingBounds); gradients are also compared with
/// differences of the loss.
Verdict tryProgram(mlir::ModuleOp module, llvm::ArrayRef<std::string> targets);

} // namespace weir::fuzz

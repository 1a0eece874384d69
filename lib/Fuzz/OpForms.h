// How a random op of each kind is drawn: by the samples of its record (lib/Verify/OpSamples.h). A table has the ops
// whose operands follow from the sizes of their result or from the geometry of windows.
#pragma once

#include "lib/Fuzz/RandomJob.h"
#include "lib/Verify/OpSamples.h"

#include <functional>
#include <map>
#include <string>

namespace weir::fuzz {

/// Tries to add one op with operands of the program; whether it was added.
using DrawFn = std::function<bool(RandomJob &program)>;

class OpForms {
public:
  explicit OpForms(mlir::MLIRContext *context);

  /// By name, all that can be drawn.
  const std::map<std::string, DrawFn> &all() const { return draws; }
  /// By name, why ops can't be drawn that must.
  const std::map<std::string, Failure> &failures() const { return missing; }
  /// How often an op is drawn beside others.
  int64_t weightOf(llvm::StringRef op) const;

private:
  std::map<std::string, DrawFn> draws;
  std::map<std::string, Failure> missing;
  mlir::MLIRContext *context;
};

/// A type, at least as wide as elements of the dtype, to form sums and products in; most often null, the op's own
/// choice.
mlir::Attribute anyAccumulator(Dice &dice, mlir::Builder &builder, DType dtype);

/// The same for an op with operands and attributes as the sample says.
bool drawSample(RandomJob &program, llvm::StringRef op, const OpSample &sample);

/// The table: ops that relate the shapes of their operands or take sizes, positions and the like.
const std::map<std::string, DrawFn> &opRecipes();
const std::map<std::string, DrawFn> &windowRecipes();

} // namespace weir::fuzz

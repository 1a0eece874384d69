// How a random op of each kind is drawn. For ops whose operands share a shape this is found by trying what the op
// verifies; only ops that relate shapes or take numbers of their own are in a table.
#pragma once

#include "lib/Fuzz/RandomJob.h"

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
  /// How often an op is drawn beside others.
  int64_t weightOf(llvm::StringRef op) const;

private:
  std::map<std::string, DrawFn> draws;
  mlir::MLIRContext *context;
};

/// A type, at least as wide as elements of the dtype, to form sums and products in; most often null, the op's own
/// choice.
mlir::Attribute anyAccumulator(Dice &dice, mlir::Builder &builder, DType dtype);

/// The table: ops that relate the shapes of their operands or take sizes, positions and the like.
const std::map<std::string, DrawFn> &opRecipes();
const std::map<std::string, DrawFn> &windowRecipes();

} // namespace weir::fuzz

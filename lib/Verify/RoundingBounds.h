// How far a computation may be from the exact one, given how exact each of its ops has to be.
#pragma once

#include "lib/Reference/Interpreter.h"
#include "lib/Verify/Difference.h"
#include "lib/Verify/RandomInputs.h"

namespace weir {

/// How exact the result of one op has to be: off by `relative` of itself; where it sums, by `ofTerms` of the sum of the
/// terms' magnitudes; and by what it makes of operands that are off by `ofOperands` of themselves.
struct OpBound {
  double relative = 0, ofTerms = 0, ofOperands = 0;
};
using OpBoundFn = std::function<OpBound(mlir::Operation *op, const EvalScope &scope, unsigned result)>;

/// The bound of an op that is computed in its own types: a few units in the last place of its result's dtype, and for a
/// product of n numbers sqrt(n) of its accumulator's, which is f32 for narrower floats; for a sum the same, but no more
/// than sqrt(256) however long it is. An elementwise op of
/// more than three operands, such as an optimizer's update, is a chain of roundings itself, each near the size of an
/// operand.
OpBound ownTypesBound(mlir::Operation *op, const EvalScope &scope, unsigned result);

/// The number of terms that each element of a sum may have; 1 for ops that sum nothing.
int64_t termsOf(const EvalScope &scope);

/// Moves each float of an op's results up or down at random, by as much as the op's bound allows.
void disturb(mlir::Operation *op, const EvalScope &scope, llvm::ArrayRef<HostTensor> operands,
             std::vector<HostTensor> &results, const OpBoundFn &boundOf, RandomNumbers &numbers);

/// Runs a program in the interpreter; what it is asked for again and again.
using RunFn = std::function<Result<std::vector<HostTensor>>(const InterpretOptions &options)>;

/// The sum of the per-op bounds at every element of a program's results. Each op is disturbed at random as far as its
/// bound allows, several times over; how far results move tells what they may be off by.
class RoundingBounds {
public:
  /// Comparisons make results jump, and a few runs don't see every jump: `jumps` allows each element of a result as
  /// much as the runs saw of the element that moved most.
  static Result<RoundingBounds> of(const RunFn &run, const OpBoundFn &boundOf, uint64_t seed, bool jumps = false);

  /// Takes the disturbed runs of bounds of the same program, too: what an element may be off by is the most of all.
  void add(RoundingBounds others);

  /// The first result that lies outside.
  std::optional<Difference> firstOutside(const std::vector<HostTensor> &actual, int64_t &numbers) const;

  int64_t numElements() const;
  /// Elements of which the runs disagree whether they are finite, or which integer they are: any result is right.
  int64_t numUnsettled() const;

private:
  Expectation expectationAt(size_t tensor, size_t i) const;
  bool isSettled(size_t tensor, size_t i) const;
  double movedAt(size_t tensor, size_t i) const;

  std::vector<HostTensor> exact, native;
  std::vector<std::vector<HostTensor>> disturbed;
  std::vector<double> jump; ///< of each result, in addition; 0 where none is allowed
};

} // namespace weir

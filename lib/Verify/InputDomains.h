// Which numbers a function's inputs may hold, so that its ops have defined results.
#pragma once

#include "lib/Verify/InputShapes.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace weir {

/// Numbers from `least` to `most`; of integers, below the sizes that `below` names.
struct InputDomain {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool leastIsOutside = false, mostIsOutside = false; ///< whether the ends themselves are not in the domain
  bool nonZero = false, isFinite = false;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 1> below; ///< a tensor and a dimension of it
  bool isDefault = true;

  bool contains(double number) const;
  bool isInterval() const { return std::isfinite(least) || std::isfinite(most); }
  /// The ends of the part of it that most numbers of programs are in, away from ends that are outside of it.
  std::pair<double, double> ordinaryPart() const;
  /// Keeps what is in the other domain, too.
  void restrict(const InputDomain &to);
};

/// An op's operand must lie in a domain, as the record's field `domain` says: the input that is moved there, by
/// reshapes and their kin or by calls, must. Inputs that pass through other ops have the default domain.
class InputDomains {
public:
  void add(mlir::func::FuncOp function);

  /// Whether any input has to lie in an interval.
  bool haveIntervals() const;

  InputDomain ofArgument(mlir::BlockArgument argument) const { return arguments.lookup(argument); }
  InputDomain ofVariable(const std::string &storage) const;

private:
  void add(mlir::func::FuncOp function, llvm::SmallVectorImpl<mlir::func::FuncOp> &callers);
  void addCall(mlir::Operation *call, mlir::func::FuncOp callee, const InputDomains &inside);
  void restrict(mlir::Value value, const InputDomain &domain);

  llvm::DenseMap<mlir::Value, InputDomain> arguments;
  std::map<std::string, InputDomain> variables;
};

} // namespace weir

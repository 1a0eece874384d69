// Which numbers a function's inputs may hold, so that its ops have defined results.
#pragma once

#include "lib/Verify/InputShapes.h"

#include <map>
#include <string>

namespace weir {

/// Numbers from `least` to `most`; of integers, below the sizes that `below` names.
struct InputDomain {
  double least = -2, most = 2;
  bool nonZero = false, isFinite = false;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 1> below; ///< a tensor and a dimension of it
  bool isDefault = true;
};

/// An op's operand must lie in a domain, as the records' field `domain` says: the input that is moved there, by
/// reshapes and their kin, must. Inputs that pass through other ops have the default domain.
class InputDomains {
public:
  /// Whether operands of the op have to lie in one.
  static bool hasDomain(llvm::StringRef op);

  void add(mlir::func::FuncOp function);

  InputDomain ofArgument(mlir::BlockArgument argument) const { return arguments.lookup(argument); }
  InputDomain ofVariable(const std::string &storage) const;

private:
  void restrict(mlir::Value value, const InputDomain &domain);

  llvm::DenseMap<mlir::Value, InputDomain> arguments;
  std::map<std::string, InputDomain> variables;
};

} // namespace weir

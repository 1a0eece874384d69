// Random tensors in a domain, and the inputs of functions made of them.
#pragma once

#include "lib/Reference/Interpreter.h"
#include "lib/Verify/InputDomains.h"

namespace weir {

/// Uniform numbers, the same for the same seed and number of a draw.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : seed(seed) {}
  double between(double least, double most);

private:
  uint64_t seed, next = 0;
};

enum class InputKind {
  Random,
  /// Numbers of all magnitudes that the dtype has, where the domain is an interval; random ones elsewhere.
  Wide,
  /// Among random numbers stand zeros of both signs, infinities, NaN, very large and very small numbers, an integer
  /// dtype's ends.
  Edge,
};

/// What a run starts from.
struct RunInputs {
  std::vector<HostTensor> arguments; ///< of type index: scalar i64 tensors
  VariableStore variables;
};

/// Elements are numbers of the dtype. `below` is the size that integers stay below, if the domain has one.
HostTensor randomTensor(const StaticMeta &meta, const InputDomain &domain, int64_t below, InputKind kind,
                        RandomNumbers &numbers);

/// Fails where the machine's memory can't hold what a run of `function` starts from: its arguments in their chosen
/// sizes, its module's variables.
std::optional<Failure> checkInputsFit(mlir::func::FuncOp function, const InputShapes &shapes);

std::vector<HostTensor> randomArguments(mlir::func::FuncOp function, const InputShapes &shapes,
                                        const InputDomains &domains, InputKind kind, RandomNumbers &numbers);

/// Every variable's storage, of any start that the jobs of the module may meet.
VariableStore randomVariables(mlir::ModuleOp module, const InputDomains &domains, RandomNumbers &numbers);

} // namespace weir

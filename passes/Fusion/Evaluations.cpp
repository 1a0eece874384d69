// Counts evaluations, from users to what they use.
#include "passes/Fusion/Evaluations.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

using namespace mlir;

namespace weir {

/// Bounds the time to compile a kernel, as the number of its ops does.
constexpr unsigned kMostCopies = 16;

/// The part of a value that a movement of it can read at most.
static double shareRead(Value value, Operation *movement) {
  auto whole = cast<RankedTensorType>(value.getType());
  auto part = cast<RankedTensorType>(movement->getResult(0).getType());
  if (!whole.hasStaticShape() || !part.hasStaticShape() || part.getNumElements() >= whole.getNumElements())
    return 1;
  return static_cast<double>(part.getNumElements()) / static_cast<double>(whole.getNumElements());
}

Evaluations::Evaluations(Block &block, const OpRoles &roles) : roles(roles) {
  for (Operation &op : llvm::reverse(block)) {
    OpRole role = roles(&op);
    if (role != OpRole::Pointwise && (role != OpRole::Movement || op.getNumOperands() == 0))
      continue;
    Count most;
    for (Value result : op.getResults()) {
      Count own = count(result);
      most = {std::max(most.evaluations, own.evaluations), std::max(most.copies, own.copies)};
    }
    if (most.copies > kMostCopies) {
      tooOften.push_back(&op);
      most = {1, 1};
    }
    counts[&op] = most;
  }
  std::reverse(tooOften.begin(), tooOften.end());
}

Evaluations::Count Evaluations::count(Value value) const {
  Count atOnePosition, apart;
  for (Operation *user : value.getUsers()) {
    auto known = counts.find(user);
    Count read = known == counts.end() ? Count{1, 1} : known->second;
    if (known != counts.end() && roles(user) == OpRole::Movement && !repeats(user)) {
      apart.evaluations += read.evaluations * shareRead(value, user);
      apart.copies += read.copies;
    } else {
      atOnePosition.evaluations = std::max(atOnePosition.evaluations, read.evaluations);
      atOnePosition.copies = std::max(atOnePosition.copies, read.copies);
    }
  }
  return {std::max(1.0, atOnePosition.evaluations + apart.evaluations), atOnePosition.copies + apart.copies};
}

} // namespace weir

// See SortShape.h.
#include "lib/Target/Cpu/Sort/SortShape.h"

#include "dialects/Weir/Sequence/Ops.h"
#include "lib/Target/Nest/Contraction.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::cpu {

/// Fills in what the kernel does with the results of `op`.
template <typename Op> static std::optional<SortShape> shapeOf(func::FuncOp kernel, Op op) {
  auto x = dyn_cast<BlockArgument>(op.getX());
  auto type = cast<RankedTensorType>(op.getX().getType());
  bool isEmpty = llvm::is_contained(type.getShape(), 0);
  if (!x || isEmpty || type.getRank() == 0)
    return std::nullopt;
  SortShape shape{.operand = nest::tensorNumber(x),
                  .values = std::nullopt,
                  .positions = std::nullopt,
                  .element = type.getElementType(),
                  .dim = static_cast<int64_t>(op.getDim()),
                  .length = type.getDimSize(op.getDim()),
                  .count = std::nullopt,
                  .descending = op.getDescending()};
  unsigned number = llvm::count_if(kernel.getArgumentTypes(), [](Type type) { return isa<RankedTensorType>(type); });
  for (Value result : kernel.getBody().front().getTerminator()->getOperands()) {
    std::optional<unsigned> &place = result == op.getValues() ? shape.values : shape.positions;
    if (result.getDefiningOp() != op || place)
      return std::nullopt;
    place = number++;
  }
  return shape;
}

std::optional<SortShape> findSort(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  if (!llvm::hasSingleElement(body.without_terminator()))
    return std::nullopt;
  if (auto sort = dyn_cast<SortOp>(body.front()))
    return shapeOf(kernel, sort);
  auto first = dyn_cast<SortFirstOp>(body.front());
  if (!first || first.getCount() == 0)
    return std::nullopt;
  std::optional<SortShape> shape = shapeOf(kernel, first);
  if (shape)
    shape->count = static_cast<int64_t>(first.getCount());
  return shape;
}

} // namespace weir::cpu

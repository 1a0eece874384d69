// Evals of ops that only say where elements are, and of constants.
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Elements.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Positions.h"

#include <numeric>

using namespace mlir;

namespace weir {

static Result<Tensors> evalBroadcast(BroadcastOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  Position source(x.meta.shape.size());
  return Tensors{pick(x, scope.results[0].part(), [&](const Position &position) {
    for (auto [dim, resultDim] : llvm::enumerate(op.getDims()))
      source[dim] = position[resultDim];
    return offsetOf(source, x.meta.shape);
  })};
}

static Result<Tensors> evalTranspose(TransposeOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  Position source(x.meta.shape.size());
  return Tensors{pick(x, scope.results[0].part(), [&](const Position &position) {
    for (auto [resultDim, dim] : llvm::enumerate(op.getPermutation()))
      source[dim] = position[resultDim];
    return offsetOf(source, x.meta.shape);
  })};
}

/// An element keeps its row-major number in the whole tensor, not in the part. A box that cuts through the minor factor
/// of a merged dimension touches elements that the other side's part lacks.
static Result<Tensors> evalReshape(ReshapeOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  const EvalValue &from = scope.operands[0], &to = scope.results[0];
  TensorMeta meta = to.part();
  bool isWithin = *checkedNumElements(meta.shape) == x.numElements();
  HostTensor y = !isWithin ? HostTensor() : pick(x, std::move(meta), [&](const Position &position) -> int64_t {
    int64_t number = offsetOf(inWhole(position, to.box), to.whole.shape);
    Position source = positionAt(number, from.whole.shape);
    for (size_t dim = 0; dim < source.size(); ++dim) {
      isWithin &= source[dim] >= from.box[dim].begin && source[dim] < from.box[dim].end;
      source[dim] -= from.box[dim].begin;
    }
    return isWithin ? offsetOf(source, x.meta.shape) : 0;
  });
  if (!isWithin)
    return Failure{"expects a box of whole runs of elements"};
  return Tensors{std::move(y)};
}

static Result<Tensors> evalConstant(ConstantOp op, ArrayRef<HostTensor>, const EvalScope &scope) {
  const EvalValue &y = scope.results[0];
  ElementsAttr value = cast<ElementsAttr>(op.getValue());
  Result<HostTensor> elements = elementsOf(value, y.whole.dtype);
  if (!elements)
    return elements.failure();
  return Tensors{pick(*elements, y.part(), [&](const Position &position) {
    return value.isSplat() ? 0 : offsetOf(inWhole(position, y.box), y.whole.shape);
  })};
}

static Result<Tensors> evalIota(IotaOp, ArrayRef<HostTensor>, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  std::iota(y.integers.begin(), y.integers.end(), scope.results[0].box[0].begin);
  return Tensors{std::move(y)};
}

void attachShapeEvals(MLIRContext &context) {
  attachEval<BroadcastOp, evalBroadcast>(context);
  attachEval<ReshapeOp, evalReshape>(context);
  attachEval<TransposeOp, evalTranspose>(context);
  attachEval<ConstantOp, evalConstant>(context);
  attachEval<IotaOp, evalIota>(context);
}

} // namespace weir

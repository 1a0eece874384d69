// Evals of ops that only say where elements are, and of constants.
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Elements.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/Parts.h"
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
  StaticMeta meta = to.part();
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

/// Along a dimension that is cut, the part of x begins where its box does.
static Result<Tensors> evalSlice(SliceOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  const EvalValue &from = scope.operands[0], &to = scope.results[0];
  return Tensors{pick(x, to.part(), [&](const Position &position) {
    Position source = inWhole(position, to.box);
    for (size_t d = 0; d < source.size(); ++d)
      source[d] = op.getStarts()[d] + source[d] * op.getSteps()[d] - from.box[d].begin;
    return offsetOf(source, x.meta.shape);
  })};
}

static Result<Tensors> evalPad(PadOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const EvalValue &from = scope.operands[0], &to = scope.results[0];
  // The padding stands behind the elements of x, so that one walk finds both.
  HostTensor source = operands[0];
  double value = op.getValue().convertToDouble();
  DType dtype = source.meta.dtype;
  int64_t padding = source.numElements();
  if (isFloat(dtype))
    source.floats.push_back(value);
  else
    source.integers.push_back(dtype == DType::Bool ? value != 0 : truncatedTo(dtype, value));
  return Tensors{pick(source, to.part(), [&](const Position &position) {
    Position at = inWhole(position, to.box);
    for (size_t d = 0; d < at.size(); ++d) {
      int64_t distance = at[d] - op.getStarts()[d], step = op.getSteps()[d];
      at[d] = distance / step;
      if (distance < 0 || distance % step != 0 || at[d] >= from.whole.shape[d])
        return padding;
      at[d] -= from.box[d].begin;
    }
    return offsetOf(at, source.meta.shape);
  })};
}

static Result<Tensors> evalFlip(FlipOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  const EvalValue &from = scope.operands[0], &to = scope.results[0];
  return Tensors{pick(x, to.part(), [&](const Position &position) {
    Position source = inWhole(position, to.box);
    for (int64_t dim : op.getDims())
      source[dim] = from.whole.shape[dim] - 1 - source[dim];
    for (size_t d = 0; d < source.size(); ++d)
      source[d] -= from.box[d].begin;
    return offsetOf(source, x.meta.shape);
  })};
}

static Result<Tensors> evalConcat(ConcatOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const EvalValue &to = scope.results[0];
  int64_t dim = op.getDim();
  HostTensor y = HostTensor::zeros(to.part());
  int64_t origin = 0;
  for (auto [operand, value] : llvm::zip(operands, scope.operands)) {
    Range part = value.box[dim];
    Range found{std::max(part.begin, to.box[dim].begin - origin), std::min(part.end, to.box[dim].end - origin)};
    if (found.size() > 0) {
      Box source, target;
      for (int64_t size : operand.meta.shape)
        source.push_back({0, size});
      target = source;
      source[dim] = {found.begin - part.begin, found.end - part.begin};
      target[dim] = {found.begin + origin - to.box[dim].begin, found.end + origin - to.box[dim].begin};
      paste(cut(operand, source), target, y);
    }
    origin += value.whole.shape[dim];
  }
  return Tensors{std::move(y)};
}

void attachShapeEvals(MLIRContext &context) {
  attachEval<BroadcastOp, evalBroadcast>(context);
  attachEval<ReshapeOp, evalReshape>(context);
  attachEval<TransposeOp, evalTranspose>(context);
  attachEval<SliceOp, evalSlice>(context);
  attachEval<PadOp, evalPad>(context);
  attachEval<FlipOp, evalFlip>(context);
  attachEval<ConcatOp, evalConcat>(context);
  attachEval<ConstantOp, evalConstant>(context);
  attachEval<IotaOp, evalIota>(context);
}

} // namespace weir

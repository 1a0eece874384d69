// Values of a kernel on demand: elements of fills with a tensor inserted, as paddings and windows read them.
#include "lib/Target/Nest/Evaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::nest {

/// Where a position of the whole lies in what is inserted, and what must hold for it to lie there: of all lanes, of
/// each lane.
struct Evaluator::InsertedPositions {
  Positions positions;
  Value inside, lanesInside;
  bool isOutside = false; ///< for certain
};

/// Whether what is inserted fills dimension `dim`.
static bool fills(tensor::InsertSliceOp insertion, unsigned dim) {
  if (!isZeroInteger(insertion.getMixedOffsets()[dim]) || !isOneInteger(insertion.getMixedStrides()[dim]))
    return false;
  OpFoldResult size = insertion.getMixedSizes()[dim];
  int64_t known = insertion.getDestType().getDimSize(dim);
  if (!ShapedType::isDynamic(known))
    return getConstantIntValue(size) == known;
  auto fill = insertion.getDest().getDefiningOp<linalg::FillOp>();
  auto empty = fill ? fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() : tensor::EmptyOp();
  return empty && empty.getMixedSizes()[dim] == size;
}

bool Evaluator::hasPartsOfLines() {
  WalkResult walked = kernel.walk([](tensor::InsertSliceOp insertion) {
    ArrayRef<int64_t> sizes = insertion.getDestType().getShape();
    size_t line = sizes.size();
    while (line > 1 && sizes[line - 1] == 1)
      --line;
    return line > 0 && !fills(insertion, line - 1) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

Evaluator::InsertedPositions Evaluator::positionsInSource(tensor::InsertSliceOp insertion, const Positions &positions) {
  InsertedPositions found{positions, nullptr, nullptr};
  auto require = [&](Value condition) {
    Value &all = isa<VectorType>(condition.getType()) ? found.lanesInside : found.inside;
    all = all ? Value(arith::AndIOp::create(build(), loc, all, condition)) : condition;
  };
  auto scalar = [&](OpFoldResult value) { return DimPosition{hostValue(value), DimPosition::Kind::Scalar, 0}; };
  for (auto [dim, position] : llvm::enumerate(found.positions)) {
    if (fills(insertion, dim))
      continue;
    OpFoldResult offset = insertion.getMixedOffsets()[dim], stride = insertion.getMixedStrides()[dim];
    DimPosition minus = scalar(offset);
    minus.index = arith::SubIOp::create(build(), loc, constant(0), minus.index);
    position = combine(AffineExprKind::Add, position, minus);
    std::optional<int64_t> size = getConstantIntValue(insertion.getMixedSizes()[dim]);
    if (std::optional<IndexRange> range = rangeOf(position); range && size && isOneInteger(stride)) {
      found.isOutside = range->second < 0 || range->first >= *size;
      if (found.isOutside)
        return found;
      if (range->first >= 0 && range->second < *size)
        continue;
    }
    // Comparisons are unsigned: a position before the offset wraps, and so does its quotient stay beyond all sizes.
    auto compare = [&](arith::CmpIPredicate predicate, const DimPosition &tested, Value bound) {
      bool isScalar = tested.kind == DimPosition::Kind::Scalar;
      require(arith::CmpIOp::create(build(), loc, predicate, isScalar ? tested.index : indexVector(tested),
                                    isScalar ? bound : broadcast(bound)));
    };
    if (!isOneInteger(stride)) {
      compare(arith::CmpIPredicate::eq, combine(AffineExprKind::Mod, position, scalar(stride)), constant(0));
      position = combine(AffineExprKind::FloorDiv, position, scalar(stride));
    }
    compare(arith::CmpIPredicate::ult, position, hostValue(insertion.getMixedSizes()[dim]));
  }
  return found;
}

/// Positions that are known inside a level alone, so that nothing is read before its condition is asked.
static Positions movedTo(int level, Positions positions) {
  for (DimPosition &position : positions)
    position.level = level;
  return positions;
}

Value Evaluator::evaluateUnder(Value condition, bool isVector, Value padding, llvm::function_ref<Value()> body) {
  Type element = getElementTypeOrSelf(padding.getType());
  auto branch = scf::IfOp::create(build(), loc, isVector ? Type(vectorOf(element)) : element, condition,
                                  /*withElseRegion=*/true);
  enter(branch);
  openLevel({branch.thenBlock(), branch.thenBlock()->end()}, currentMask());
  Value value = body();
  build().setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(build(), loc, isVector ? broadcast(value) : value);
  build().setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(build(), loc, isVector ? broadcast(padding) : padding);
  closeLevel();
  leave(branch);
  return branch.getResult(0);
}

/// What holds of all lanes is asked before anything is read: an element that they share may lie outside. What is
/// computed is so only where a lane needs it: most vectors lie in one part of what is put together.
Value Evaluator::computeInserted(tensor::InsertSliceOp insertion, const Positions &positions) {
  Value padding = evaluate(insertion.getDest(), {});
  InsertedPositions found = positionsInSource(insertion, positions);
  if (found.isOutside)
    return hasLanes(positions) ? broadcast(padding) : padding;
  auto inLanes = [&]() -> Value {
    Value mask = maskOf(positions);
    mask = mask ? Value(arith::AndIOp::create(build(), loc, mask, found.lanesInside)) : found.lanesInside;
    auto evaluated = [&]() -> Value {
      return underMask(mask, [&]() -> Value {
        Value value = evaluate(insertion.getSource(), movedTo(level(), found.positions));
        return arith::SelectOp::create(build(), loc, found.lanesInside, broadcast(value), broadcast(padding));
      });
    };
    if (isa<BlockArgument>(insertion.getSource()))
      return evaluated();
    Value isAny = vector::ReductionOp::create(build(), loc, vector::CombiningKind::OR, mask);
    return evaluateUnder(isAny, /*isVector=*/true, padding, evaluated);
  };
  auto everywhere = [&]() -> Value {
    return found.lanesInside ? inLanes() : evaluate(insertion.getSource(), movedTo(level(), found.positions));
  };
  if (found.inside)
    return evaluateUnder(found.inside, hasLanes(positions), padding, everywhere);
  return found.lanesInside ? inLanes() : evaluate(insertion.getSource(), found.positions);
}

} // namespace weir::nest

// Loops of sums, whose partial sums stay in registers; upstream's loops of all else.
#include "lib/Target/Native/LinalgLoops.h"

#include "dialects/Interfaces/CompensatedSum.h"
#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {
namespace {

/// Those whose accumulator is narrower than f32 are what one addition after the other gives.
bool isSumOfFloats(linalg::GenericOp generic) {
  return generic.getNumReductionLoops() > 0 &&
         llvm::all_of(generic.getBody()->getTerminator()->getOperands(), [](Value value) {
           return value.getDefiningOp<arith::AddFOp>() && value.getType().getIntOrFloatBitWidth() >= 32;
         });
}

/// One generic's loops: parallel ones around those of its sums.
class SumLoops {
public:
  explicit SumLoops(linalg::GenericOp generic)
      : generic(generic), loc(generic.getLoc()), indices(generic.getNumLoops()) {
    generic.getParallelDims(parallel);
    generic.getReductionDims(reduced);
  }

  void build() {
    OpBuilder builder(generic);
    auto ranges = cast<linalg::LinalgOp>(generic.getOperation()).createLoopRanges(builder, loc);
    for (Range range : ranges)
      ends.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
    scf::LoopNest nest =
        scf::buildLoopNest(builder, loc, constants(builder, parallel, 0), endsOf(parallel),
                           constants(builder, parallel, 1), [&](OpBuilder &inner, Location, ValueRange at) {
                             place(parallel, at);
                             buildSums(inner);
                           });
    for (scf::ForOp loop : nest.loops)
      loop->setAttr(kernel::kParallelAttr, builder.getUnitAttr());
  }

private:
  SmallVector<Value> constants(OpBuilder &builder, ArrayRef<unsigned> dims, int64_t number) {
    return SmallVector<Value>(dims.size(), arith::ConstantIndexOp::create(builder, loc, number));
  }
  SmallVector<Value> endsOf(ArrayRef<unsigned> dims) {
    return llvm::map_to_vector(dims, [&](unsigned dim) { return ends[dim]; });
  }
  void place(ArrayRef<unsigned> dims, ValueRange at) {
    for (auto [dim, index] : llvm::zip(dims, at))
      indices[dim] = index;
  }

  SmallVector<Value> positions(OpBuilder &builder, OpOperand &operand) {
    AffineMap map = generic.getMatchingIndexingMap(&operand);
    return llvm::map_to_vector(llvm::seq(map.getNumResults()), [&](unsigned result) -> Value {
      return affine::makeComposedAffineApply(builder, loc, map.getSubMap(result), getAsOpFoldResult(indices));
    });
  }
  Value load(OpBuilder &builder, OpOperand &operand) {
    return memref::LoadOp::create(builder, loc, operand.get(), positions(builder, operand));
  }

  /// What the body adds to each sum at one point.
  SmallVector<Value> terms(OpBuilder &builder) {
    IRMapping mapping;
    for (OpOperand *input : generic.getDpsInputOperands())
      mapping.map(generic.getMatchingBlockArgument(input), load(builder, *input));
    for (OpOperand &output : generic.getDpsInitsMutable()) {
      BlockArgument partial = generic.getMatchingBlockArgument(&output);
      mapping.map(partial, arith::ConstantOp::create(builder, loc, builder.getZeroAttr(partial.getType())).getResult());
    }
    for (Operation &op : generic.getBody()->without_terminator())
      if (auto index = dyn_cast<linalg::IndexOp>(op))
        mapping.map(index.getResult(), indices[index.getDim()]);
      else
        builder.clone(op, mapping);
    return llvm::map_to_vector(generic.getBody()->getTerminator()->getOperands(),
                               [&](Value value) { return mapping.lookup(value); });
  }

  void buildSums(OpBuilder &builder) {
    SmallVector<Value> state; // high and low part of each sum
    for (OpOperand &output : generic.getDpsInitsMutable()) {
      state.push_back(load(builder, output));
      state.push_back(arith::ConstantOp::create(builder, loc, builder.getZeroAttr(state.back().getType())));
    }
    auto add = [&](OpBuilder &inner, Location, ValueRange at, ValueRange inside) {
      place(reduced, at);
      scf::ValueVector next;
      for (auto [i, term] : llvm::enumerate(terms(inner))) {
        CompensatedSum sum{inside[2 * i], inside[2 * i + 1]};
        sum.add(inner, loc, term);
        next.append({sum.high, sum.low});
      }
      return next;
    };
    scf::LoopNest nest = scf::buildLoopNest(builder, loc, constants(builder, reduced, 0), endsOf(reduced),
                                            constants(builder, reduced, 1), state, add);
    for (auto [i, output] : llvm::enumerate(generic.getDpsInitsMutable())) {
      CompensatedSum sum{nest.results[2 * i], nest.results[2 * i + 1]};
      memref::StoreOp::create(builder, loc, sum.rounded(builder, loc), output.get(), positions(builder, output));
    }
  }

  linalg::GenericOp generic;
  Location loc;
  SmallVector<unsigned> parallel, reduced;
  SmallVector<Value> ends, indices;
};

} // namespace

LogicalResult lowerLinalgToLoops(ModuleOp module, bool areParallel) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  IRRewriter rewriter(module.getContext());
  for (linalg::LinalgOp op : ops) {
    if (!op.hasPureBufferSemantics())
      return op.emitError("expects operands in buffers");
    rewriter.setInsertionPoint(op);
    if (auto generic = dyn_cast<linalg::GenericOp>(*op); generic && isSumOfFloats(generic))
      SumLoops(generic).build();
    else if (failed(areParallel ? linalg::linalgOpToParallelLoops(rewriter, op)
                                : linalg::linalgOpToLoops(rewriter, op)))
      return op.emitError("expects an op that loops can compute");
    rewriter.eraseOp(op);
  }
  return success();
}

} // namespace weir

// See KernelLoops.h.
#include "passes/Lowering/WeirToLinalg/KernelLoops.h"

#include "dialects/Interfaces/OpLoops.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

/// Whether data say where the value is read, as in a gather: the reader has no loop that is one of the value's.
static bool isPicked(const IterationRule &reader, const ValueMap &read) {
  return llvm::any_of(read, [&](const DimMap &dim) {
    return llvm::any_of(dim.terms, [&](const AffineTerm &term) {
      const Factor &factor = reader.factors[term.factor];
      return factor.indexed && factor.kind != FactorKind::Parallel && dim.onlyFactor();
    });
  });
}

/// A value that is read at two positions, as in x + transpose(x), shares its loops with the reader that comes last. A
/// constant becomes a fill, which has no loops, so its readers don't share them by it.
static void joinReads(OpLoops &loops, ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    loops.joinReads(op, [&](Value value, const ValueMap &read) {
      Operation *maker = value.getDefiningOp();
      return maker && loops.has(maker) && !isa<ConstantOp>(maker) && !isPicked(loops.rule(op), read);
    });
}

LogicalResult numberLoops(func::FuncOp kernel) {
  OpLoops loops(LoopSpace::TwoPositions::Refused);
  SmallVector<Operation *> ops;
  for (Operation &op : kernel.getBody().front())
    if (isa<SemanticsInterface>(op)) {
      if (failed(loops.add(&op)))
        return failure();
      ops.push_back(&op);
    }
  joinReads(loops, ops);
  llvm::DenseMap<LoopSpace::Loop, int64_t> numbers;
  for (Operation *op : ops) {
    SmallVector<int64_t> own;
    for (unsigned loop = 0; loop < LoopSpace::count(loops.rule(op)); ++loop)
      own.push_back(numbers.try_emplace(loops.space.classOf(loops.factor(op, loop)), numbers.size()).first->second);
    op->setAttr(kernel::kLoopsAttr, DenseI64ArrayAttr::get(op->getContext(), own));
  }
  return success();
}

static ArrayRef<int64_t> loopsOf(Operation *op) {
  return op->getAttrOfType<DenseI64ArrayAttr>(kernel::kLoopsAttr).asArrayRef();
}

/// How many dimensions the results from number `first` on have.
static int64_t dimsFrom(Operation *op, unsigned first) {
  int64_t dims = 0;
  for (Type type : TypeRange(op->getResultTypes()).drop_front(first))
    dims += cast<RankedTensorType>(type).getRank();
  return dims;
}

ArrayRef<int64_t> factorLoops(Operation *op) { return loopsOf(op).drop_back(dimsFrom(op, 0)); }

ArrayRef<int64_t> resultLoops(Operation *op, unsigned number) {
  return loopsOf(op).take_back(dimsFrom(op, number)).drop_back(dimsFrom(op, number + 1));
}

void setLoops(linalg::GenericOp generic, ArrayRef<int64_t> loops) {
  generic->setAttr(kernel::kLoopsAttr, DenseI64ArrayAttr::get(generic.getContext(), loops));
}

} // namespace weir

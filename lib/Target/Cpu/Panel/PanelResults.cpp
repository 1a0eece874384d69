// See PanelResults.h.
#include "lib/Target/Cpu/Panel/PanelResults.h"

#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;

/// All vectors are computed before the first is stored: what they read in common stays shared that way.
void PanelResults::store(const IndexMath &ix, RunFunction &run, ArrayRef<PanelPlace> places, Value firstColumn,
                         ArrayRef<Value> sums) const {
  linalg::GenericOp sum = generic;
  Value result = flatView(ix.b, ix.loc, run.operands.back());
  int64_t vectors = panel / lanes;
  struct Stored {
    Value value, offset, mask;
  };
  SmallVector<Stored> results;
  for (int64_t v = 0; v < vectors; ++v) {
    Value column = ix.add(firstColumn, v * lanes), mask;
    if (columns % panel != 0)
      mask = vector::CreateMaskOp::create(ix.b, ix.loc, VectorType::get({lanes}, ix.b.getI1Type()),
                                          ix.sub(ix.constant(columns), column));
    SiteEvaluator evaluator(nest, kernel, {ix.b, run.operands, run.scalars, signature.numInputs}, lanes, mask,
                            signature.operands.back().getShape());
    for (auto [i, place] : llvm::enumerate(places)) {
      Positions positions = place.positions;
      positions.push_back({column, DimPosition::Kind::Lane, 0});
      Value offset = ix.add(place.offset, column);
      evaluator.setSite(positions, offset);
      evaluator.define(sum.getResult(0), positions, sums[i * vectors + v]);
      results.push_back({evaluator.evaluate(nest.output(0), positions), offset, mask});
    }
  }
  for (const Stored &stored : results)
    if (stored.mask)
      vector::MaskedStoreOp::create(ix.b, ix.loc, result, stored.offset, stored.mask, stored.value);
    else
      vector::StoreOp::create(ix.b, ix.loc, stored.value, result, stored.offset);
}

} // namespace weir::cpu

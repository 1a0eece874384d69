// See PanelProduct.h. One step multiplies an element of each row, broadcast, with a row of the panel. Steps are not
// unrolled: LLVM would move all broadcasts of several steps before their products and spill.
#include "lib/Target/Cpu/Panel/PanelProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

constexpr int64_t kLineBytes = 64;
/// So many lines are asked for in straight code, more in a loop: code doesn't grow with the channels.
constexpr int64_t kStraightLines = 16;

using Sums = SmallVector<Value>;

Sums emitCarriedLoop(const IndexMath &ix, Value from, Value to, Sums carried,
                     llvm::function_ref<Sums(Value, Sums)> step, int64_t by) {
  auto low = IndexMath::asConstant(from), high = IndexMath::asConstant(to);
  if (low && high && *high > *low && *high - *low <= by)
    return step(from, std::move(carried));
  auto op = scf::ForOp::create(ix.b, ix.loc, from, to, ix.constant(by), carried);
  OpBuilder::InsertionGuard guard(ix.b);
  ix.b.setInsertionPointToStart(op.getBody());
  Sums next = step(op.getInductionVar(), Sums(op.getRegionIterArgs()));
  scf::YieldOp::create(ix.b, ix.loc, next);
  return Sums(op.getResults());
}

Sums emitChain(const IndexMath &ix, Sums sums, llvm::function_ref<Sums(Sums)> body) {
  Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(sums.front().getType()));
  Sums inChain = body(Sums(sums.size(), zero));
  for (auto [sum, added] : llvm::zip(sums, inChain))
    sum = arith::AddFOp::create(ix.b, ix.loc, sum, added);
  return sums;
}

/// Asks for a share of as many weights as `count` steps use, at the place that they have in what is needed next.
static void prefetch(const IndexMath &ix, const PanelProduct &product, Value w, int64_t count) {
  if (!product.ahead)
    return;
  int64_t perLine = kLineBytes / (product.element.getIntOrFloatBitWidth() / 8);
  int64_t cacheLines = (count * product.panel() + perLine - 1) / perLine;
  int64_t share = (cacheLines + product.askers - 1) / product.askers;
  Value from = ix.add(ix.add(w, product.ahead), ix.mul(product.number, share * perLine));
  auto ask = [&](Value place) {
    memref::PrefetchOp::create(ix.b, ix.loc, product.weights, place, /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  };
  if (share > kStraightLines)
    return ix.forRange(from, ix.add(from, share * perLine), perLine, ask);
  for (int64_t i = 0; i < share; ++i)
    ask(ix.add(from, i * perLine));
}

static void multiply(const IndexMath &ix, const PanelProduct &product, Value x, Value w, Sums &sums) {
  auto type = VectorType::get({product.lanes}, product.element);
  Sums columns;
  for (int64_t v = 0; v < product.vectors; ++v)
    columns.push_back(vector::LoadOp::create(ix.b, ix.loc, type, product.weights, ix.add(w, v * product.lanes)));
  Value broadcast;
  for (int64_t i = 0; i < static_cast<int64_t>(sums.size()); ++i) {
    int64_t row = i / product.vectors, v = i % product.vectors;
    if (v == 0)
      broadcast = vector::BroadcastOp::create(
          ix.b, ix.loc, type, memref::LoadOp::create(ix.b, ix.loc, product.rows, ix.add(x, row * product.rowStride)));
    sums[i] = vector::FMAOp::create(ix.b, ix.loc, broadcast, columns[v], sums[i]);
  }
}

Sums emitPanelSteps(const IndexMath &ix, const PanelProduct &product, Value x, Value w, Value count, Sums sums) {
  int64_t weightStride = product.weightStride ? product.weightStride : product.panel();
  return emitCarriedLoop(ix, ix.constant(0), count, std::move(sums), [&](Value step, Sums inStep) {
    multiply(ix, product, ix.add(x, ix.mul(step, product.rowStep)), ix.add(w, ix.mul(step, weightStride)), inStep);
    return inStep;
  });
}

Sums emitPanelProduct(const IndexMath &ix, const PanelProduct &product, Value x, Value w, int64_t count, Sums sums) {
  prefetch(ix, product, w, count);
  return emitPanelSteps(ix, product, x, w, ix.constant(count), std::move(sums));
}

} // namespace weir::cpu

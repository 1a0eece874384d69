// See GpuProductEpilogue.h. A thread has a vector of columns, the same for all its rows, so that what follows from the
// column alone, such as a bias, is computed once.
#include "lib/Target/Gpu/Product/GpuProductEpilogue.h"

#include "lib/Target/Gpu/GpuCode.h"
#include "lib/Target/Gpu/Nest/ThreadEvaluator.h"

using namespace mlir;

namespace weir::gpu {
namespace {

using nest::DimPosition;
using nest::Positions;

/// As many as make an access of the narrowest result a chunk.
int64_t lanesFor(const KernelSignature &signature) {
  int64_t narrowest = sizeof(double);
  for (MemRefType type : ArrayRef(signature.operands).drop_front(signature.numInputs))
    narrowest = std::min<int64_t>(narrowest, llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  return std::min<int64_t>(kChunkBytes / narrowest, 8);
}

class Epilogue {
public:
  Epilogue(const ProductPhaseSite &site, const BlockTilePlace &place, SumsFn sums)
      : site(site), place(place), sums(sums), code(site.function.builder, site.function.loc),
        evaluator(site.plan, site.kernel,
                  {site.function.builder, site.function.operands, site.function.scalars, site.signature.numInputs},
                  lanesFor(site.signature), &site.function) {}

  void emit() {
    int64_t lanes = evaluator.lanes, vectorsPerRow = site.tile.n / lanes;
    firstRow = code.div(site.function.thread, vectorsPerRow);
    rowStep = site.tile.threads / vectorsPerRow;
    Value column = code.mul(code.rem(site.function.thread, vectorsPerRow), lanes);
    Value isWhole = code.less(code.add(column, lanes - 1), place.columns);
    auto whole = [&] { emitRows(column, lanes); };
    auto part = [&] {
      evaluator.forLoop(column, place.columns, 1, [&](Value one, int) { emitRows(one, /*lanes=*/0); });
    };
    int64_t columns = site.product.n();
    if (ShapedType::isDynamic(columns))
      return evaluator.ifElse(isWhole, whole, part);
    if (columns < lanes)
      return part();
    if (columns % lanes == 0)
      return evaluator.ifThen(isWhole, /*mask=*/nullptr, [&](int) { whole(); });
    evaluator.ifElse(isWhole, whole, part);
  }

private:
  void emitRows(Value column, int64_t lanes) {
    linalg::GenericOp generic = site.product.generic;
    Positions positions;
    for (Value index : place.batch)
      positions.push_back({index, DimPosition::Kind::Scalar, 0});
    auto kind = lanes ? DimPosition::Kind::Lane : DimPosition::Kind::Scalar;
    AffineMap map = generic.getIndexingMapsArray().back();
    int columnLoop = site.plan.loopOf(generic, map.getDimPosition(map.getNumResults() - 1));
    DimPosition columnPosition = evaluator.split(columnLoop, code.add(place.column, column), kind)[0];
    evaluator.forLoop(firstRow, place.rows, rowStep, [&](Value row, int level) {
      Positions at = positions;
      SmallVector<Value> indices = place.row.behind(code, code.toI32(row));
      indices.front() = code.add(place.row.first, code.toIndex(indices.front()));
      for (Value index : indices)
        at.push_back({code.toIndex(index), DimPosition::Kind::Scalar, level});
      at.push_back(columnPosition);
      evaluator.define(generic.getResult(0), at, sums(code.toI32(row), code.toI32(column), lanes));
      storeResults(at);
    });
  }

  /// All are evaluated before one is stored, because a result may lie in an operand's memory.
  void storeResults(const Positions &at) {
    unsigned numResults = site.signature.operands.size() - site.signature.numInputs;
    SmallVector<Value> values;
    for (unsigned number = 0; number < numResults; ++number)
      values.push_back(evaluator.evaluate(site.plan.output(number), at));
    for (auto [number, value] : llvm::enumerate(values))
      evaluator.store(site.function.result(number), value, at);
  }

  const ProductPhaseSite &site;
  const BlockTilePlace &place;
  SumsFn sums;
  const GpuCode code;
  ThreadEvaluator evaluator;
  Value firstRow;
  int64_t rowStep = 0;
};

} // namespace

void emitEpilogue(const ProductPhaseSite &site, const BlockTilePlace &place, SumsFn sums) {
  Epilogue(site, place, sums).emit();
}

} // namespace weir::gpu

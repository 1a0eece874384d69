// Evals of ops on packed matrices.
#include "dialects/Weir/Layout/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/Positions.h"

using namespace mlir;

namespace weir {

static Result<Tensors> evalPack(PackOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  const Range &columns = scope.operands[0].box[1];
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  int64_t panel = op.getPanel(), i = 0;
  forEachPosition(y.meta.shape, [&](const Position &position) {
    Position whole = inWhole(position, scope.results[0].box);
    int64_t column = panel * whole[0] + whole[2];
    int64_t to = i++;
    if (column < columns.begin || column >= columns.end)
      return;
    int64_t from = position[1] * columns.size() + column - columns.begin;
    if (isFloat(y.meta.dtype))
      y.floats[to] = x.floats[from];
    else
      y.integers[to] = x.integers[from];
  });
  return Tensors{std::move(y)};
}

/// Puts into each element of y the sum over k of `product(offset in a, offset in packed)`, formed by `add`.
template <typename T, typename Product, typename Add>
static void sumPackedProducts(std::vector<T> &y, MatmulPackedOp op, const EvalScope &scope, Product product, Add add) {
  const Shape a = scope.operands[0].part().shape, packed = scope.operands[1].part().shape;
  const Box &columns = scope.operands[1].box, &results = scope.results[0].box;
  bool transposed = op.getTransposeA();
  int64_t rows = a[transposed ? 1 : 0], inner = a[transposed ? 0 : 1], panel = op.getPanel();
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t p = 0; p < packed[0]; ++p)
      for (int64_t j = 0; j < packed[2]; ++j) {
        int64_t column = panel * (columns[0].begin + p) + columns[2].begin + j;
        if (column >= results[1].end)
          continue; // padding
        T sum = 0;
        for (int64_t k = 0; k < inner; ++k)
          sum = add(sum, product(transposed ? k * rows + row : row * inner + k, (p * inner + k) * packed[2] + j));
        y[row * results[1].size() + column - results[1].begin] = sum;
      }
}

static Result<Tensors> evalMatmulPacked(MatmulPackedOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &a = operands[0], &packed = operands[1];
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  bool floats = isFloat(a.meta.dtype);
  if (!accumulator || isFloat(*accumulator) != floats || isFloat(y.meta.dtype) != floats)
    return Failure{"expects operands, accumulator and result to be all floats or all integers"};

  if (floats) {
    auto product = [&](int64_t i, int64_t j) { return a.floats[i] * packed.floats[j]; };
    auto add = [&](double sum, double x) { return scope.widened ? sum + x : roundedTo(*accumulator, sum + x); };
    sumPackedProducts(y.floats, op, scope, product, add);
  } else {
    auto product = [&](int64_t i, int64_t j) { return wrappingMul(a.integers[i], packed.integers[j]); };
    auto add = [&](int64_t sum, int64_t x) { return wrappedTo(*accumulator, wrappingAdd(sum, x)); };
    sumPackedProducts(y.integers, op, scope, product, add);
  }
  return Tensors{std::move(y)};
}

void attachLayoutEvals(MLIRContext &context) {
  attachEval<PackOp, evalPack>(context);
  attachEval<MatmulPackedOp, evalMatmulPacked>(context);
}

} // namespace weir

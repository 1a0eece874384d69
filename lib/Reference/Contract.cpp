// Evals of contractions: sums of products, in plain loops.
#include "dialects/Weir/Contract/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Sums.h"

using namespace mlir;

namespace weir {

namespace {

/// A stack of matrices as the product sees it: its rows and columns are those after transposition.
struct Matrices {
  Matrices(const HostTensor &tensor, bool transposed) : transposed(transposed) {
    const Sizes &shape = tensor.meta.shape;
    rows = shape[shape.size() - 2];
    columns = shape[shape.size() - 1];
    for (size_t dim = 0; dim + 2 < shape.size(); ++dim)
      count *= shape[dim];
    if (transposed)
      std::swap(rows, columns);
  }

  int64_t offset(int64_t matrix, int64_t row, int64_t column) const {
    return matrix * rows * columns + (transposed ? column * rows + row : row * columns + column);
  }

  bool transposed;
  int64_t rows = 0, columns = 0, count = 1;
};

} // namespace

/// Calls `add(offset in y, offset in a, offset in b)` for every product, those of one element of y one after another.
template <typename Add> static void forEachProduct(const Matrices &a, const Matrices &b, Add add) {
  size_t to = 0;
  for (int64_t matrix = 0; matrix < a.count; ++matrix)
    for (int64_t row = 0; row < a.rows; ++row)
      for (int64_t column = 0; column < b.columns; ++column, ++to)
        for (int64_t k = 0; k < a.columns; ++k)
          add(to, a.offset(matrix, row, k), b.offset(matrix, k, column));
}

static Result<Tensors> evalMatmul(MatmulOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &a = operands[0], &b = operands[1];
  Matrices left(a, op.getTransposeA()), right(b, op.getTransposeB());
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  bool floats = isFloat(a.meta.dtype);
  if (!accumulator || isFloat(*accumulator) != floats || isFloat(y.meta.dtype) != floats)
    return Failure{"expects operands, accumulator and result to be all floats or all integers"};

  ElementSums sums(y, *accumulator, scope.widened);
  forEachProduct(left, right, [&](size_t to, size_t i, size_t j) { sums.addProduct(to, a, i, b, j); });
  return Tensors{std::move(y)};
}

void attachContractEvals(MLIRContext &context) { attachEval<MatmulOp, evalMatmul>(context); }

} // namespace weir

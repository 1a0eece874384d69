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

/// y = a b for each pair of matrices, whose elements `as` and `bs` are.
template <typename T>
static void addProducts(ElementSums &sums, const Matrices &a, const std::vector<T> &as, const Matrices &b,
                        const std::vector<T> &bs) {
  for (int64_t matrix = 0; matrix < a.count; ++matrix)
    sums.addMatrixProduct(
        matrix * a.rows * b.columns, a.rows, a.columns, b.columns,
        [&](int64_t row, int64_t k) { return as[a.offset(matrix, row, k)]; },
        [&](int64_t k, int64_t column) { return bs[b.offset(matrix, k, column)]; });
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
  if (floats)
    addProducts(sums, left, a.floats, right, b.floats);
  else
    addProducts(sums, left, a.integers, right, b.integers);
  return Tensors{std::move(y)};
}

void attachContractEvals(MLIRContext &context) { attachEval<MatmulOp, evalMatmul>(context); }

} // namespace weir

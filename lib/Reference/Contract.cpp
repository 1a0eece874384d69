// Evals of contractions: sums of products, in plain loops.
#include "dialects/Weir/Contract/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"

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

/// Puts the sum over k of `product(offset in a, offset in b)`, formed by `add`, into each element of y.
template <typename T, typename Product, typename Add>
static void sumProducts(std::vector<T> &y, const Matrices &a, const Matrices &b, Product product, Add add) {
  size_t i = 0;
  for (int64_t matrix = 0; matrix < a.count; ++matrix)
    for (int64_t row = 0; row < a.rows; ++row)
      for (int64_t column = 0; column < b.columns; ++column) {
        T sum = 0;
        for (int64_t k = 0; k < a.columns; ++k)
          sum = add(sum, product(a.offset(matrix, row, k), b.offset(matrix, k, column)));
        y[i++] = sum;
      }
}

static Result<Tensors> evalMatmul(MatmulOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &a = operands[0], &b = operands[1];
  Matrices left(a, op.getTransposeA()), right(b, op.getTransposeB());
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  bool floats = isFloat(a.meta.dtype);
  if (!accumulator || isFloat(*accumulator) != floats || isFloat(y.meta.dtype) != floats)
    return Failure{"expects operands, accumulator and result to be all floats or all integers"};

  if (floats) {
    auto product = [&](int64_t i, int64_t j) { return a.floats[i] * b.floats[j]; };
    auto add = [&](double sum, double x) { return scope.widened ? sum + x : roundedTo(*accumulator, sum + x); };
    sumProducts(y.floats, left, right, product, add);
  } else {
    auto product = [&](int64_t i, int64_t j) { return wrappingMul(a.integers[i], b.integers[j]); };
    auto add = [&](int64_t sum, int64_t x) { return wrappedTo(*accumulator, wrappingAdd(sum, x)); };
    sumProducts(y.integers, left, right, product, add);
  }
  return Tensors{std::move(y)};
}

void attachContractEvals(MLIRContext &context) { attachEval<MatmulOp, evalMatmul>(context); }

} // namespace weir

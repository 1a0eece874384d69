// Evals of ops on packed matrices, and of writes in place.
#include "dialects/Weir/Layout/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Positions.h"
#include "lib/Reference/Sums.h"

using namespace mlir;

namespace weir {

static Result<Tensors> evalPack(PackOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  const Range &rows = scope.operands[0].box[0], &columns = scope.operands[0].box[1];
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  int64_t panel = op.getPanel(), group = op.getGroup(), i = 0;
  forEachPosition(y.meta.shape, [&](const Position &position) {
    Position whole = inWhole(position, scope.results[0].box);
    int64_t row = group * whole[1] + whole[2] % group, column = panel * whole[0] + whole[2] / group;
    int64_t to = i++;
    if (row < rows.begin || row >= rows.end || column < columns.begin || column >= columns.end)
      return;
    int64_t from = (row - rows.begin) * columns.size() + column - columns.begin;
    if (isFloat(y.meta.dtype))
      y.floats[to] = x.floats[from];
    else
      y.integers[to] = x.integers[from];
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWriteSlice(WriteSliceOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &part = operands[1];
  const Box &box = scope.operands[0].box;
  HostTensor y = operands[0];
  forEachPosition(part.meta.shape, [&, from = int64_t(0)](Position position) mutable {
    int64_t element = from++;
    for (size_t d = 0; d < position.size(); ++d) {
      int64_t at = op.getStarts()[d] + position[d] * op.getSteps()[d];
      if (at < box[d].begin || at >= box[d].end)
        return;
      position[d] = at - box[d].begin;
    }
    if (isFloat(y.meta.dtype))
      y.floats[offsetOf(position, y.meta.shape)] = part.floats[element];
    else
      y.integers[offsetOf(position, y.meta.shape)] = part.integers[element];
  });
  return Tensors{std::move(y)};
}

/// The part of b that `packed` holds of what the result needs: row-major, a row for each of a's columns.
template <typename T>
static std::vector<T> unpacked(MatmulPackedOp op, const EvalScope &scope, const std::vector<T> &packed) {
  const Range &inner = scope.operands[0].box[op.getTransposeA() ? 0 : 1], &columns = scope.results[0].box[1];
  int64_t panel = op.getPanel(), group = op.getGroup();
  std::vector<T> b(inner.size() * columns.size());
  forEachPosition(scope.operands[1].part().shape, [&, from = int64_t(0)](const Position &position) mutable {
    Position whole = inWhole(position, scope.operands[1].box);
    int64_t k = group * whole[1] + whole[2] % group - inner.begin, column = panel * whole[0] + whole[2] / group;
    T element = packed[from++];
    if (column < columns.end && k < inner.size()) // else it is padding
      b[k * columns.size() + column - columns.begin] = element;
  });
  return b;
}

template <typename T>
static void addPackedProduct(ElementSums &sums, MatmulPackedOp op, const EvalScope &scope, const std::vector<T> &a,
                             const std::vector<T> &packed) {
  bool transposed = op.getTransposeA();
  const Box &box = scope.operands[0].box;
  int64_t rows = box[transposed ? 1 : 0].size(), inner = box[transposed ? 0 : 1].size();
  int64_t columns = scope.results[0].box[1].size();
  std::vector<T> b = unpacked(op, scope, packed);
  sums.addMatrixProduct(
      0, rows, inner, columns, [&](int64_t row, int64_t k) { return a[transposed ? k * rows + row : row * inner + k]; },
      [&](int64_t k, int64_t column) { return b[k * columns + column]; });
}

static Result<Tensors> evalMatmulPacked(MatmulPackedOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &a = operands[0], &packed = operands[1];
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  bool floats = isFloat(a.meta.dtype);
  if (!accumulator || isFloat(*accumulator) != floats || isFloat(y.meta.dtype) != floats)
    return Failure{"expects operands, accumulator and result to be all floats or all integers"};

  ElementSums sums(y, *accumulator, scope.widened);
  if (floats)
    addPackedProduct(sums, op, scope, a.floats, packed.floats);
  else
    addPackedProduct(sums, op, scope, a.integers, packed.integers);
  return Tensors{std::move(y)};
}

void attachLayoutEvals(MLIRContext &context) {
  attachEval<PackOp, evalPack>(context);
  attachEval<WriteSliceOp, evalWriteSlice>(context);
  attachEval<MatmulPackedOp, evalMatmulPacked>(context);
}

} // namespace weir

// Several products in a row.
#include "dialects/Weir/Contract/Chains.h"

#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

static std::string shapesText(const Metas &operands) {
  std::string text;
  for (const TensorMeta &operand : operands)
    text += (text.empty() ? "" : ", ") + tupleText(operand.shape);
  return text;
}

/// Products are of numbers.
static std::optional<Failure> checkNumbers(const Metas &operands) {
  for (const TensorMeta &operand : operands)
    if (operand.dtype == DType::Bool)
      return Failure{"expects factors to be numbers, got bool"};
  return std::nullopt;
}

static Expression times(Expression a, Expression b) {
  return matmul(a, b, /*transposeB=*/false, a.type().getElementType());
}

// multi_dot

Result<Metas> inferMultiDot(const Metas &matrices) {
  if (auto failure = checkNumbers(matrices))
    return *failure;
  bool fits = matrices.size() >= 2;
  for (size_t i = 0; fits && i < matrices.size(); ++i) {
    if (auto failure = checkSameDType(matrices, {0, i}))
      return *failure;
    fits = matrices[i].shape.size() == 2 && (i == 0 || mayEqual(matrices[i - 1].shape[1], matrices[i].shape[0]));
  }
  if (!fits)
    return Failure{"expects two or more matrices that fit, got " + shapesText(matrices)};
  return Metas{{matrices[0].dtype, {matrices.front().shape[0], matrices.back().shape[1]}}};
}

namespace {

/// Where a product of matrices from the first to the last is cut in two, for the fewest multiplications.
class ProductOrder {
public:
  /// The rows of each matrix, and the columns of the last.
  explicit ProductOrder(ArrayRef<int64_t> sizes) : count(sizes.size() - 1), best(count * count) {
    for (size_t length = 1; length < count; ++length)
      for (size_t first = 0; first + length < count; ++first)
        for (size_t cut = first; cut < first + length; ++cut)
          consider(sizes, first, cut, first + length);
  }

  size_t cut(size_t first, size_t last) const { return best[first * count + last].cut; }

private:
  struct Cut {
    int64_t cost = 0; ///< 0 of one matrix alone
    size_t cut = 0;
  };

  void consider(ArrayRef<int64_t> sizes, size_t first, size_t cut, size_t last) {
    int64_t cost = best[first * count + cut].cost + best[(cut + 1) * count + last].cost +
                   sizes[first] * sizes[cut + 1] * sizes[last + 1];
    Cut &known = best[first * count + last];
    if (cut == first || cost < known.cost)
      known = {cost, cut};
  }

  size_t count;
  std::vector<Cut> best;
};

Expression productOf(ArrayRef<Expression> matrices, const ProductOrder *order, size_t first, size_t last) {
  if (first == last)
    return matrices[first];
  size_t cut = order ? order->cut(first, last) : last - 1;
  return times(productOf(matrices, order, first, cut), productOf(matrices, order, cut + 1, last));
}

} // namespace

Expression multiDot(MultiDotOp op, OpBuilder &builder) {
  SmallVector<Expression> matrices;
  SmallVector<int64_t> sizes;
  for (Value matrix : op.getMatrices()) {
    matrices.emplace_back(builder, op.getLoc(), matrix);
    sizes.push_back(matrices.back().type().getDimSize(0));
  }
  sizes.push_back(matrices.back().type().getDimSize(1));
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return productOf(matrices, nullptr, 0, matrices.size() - 1);
  ProductOrder order(sizes);
  return productOf(matrices, &order, 0, matrices.size() - 1);
}

// matrix_power

Result<Metas> inferMatrixPower(const TensorMeta &input, const Attributes &attributes) {
  if (auto failure = checkNumbers({input}))
    return *failure;
  size_t rank = input.shape.size();
  if (rank < 2 || !mayEqual(input.shape[rank - 1], input.shape[rank - 2]))
    return Failure{"expects square matrices, got " + toString(input)};
  if (int64_t n = attributes.get<int64_t>("n"); n < 0)
    return Failure{"expects n to be at least 0, as there is no inverse, got " + std::to_string(n)};
  return Metas{input};
}

Expression matrixPower(Expression x, int64_t n) {
  if (n == 0)
    return (positionsAlong(x, x.rank() - 1) == positionsAlong(x, x.rank() - 2)).cast(x.type().getElementType());
  if (n == 3) // in PyTorch's order, for what over- and underflows
    return times(times(x, x), x);
  std::optional<Expression> power;
  for (; n > 0; n /= 2) {
    if (n % 2)
      power = power ? times(*power, x) : x;
    if (n > 1)
      x = times(x, x);
  }
  return *power;
}

// bilinear

Result<Metas> inferBilinear(const Metas &operands, const Attributes &attributes) {
  const Shape &input1 = operands[0].shape, &input2 = operands[1].shape, &weight = operands[2].shape;
  if (auto failure = checkNumbers(operands))
    return *failure;
  if (auto failure = checkSameDType(operands, {0, 1, 2}))
    return *failure;
  bool fits = weight.size() == 3 && !input1.empty() && input1.size() == input2.size() &&
              std::equal(input1.begin(), input1.end() - 1, input2.begin(), mayEqual) &&
              mayEqual(input1.back(), weight[1]) && mayEqual(input2.back(), weight[2]);
  if (!fits)
    return Failure{"expects inputs (*, in1), (*, in2), a weight (out, in1, in2), got " + shapesText(operands)};
  if (const TensorMeta *bias = optionalOperand(operands, attributes, 0)) {
    if (auto failure = checkSameDType(operands, {0, 3}))
      return *failure;
    if (bias->shape.size() != 1 || !mayEqual(bias->shape[0], weight[0]))
      return Failure{"expects a bias (out,), got " + tupleText(bias->shape) + " for a weight " + tupleText(weight)};
  }
  TensorMeta result = operands[0];
  result.shape.back() = weight[0];
  return Metas{result};
}

Expression bilinear(Expression input1, Expression input2, Expression weight, Expression bias) {
  OpBuilder &builder = input1.getBuilder();
  Value factors[] = {input1, weight, input2};
  Expression products(builder, input1.getLoc(),
                      EinsumOp::create(builder, input1.getLoc(), factors, "...i,oij,...j->...o"));
  return bias.isPresent() ? products + broadcast(bias, products, {products.rank() - 1}) : products;
}

} // namespace weir

// Sums of products in Einstein's notation, as products of matrices.
#include "dialects/Weir/Contract/Einsum.h"

#include "dialects/Weir/Contract/EinsumEquation.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <set>

using namespace mlir;

namespace weir {

// inference

Result<Metas> inferEinsum(const Metas &operands, const Attributes &attributes) {
  Result<EinsumEquation> equation = EinsumEquation::parse(attributes.get<std::string>("equation"), operands);
  if (!equation)
    return equation.failure();
  for (size_t i = 0; i < operands.size(); ++i) {
    if (auto failure = checkSameDType(operands, {0, i}))
      return *failure;
    const EinsumLabels &labels = equation->operands[i];
    for (auto [label, size] : llvm::zip(labels, operands[i].shape))
      if (!size.isKnown() && llvm::count(labels, label) > 1)
        return Failure{"expects known sizes of letters that stand several times in an operand, got " +
                       toString(operands[i])};
  }
  bool movesAlone = operands.size() == 1 && equation->sizes.size() == equation->result.size();
  if (operands[0].dtype == DType::Bool && !movesAlone)
    return Failure{"expects factors and terms of sums to be numbers, got bool"};
  TensorMeta result{operands[0].dtype, {}};
  for (EinsumLabel label : equation->result)
    result.shape.push_back(equation->sizes.at(label));
  return Metas{result};
}

// decomposition

namespace {

using LabelSet = std::set<EinsumLabel>;

LabelSet setOf(const EinsumLabels &labels) { return {labels.begin(), labels.end()}; }

LabelSet joined(LabelSet lhs, const LabelSet &rhs) {
  lhs.insert(rhs.begin(), rhs.end());
  return lhs;
}

/// A tensor whose dimensions have labels, each once.
struct Labelled {
  EinsumLabels labels;
  Expression x;

  /// With dimensions in the order of these labels, which are its own.
  Expression ordered(const EinsumLabels &wanted) const {
    SmallVector<int64_t> permutation = llvm::map_to_vector(
        wanted, [&](EinsumLabel label) { return int64_t(llvm::find(labels, label) - labels.begin()); });
    if (llvm::is_sorted(permutation))
      return x;
    return {x.getBuilder(), x.getLoc(),
            TransposeOp::create(x.getBuilder(), x.getLoc(), Value(x), ArrayRef<int64_t>(permutation))};
  }

  /// Without the labels that are not kept.
  Labelled summedBut(const LabelSet &kept) const {
    SmallVector<int64_t> dims;
    EinsumLabels rest;
    for (auto [d, label] : llvm::enumerate(labels)) {
      if (kept.count(label))
        rest.push_back(label);
      else
        dims.push_back(static_cast<int64_t>(d));
    }
    return dims.empty() ? *this : Labelled{rest, sum(x, dims)};
  }
};

/// The elements whose positions along two dimensions are equal, as the last dimension.
Expression diagonal(Expression x, int64_t first, int64_t second) {
  SmallVector<int64_t> permutation;
  for (int64_t d = 0; d < x.rank(); ++d)
    if (d != first && d != second)
      permutation.push_back(d);
  permutation.append({first, second});
  OpBuilder &builder = x.getBuilder();
  int64_t rows = x.knownSize(first), columns = x.knownSize(second), count = std::min(rows, columns);
  Expression last(builder, x.getLoc(),
                  TransposeOp::create(builder, x.getLoc(), Value(x), ArrayRef<int64_t>(permutation)));
  SmallVector<OpFoldResult> sizes = sizesOf(last);
  sizes.pop_back_n(2);
  sizes.push_back(builder.getIndexAttr(rows * columns));
  Expression flat = reshape(last, sizes);
  // Row by row, the elements of a diagonal lie one row and one column apart.
  sizes.back() = builder.getIndexAttr(count);
  SmallVector<int64_t> shape, starts(sizes.size(), 0), steps(sizes.size(), 1);
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(sizes, unknown, shape);
  steps.back() = count > 1 ? columns + 1 : 1;
  auto type = RankedTensorType::get(shape, x.type().getElementType());
  return {builder, x.getLoc(), SliceOp::create(builder, x.getLoc(), type, flat, unknown, starts, steps)};
}

/// With each label once, and without dimensions of size 1 that are larger elsewhere.
Labelled prepared(EinsumLabels labels, Expression x, const EinsumEquation &equation) {
  for (EinsumLabel label : setOf(labels))
    while (llvm::count(labels, label) > 1) {
      auto first = llvm::find(labels, label) - labels.begin();
      auto second = std::find(labels.begin() + first + 1, labels.end(), label) - labels.begin();
      x = diagonal(x, first, second);
      labels.erase(labels.begin() + second);
      labels.erase(labels.begin() + first);
      labels.push_back(label);
    }
  EinsumLabels kept;
  SmallVector<OpFoldResult> sizes = sizesOf(x), keptSizes;
  for (auto [d, label] : llvm::enumerate(labels))
    if (x.type().getDimSize(d) != 1 || equation.sizes.at(label) == 1) {
      kept.push_back(label);
      keptSizes.push_back(sizes[d]);
    }
  return {kept, kept.size() == labels.size() ? x : reshape(x, keptSizes)};
}

/// Dimensions of two factors by what becomes of them.
struct ProductLabels {
  EinsumLabels batch, inner, rows, columns;

  ProductLabels(const Labelled &left, const Labelled &right, const LabelSet &later) {
    for (EinsumLabel label : left.labels) {
      bool isShared = llvm::is_contained(right.labels, label);
      (!isShared ? rows : later.count(label) ? batch : inner).push_back(label);
    }
    for (EinsumLabel label : right.labels)
      if (!llvm::is_contained(left.labels, label))
        columns.push_back(label);
  }
};

EinsumLabels operator+(EinsumLabels lhs, const EinsumLabels &rhs) {
  lhs.insert(lhs.end(), rhs.begin(), rhs.end());
  return lhs;
}

/// Summed over what both have and nothing needs later.
Labelled product(const Labelled &a, const Labelled &b, const LabelSet &later) {
  Labelled left = a.summedBut(joined(later, setOf(b.labels))), right = b.summedBut(joined(later, setOf(a.labels)));
  ProductLabels part(left, right, later);
  Expression x = left.ordered(part.batch + part.rows + part.inner),
             y = right.ordered(part.batch + part.inner + part.columns);
  OpBuilder &builder = x.getBuilder();
  Location loc = x.getLoc();
  auto sizeOf = [&](ArrayRef<OpFoldResult> sizes) { return weir::product(builder, loc, sizes); };
  SmallVector<OpFoldResult> ofX = sizesOf(x), ofY = sizesOf(y);
  size_t batch = part.batch.size(), inner = part.inner.size();
  OpFoldResult rows = sizeOf(ArrayRef(ofX).slice(batch, part.rows.size())),
               columns = sizeOf(ArrayRef(ofY).drop_front(batch + inner)),
               terms = sizeOf(ArrayRef(ofX).drop_front(batch + part.rows.size()));
  auto matrix = [&](Expression value, ArrayRef<OpFoldResult> dims) {
    SmallVector<OpFoldResult> sizes(ArrayRef(ofX).take_front(batch));
    llvm::append_range(sizes, dims);
    return reshape(value, sizes);
  };
  std::optional<Expression> z;
  if (inner) {
    z = matmul(matrix(x, {rows, terms}), matrix(y, {terms, columns}), /*transposeB=*/false, x.type().getElementType());
  } else {
    SmallVector<OpFoldResult> sizes(ArrayRef(ofX).take_front(batch));
    sizes.append({rows, columns});
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(batch) + 1)), others = dims;
    others.back() += 1;
    z = broadcastTo(matrix(x, {rows}), sizes, dims) * broadcastTo(matrix(y, {columns}), sizes, others);
  }
  SmallVector<OpFoldResult> sizes(ArrayRef(ofX).take_front(batch + part.rows.size()));
  llvm::append_range(sizes, ArrayRef(ofY).drop_front(batch + inner));
  return {part.batch + part.rows + part.columns, reshape(*z, sizes)};
}

} // namespace

Expression einsum(EinsumOp op, OpBuilder &builder) {
  Result<EinsumEquation> equation = EinsumEquation::parse(op.getEquation().str(), metasOf(op.getFactors().getTypes()));
  std::vector<Labelled> factors;
  for (auto [labels, operand] : llvm::zip(equation->operands, op.getFactors()))
    factors.push_back(prepared(labels, {builder, op.getLoc(), operand}, *equation));
  Labelled result = factors[0];
  for (size_t i = 1; i < factors.size(); ++i) {
    LabelSet later = setOf(equation->result);
    for (const Labelled &factor : ArrayRef(factors).drop_front(i + 1))
      later = joined(later, setOf(factor.labels));
    result = product(result, factors[i], later);
  }
  return {builder, op.getLoc(), result.summedBut(setOf(equation->result)).ordered(equation->result)};
}

} // namespace weir

// Sizes of a trace that a run says. A front end computes with numbers, and so does inference: those that stand for an
// open size are told apart by being no other's, and what is computed of them by the numbers that this gives.
#include "lib/Compiler/TraceState.h"

#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

/// No number that stands for an open size is below.
constexpr int64_t kLeastOpen = 4096;

void TraceBuilder::openSize(int64_t number) { state->openSizes.try_emplace(number); }

bool TraceBuilder::isOpen(int64_t number) const { return state->openSizes.contains(number); }

std::optional<Failure> TraceBuilder::computeSize(int64_t number, SizeRule rule, int64_t lhs, int64_t rhs) {
  OpBuilder &builder = state->builder;
  Location place = builder.getUnknownLoc();
  auto valueOf = [&](int64_t size) -> mlir::Value {
    if (state->openSizes.contains(size))
      return state->openSizes.lookup(size);
    return arith::ConstantIndexOp::create(builder, place, size);
  };
  if (!state->job || state->openSizes.contains(number))
    return Failure{"weir.dim: expects a new size of a job, got " + std::to_string(number)};
  mlir::Value a = valueOf(lhs), b = valueOf(rhs), size;
  if (!a || !b)
    return Failure{"weir.dim: expects sizes that an input has, got " + std::to_string(a ? rhs : lhs)};
  switch (rule) {
  case SizeRule::Sum:
    size = arith::AddIOp::create(builder, place, a, b);
    break;
  case SizeRule::Difference:
    size = arith::SubIOp::create(builder, place, a, b);
    break;
  case SizeRule::Product:
    size = arith::MulIOp::create(builder, place, a, b);
    break;
  case SizeRule::Quotient:
    size = arith::DivUIOp::create(builder, place, a, b);
    break;
  }
  state->openSizes[number] = size;
  return std::nullopt;
}

Shape TraceBuilder::State::opened(Shape shape) const {
  for (DimSize &size : shape)
    if (isOpen(size))
      size = DimSize();
  return shape;
}

SmallVector<mlir::Value> TraceBuilder::State::valuesOf(const Shape &sizes) const {
  SmallVector<mlir::Value> values;
  for (DimSize size : sizes)
    if (isOpen(size))
      values.push_back(openSizes.lookup(size.known()));
  return values;
}

void TraceBuilder::State::readSizes(mlir::Value value, const Shape &shape) {
  auto type = cast<RankedTensorType>(value.getType());
  for (auto [dim, size] : llvm::enumerate(shape))
    if (type.isDynamicDim(dim))
      if (mlir::Value &known = openSizes[size.known()]; !known)
        known = DimOp::create(builder, value.getLoc(), value, static_cast<int64_t>(dim));
}

Result<Metas> TraceBuilder::State::nameSizes(RegisteredOperationName info, std::span<const Value> operands,
                                             ArrayRef<NamedAttribute> attributes,
                                             const std::optional<TensorMeta> &sized, Metas &inferred) {
  Metas given;
  for (Value operand : operands)
    if (operand != kAbsent)
      given.push_back({metaOf(cast<RankedTensorType>(values[operand].getType())).dtype, named[operand]});
  auto hasOpen = [&](const TensorMeta &meta) {
    return llvm::any_of(meta.shape, [&](DimSize size) { return isOpen(size); });
  };
  Metas names = inferred;
  if (sized) {
    names[0].shape = sized->shape;
    return names;
  }
  if (llvm::none_of(given, hasOpen))
    return names;
  Result<Metas> found = infer(info, given, attributes, sized);
  if (!found)
    return found;
  for (auto [name, result, type] : llvm::zip_equal(names, *found, inferred))
    for (auto [size, number, typed] : llvm::zip_equal(name.shape, result.shape, type.shape)) {
      size = refine(size, number);
      if (size.knownOr(kLeastOpen) < kLeastOpen) // of a rule that knows less of `?` than there is to know
        typed = size;
    }
  addFormulas(info, given, attributes, inferred, names);
  return names;
}

/// Whether there are numbers that a rule may divide sizes by, add to them, or compare them with.
static bool hasNumbers(ArrayRef<NamedAttribute> attributes) {
  constexpr StringRef kOther[] = {"diagonal",    "dim",     "dims",        "ignore_index",
                                  "num_classes", "ordinal", "permutation", "present"};
  return llvm::any_of(attributes, [&](NamedAttribute attribute) {
    return isa<IntegerAttr, DenseI64ArrayAttr>(attribute.getValue()) &&
           !llvm::is_contained(kOther, attribute.getName().strref());
  });
}

void TraceBuilder::State::addFormulas(RegisteredOperationName info, const Metas &operands,
                                      ArrayRef<NamedAttribute> attributes, const Metas &inferred, const Metas &names) {
  bool dividesSizes = hasNumbers(attributes);
  Attributes plain = plainAttributes(builder.getDictionaryAttr(attributes));
  auto isOperands = [&](DimSize size) {
    return llvm::any_of(operands, [&](const TensorMeta &meta) { return llvm::is_contained(meta.shape, size); });
  };
  auto add = [&](int64_t number, size_t result, size_t dim) {
    formulas.push_back({number, info.getStringRef().str(), info.getInterface<SemanticsInterface>()->inferResults,
                        operands, plain, dividesSizes, result, dim});
  };
  for (size_t result = 0; result < names.size(); ++result)
    for (size_t dim = 0; dim < names[result].shape.size(); ++dim)
      if (DimSize size = names[result].shape[dim];
          !inferred[result].shape[dim].isKnown() && (dividesSizes || !isOperands(size)))
        add(size.known(), result, dim);
  if (dividesSizes && formulas.empty())
    add(/*number=*/0, 0, 0);
}

std::vector<SizeFormula> TraceBuilder::takeFormulas() { return std::exchange(state->formulas, {}); }

std::optional<int64_t> SizeFormula::of(std::span<const Sizes> shapes) const {
  Metas now = operands;
  for (auto [meta, sizes] : llvm::zip_equal(now, shapes))
    meta.shape = shapeOf(sizes);
  Result<Metas> results = infer(now, attributes);
  if (!results)
    return std::nullopt;
  return number == 0 ? 0 : (*results)[result].shape[dim].known();
}

} // namespace weir

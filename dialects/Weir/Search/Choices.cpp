// Choices of some of a vector's elements.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace weir {

/// How many choices of r elements there are of so many; nothing where no index counts them.
static std::optional<int64_t> numChoices(int64_t count, int64_t r, bool again) {
  int64_t of = again ? std::max<int64_t>(count + r - 1, 0) : count, choices = 1;
  if (r > of)
    return 0;
  for (int64_t i = 1, least = std::min(r, of - r); i <= least; ++i) {
    int64_t next;
    if (llvm::MulOverflow(choices, of - least + i, next))
      return std::nullopt;
    choices = next / i;
  }
  return choices;
}

Result<Metas> inferCombinations(const TensorMeta &input, const Attributes &attributes) {
  int64_t r = attributes.get<int64_t>("r");
  if (input.shape.size() != 1 || !input.shape[0].isKnown() || r < 1)
    return Failure{"expects a vector of a known size and r of at least 1, got shape " + tupleText(input.shape) +
                   " and " + std::to_string(r)};
  std::optional<int64_t> rows = numChoices(input.shape[0].known(), r, attributes.has("with_replacement"));
  if (!rows)
    return Failure{"expects choices that can be counted, got those of " + std::to_string(r) + " of " +
                   std::to_string(input.shape[0].known()) + " elements"};
  return Metas{{input.dtype, {DimSize(*rows), DimSize(r)}}};
}

/// Where a vector of bools is true, of which `count` are.
static Expression placesOf(Expression flags, int64_t count) {
  OpBuilder &builder = flags.getBuilder();
  Location loc = flags.getLoc();
  Type number = builder.getI64Type();
  Expression ends(builder, loc, CumsumOp::create(builder, loc, flags.cast(number), 0, /*reverse=*/false));
  Expression start = knownElements(builder, loc, RankedTensorType::get({count + 1}, number), 0);
  // The others are written behind the end.
  Expression index = select(flags, ends - 1, static_cast<double>(count));
  Expression found(builder, loc, ScatterOp::create(builder, loc, start, index, positionsAlong(flags, 0), 0));
  return slice(found, 0, 0, count);
}

Expression combinations(Expression x, int64_t r, bool again) {
  OpBuilder &builder = x.getBuilder();
  Location loc = x.getLoc();
  int64_t count = x.knownSize(0);
  auto sizes = [&](std::initializer_list<int64_t> known) {
    return llvm::map_to_vector(known, [&](int64_t size) -> OpFoldResult { return builder.getIndexAttr(size); });
  };
  Expression numbers = positionsAlong(x, 0);
  SmallVector<Expression> chosen = {numbers};    // positions: one column for each element of a choice
  for (int64_t width = 2; width <= r; ++width) { // a further one behind each of the choices so far
    int64_t before = *numChoices(count, width - 1, again), size = *numChoices(count, width, again);
    SmallVector<OpFoldResult> table = sizes({before, count});
    Expression last = broadcastTo(chosen.back(), table, {0}), next = broadcastTo(numbers, table, {1});
    Expression places = placesOf(reshape(again ? last <= next : last < next, sizes({before * count})), size);
    Expression rows = floorDivide(places, places.constant(static_cast<double>(count)));
    for (Expression &each : chosen)
      each = gather(each, rows, 0);
    chosen.push_back(places - rows * static_cast<double>(count));
  }
  Expression all = unsqueezed(chosen[0], 1);
  for (Expression each : ArrayRef(chosen).drop_front())
    all = {builder, loc, ConcatOp::create(builder, loc, all, unsqueezed(each, 1), 1)};
  int64_t choices = *numChoices(count, r, again);
  return reshape(gather(x, reshape(all, sizes({choices * r})), 0), sizes({choices, r}));
}

} // namespace weir

// Tensors put together along a dimension, two at a time.
#include "dialects/Weir/Layer/Joining.h"

#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

// cat

Result<Metas> inferCat(const Metas &parts, const Attributes &attributes) {
  if (parts.empty())
    return Failure{"expects at least one tensor, got none"};
  if (auto failure = checkDims(parts[0], {attributes.get<int64_t>("dim")}))
    return *failure;
  Result<Metas> joined = Metas{parts[0]};
  for (size_t i = 1; joined && i < parts.size(); ++i)
    joined = ConcatOp::inferResults({joined->front(), parts[i]}, attributes);
  return joined;
}

static Value inHalves(OpBuilder &builder, Location loc, ValueRange parts, int64_t dim) {
  if (parts.size() == 1)
    return parts[0];
  size_t half = parts.size() / 2;
  Value front = inHalves(builder, loc, parts.take_front(half), dim);
  return ConcatOp::create(builder, loc, front, inHalves(builder, loc, parts.drop_front(half), dim), dim);
}

Expression cat(CatOp op, OpBuilder &builder) {
  return {builder, op.getLoc(), inHalves(builder, op.getLoc(), op.getParts(), static_cast<int64_t>(op.getDim()))};
}

// roll

Result<Metas> inferRoll(const TensorMeta &input, const Attributes &attributes) {
  const auto &shifts = attributes.get<std::vector<int64_t>>("shifts"),
             &dims = attributes.get<std::vector<int64_t>>("dims");
  if (shifts.size() != dims.size())
    return Failure{"expects a shift for each of dims, got " + std::to_string(shifts.size()) + " and " +
                   std::to_string(dims.size())};
  for (int64_t dim : dims) {
    if (auto failure = checkDims(input, {dim}))
      return *failure;
    if (!input.shape[dim].isKnown())
      return Failure{"expects known sizes along dims, got " + tupleText(input.shape)};
  }
  return Metas{input};
}

Expression roll(RollOp op, Expression x) {
  for (auto [shift, dim] : llvm::zip_equal(op.getShifts(), op.getDims())) {
    int64_t size = x.knownSize(dim);
    if (size == 0 || shift % size == 0)
      continue;
    int64_t moved = (shift % size + size) % size;
    Expression front = slice(x, dim, size - moved, moved), back = slice(x, dim, 0, size - moved);
    x = {x.getBuilder(), x.getLoc(), ConcatOp::create(x.getBuilder(), x.getLoc(), front, back, dim)};
  }
  return x;
}

} // namespace weir

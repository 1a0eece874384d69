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

// block_diag

Result<Metas> inferBlockDiag(const Metas &blocks) {
  int64_t rows = 0, columns = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Shape &shape = blocks[i].shape;
    if (auto failure = checkSameDType(blocks, {0, i}))
      return *failure;
    if (shape.size() != 2 || !shape[0].isKnown() || !shape[1].isKnown())
      return Failure{"expects matrices of known sizes, got " + toString(blocks[i])};
    rows += shape[0].known();
    columns += shape[1].known();
  }
  if (blocks.empty())
    return Failure{"expects at least one matrix, got none"};
  return Metas{{blocks[0].dtype, {DimSize(rows), DimSize(columns)}}};
}

Expression blockDiag(BlockDiagOp op, OpBuilder &builder) {
  int64_t columns = dimSize(op.getY().getType(), 1).known(), before = 0;
  SmallVector<Value> rows;
  for (Value block : op.getBlocks()) {
    auto type = cast<RankedTensorType>(block.getType());
    auto widened = RankedTensorType::get({dimSize(type, 0).known(), columns}, type.getElementType());
    rows.push_back(PadOp::create(builder, op.getLoc(), widened, block, ValueRange(),
                                 builder.getDenseI64ArrayAttr({0, before}), builder.getDenseI64ArrayAttr({1, 1}),
                                 builder.getF64FloatAttr(0)));
    before += dimSize(type, 1).known();
  }
  return {builder, op.getLoc(), inHalves(builder, op.getLoc(), rows, 0)};
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

// Grids of places that images are seen at through affine maps.
#include "dialects/Weir/Layer/AffineGrid.h"

#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

Result<Metas> inferAffineGrid(const TensorMeta &theta, const Attributes &attributes) {
  const auto &size = attributes.get<std::vector<int64_t>>("size");
  auto dims = static_cast<int64_t>(size.size()) - 2;
  Shape sizes;
  for (int64_t extent : size)
    sizes.push_back(DimSize(extent));
  bool fits = (dims == 2 || dims == 3) && theta.shape.size() == 3 && mayEqual(theta.shape[0], DimSize(size[0])) &&
              mayEqual(theta.shape[1], DimSize(dims)) && mayEqual(theta.shape[2], DimSize(dims + 1)) &&
              llvm::all_of(llvm::drop_begin(size, 2), [](int64_t extent) { return extent >= 1; });
  if (!fits)
    return Failure{"expects theta (N, 2, 3) or (N, 3, 4) and a size that fits, got " + tupleText(theta.shape) +
                   " and " + tupleText(sizes)};
  Shape shape = {DimSize(size[0])};
  shape.insert(shape.end(), sizes.begin() + 2, sizes.end());
  shape.push_back(DimSize(dims));
  return Metas{{theta.dtype, shape}};
}

/// The centers of `size` elements between -1 and 1.
static Expression centers(Expression positions, int64_t size, bool alignCorners) {
  auto count = static_cast<double>(size);
  if (size == 1)
    return positions.constant(0);
  if (alignCorners)
    return positions * 2 / (count - 1) - 1;
  return (positions * 2 + (1 - count)) / count;
}

Expression affineGrid(Expression theta, ArrayRef<int64_t> size, bool alignCorners) {
  OpBuilder &builder = theta.getBuilder();
  ArrayRef<int64_t> spatial = size.drop_front(2);
  auto dims = static_cast<int64_t>(spatial.size());
  SmallVector<OpFoldResult> sizes = {sizesOf(theta)[0]};
  for (int64_t extent : spatial)
    sizes.push_back(builder.getIndexAttr(extent));
  sizes.push_back(builder.getIndexAttr(dims));
  // What each map multiplies the k-th coordinate by, and what it adds.
  auto factor = [&](int64_t k) { return broadcastTo(without(slice(theta, 2, k, 1), 2), sizes, {0, dims + 1}); };
  Expression y = factor(dims);
  for (int64_t k = 0; k < dims; ++k) {
    // x is along the last spatial dimension.
    int64_t place = dims - 1 - k;
    Expression along = positionsAlong(y, place + 1).cast(theta.type().getElementType());
    y = y + centers(along, spatial[place], alignCorners) * factor(k);
  }
  return y;
}

} // namespace weir

// Cuts types into those of ranks.
#include "passes/Sbp/LocalTypes.h"

#include <map>

using namespace mlir;

namespace weir {

Mesh::Mesh(sbp::MeshOp mesh) {
  ranks = mesh.getDevices().vec();
  axes.shape.assign(mesh.getShape().begin(), mesh.getShape().end());
  axes.links.resize(axes.shape.size());
}

DenseIntElementsAttr Mesh::groupsAlong(Builder &builder, size_t axis) const {
  std::map<Sizes, SmallVector<int64_t>> groups; // by the other coordinates
  for (auto [number, rank] : llvm::enumerate(ranks)) {
    Sizes place = axes.placeOf(static_cast<int64_t>(number));
    place[axis] = 0;
    groups[place].push_back(rank);
  }
  SmallVector<int64_t> rows;
  for (const auto &[place, members] : groups)
    llvm::append_range(rows, members);
  auto type = RankedTensorType::get({static_cast<int64_t>(groups.size()), axes.shape[axis]}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, rows);
}

DenseIntElementsAttr Mesh::allRanks(Builder &builder) const {
  auto type = RankedTensorType::get({1, static_cast<int64_t>(ranks.size())}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, ArrayRef(ranks));
}

RankedTensorType localType(RankedTensorType whole, ArrayRef<Holding> axes, const Mesh &mesh, ArrayRef<int64_t> place) {
  SmallVector<int64_t> shape(whole.getShape());
  for (auto [d, size] : llvm::enumerate(shape))
    if (!ShapedType::isDynamic(size))
      size = numPositions(heldPositions(size, static_cast<int>(d), axes, mesh.axes.shape, place));
  return whole.clone(shape);
}

RankedTensorType emptyType(RankedTensorType whole) {
  SmallVector<int64_t> shape(whole.getShape());
  if (!shape.empty())
    shape[0] = 0;
  return whole.clone(shape);
}

MovedValue movedValue(RankedTensorType whole) {
  MovedValue value{.shape = Sizes(whole.getShape().begin(), whole.getShape().end()),
                   .bytes = std::max<int64_t>(1, whole.getElementTypeBitWidth() / 8)};
  for (int64_t &size : value.shape)
    size = ShapedType::isDynamic(size) ? 1 : size;
  return value;
}

static HeldValues heldBy(ValueRange all, ArrayRef<Attribute> signature) {
  HeldValues held;
  for (Value value : all)
    if (isa<RankedTensorType>(value.getType()))
      held.values.push_back(value);
  held.holdings = llvm::map_to_vector(signature, sbp::holdingsOf);
  return held;
}

static sbp::SignatureAttr signatureOf(Operation *op) {
  return op->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
}

HeldValues heldOperands(Operation *op) {
  sbp::SignatureAttr signature = signatureOf(op);
  if (auto function = dyn_cast<func::FuncOp>(op))
    return heldBy(function.getBody().front().getTerminator()->getOperands(), signature.getResults());
  return signature ? heldBy(op->getOperands(), signature.getOperands()) : HeldValues();
}

HeldValues heldResults(Operation *op) {
  sbp::SignatureAttr signature = signatureOf(op);
  if (auto function = dyn_cast<func::FuncOp>(op))
    return heldBy(function.getArguments(), signature.getOperands());
  return signature ? heldBy(op->getResults(), signature.getResults()) : HeldValues();
}

} // namespace weir

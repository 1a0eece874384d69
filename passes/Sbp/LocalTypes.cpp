// Cuts types into those of ranks, and finds ranks that need the same program.
#include "passes/Sbp/LocalTypes.h"

#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;

namespace weir {

Mesh::Mesh(sbp::MeshOp mesh) : devices(mesh.getDevices()) {
  axes.shape.assign(mesh.getShape().begin(), mesh.getShape().end());
  axes.links.resize(axes.shape.size());
}

DenseIntElementsAttr Mesh::groupsAlong(Builder &builder, size_t axis) const {
  std::map<Sizes, SmallVector<int64_t>> groups; // by the other coordinates
  for (auto [number, device] : llvm::enumerate(devices)) {
    Sizes place = axes.placeOf(static_cast<int64_t>(number));
    place[axis] = 0;
    groups[place].push_back(device);
  }
  SmallVector<int64_t> ranks;
  for (const auto &[place, members] : groups)
    llvm::append_range(ranks, members);
  auto type = RankedTensorType::get({static_cast<int64_t>(groups.size()), axes.shape[axis]}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, ranks);
}

DenseIntElementsAttr Mesh::allRanks(Builder &builder) const {
  auto type = RankedTensorType::get({1, static_cast<int64_t>(devices.size())}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, devices);
}

RankedTensorType localType(RankedTensorType whole, ArrayRef<Holding> axes, const Mesh &mesh, ArrayRef<int64_t> place) {
  SmallVector<int64_t> shape(whole.getShape());
  for (auto [d, size] : llvm::enumerate(shape))
    if (!ShapedType::isDynamic(size))
      size = numPositions(heldPositions(size, static_cast<int>(d), axes, mesh.axes.shape, place));
  return whole.clone(shape);
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

namespace {

/// A factor of a dimension of a value, and the axes that split it wherever the value is seen.
struct FactorSplit {
  int64_t size; ///< of the dimension
  Holding split;
  std::vector<size_t> axes;
};

/// The factors along which a job's values are split.
class FactorSplits {
public:
  LogicalResult add(Operation *op, const HeldValues &held) {
    for (auto [value, axes] : llvm::zip_equal(held.values, held.holdings))
      if (failed(add(op, value.getAsOpaquePointer(), cast<RankedTensorType>(value.getType()), axes)))
        return failure();
    return success();
  }

  LogicalResult add(Operation *op, const void *value, RankedTensorType type, ArrayRef<Holding> axes) {
    for (auto [axis, holding] : llvm::enumerate(axes)) {
      if (holding.kind == Holding::Kind::Broadcast)
        continue;
      if (!type.hasStaticShape())
        return op->emitOpError("not supported yet: parts of a value of unknown sizes, ") << type;
      if (holding.kind == Holding::Kind::Split)
        add(value, type.getDimSize(holding.dim), holding, axis);
    }
    return success();
  }

  /// The sizes of the parts that a rank has of each factor, split by any of the axes that do so: all that its part of a
  /// value on the way from one holding to another is made of.
  std::vector<int64_t> partSizes(ArrayRef<int64_t> mesh, ArrayRef<int64_t> place) const {
    std::vector<int64_t> sizes;
    for (const auto &[value, factors] : byValue)
      for (const FactorSplit &factor : factors)
        for (uint64_t subset = 1; subset < uint64_t{1} << factor.axes.size(); ++subset) {
          int64_t size = factor.size / factor.split.outer / factor.split.inner;
          for (auto [i, axis] : llvm::enumerate(factor.axes))
            if (subset >> i & 1)
              size = balancedPart(size, mesh[axis], place[axis]).size();
          sizes.push_back(size);
        }
    return sizes;
  }

private:
  void add(const void *value, int64_t size, const Holding &split, size_t axis) {
    auto &factors = byValue[value];
    auto *known = llvm::find_if(factors, [&](const FactorSplit &factor) { return factor.split == split; });
    if (known == factors.end())
      known = factors.insert(known, {size, split, {}});
    if (!llvm::is_contained(known->axes, axis)) {
      known->axes.push_back(axis);
      llvm::sort(known->axes);
    }
  }

  llvm::MapVector<const void *, SmallVector<FactorSplit, 2>> byValue; ///< or variable
};

} // namespace

FailureOr<std::vector<std::vector<int64_t>>> placesByProgram(ArrayRef<func::FuncOp> jobs, const Mesh &mesh) {
  FactorSplits factors;
  auto addAll = [&](Operation *op) {
    return success(succeeded(factors.add(op, heldOperands(op))) && succeeded(factors.add(op, heldResults(op))));
  };
  for (func::FuncOp job : jobs) {
    if (failed(addAll(job)))
      return failure();
    for (Operation &op : job.getBody().front().without_terminator())
      if (failed(addAll(&op)))
        return failure();
  }
  for (auto variable : jobs.front()->getParentOfType<ModuleOp>().getOps<VariableOp>()) {
    SmallVector<Holding> axes = sbp::holdingsOf(signatureOf(variable).getResults()[0]);
    auto type = cast<RankedTensorType>(variable.getTypeAttr().getValue());
    if (failed(factors.add(variable, variable.getOperation(), type, axes)))
      return failure();
  }
  std::vector<std::vector<int64_t>> classes;
  std::map<std::vector<int64_t>, size_t> known;
  for (int64_t number = 0; number < mesh.axes.numRanks(); ++number) {
    std::vector<int64_t> sizes = factors.partSizes(mesh.axes.shape, mesh.axes.placeOf(number));
    auto [found, isNew] = known.try_emplace(std::move(sizes), classes.size());
    if (isNew)
      classes.emplace_back();
    classes[found->second].push_back(number);
  }
  return classes;
}

} // namespace weir

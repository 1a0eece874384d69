// Finds ranks that need the same program: those of whose values all parts, on all ways, are of the same sizes.
#include "passes/Sbp/JobRanks.h"

#include "dialects/Weir/Control/Ops.h"

#include <map>

using namespace mlir;

namespace weir {

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

/// Those of all values, by the mesh on which they are held.
class SplitsByMesh {
public:
  explicit SplitsByMesh(const JobRanks &ranks) : ranks(ranks) {}

  LogicalResult add(func::FuncOp job) {
    if (failed(add(job.getOperation())))
      return failure();
    for (Operation &op : job.getBody().front().without_terminator())
      if (failed(add(&op)))
        return failure();
    return success();
  }

  LogicalResult add(VariableOp variable) {
    auto signature = variable->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
    auto type = cast<RankedTensorType>(variable.getTypeAttr().getValue());
    return byMesh[&ranks.mesh()].add(variable, variable.getOperation(), type,
                                     sbp::holdingsOf(signature.getResults()[0]));
  }

  /// Equal for two ranks that may run one program.
  std::vector<int64_t> keyOf(int64_t number) const {
    std::vector<int64_t> key;
    for (const auto &[mesh, factors] : byMesh) {
      std::optional<Sizes> place = ranks.placeOn(*mesh, number);
      key.push_back(place ? 1 : 0);
      if (place)
        llvm::append_range(key, factors.partSizes(mesh->axes.shape, *place));
    }
    return key;
  }

private:
  LogicalResult add(Operation *op) {
    if (auto move = dyn_cast<sbp::MoveOp>(op))
      return add(move);
    for (const HeldValues &held : {heldOperands(op), heldResults(op)})
      for (auto [value, axes] : llvm::zip_equal(held.values, held.holdings))
        if (!moveOf(value))
          if (failed(add(op, ranks.mesh(), value, axes)))
            return failure();
    return success();
  }

  /// Also how it is held on its way.
  LogicalResult add(sbp::MoveOp move) {
    if (!move.getX().getType().hasStaticShape())
      return move.emitOpError("not supported yet: values of unknown sizes between meshes, got ")
             << move.getX().getType();
    const Crossing &crossing = ranks.crossing(move);
    SmallVector<Holding> from = heldOperands(move).holdings[0], to = sbp::holdingsOf(move.getTo());
    for (ArrayRef<Holding> axes : {ArrayRef(from), ArrayRef(crossing.given)})
      if (failed(add(move, ranks.mesh(), move.getX(), axes)))
        return failure();
    for (ArrayRef<Holding> axes : {ArrayRef(crossing.taken), ArrayRef(to)})
      if (failed(add(move, ranks.meshOf(move), move.getY(), axes)))
        return failure();
    return success();
  }

  LogicalResult add(Operation *op, const Mesh &mesh, Value value, ArrayRef<Holding> axes) {
    return byMesh[&mesh].add(op, value.getAsOpaquePointer(), cast<RankedTensorType>(value.getType()), axes);
  }

  const JobRanks &ranks;
  llvm::MapVector<const Mesh *, FactorSplits> byMesh;
};

} // namespace

JobRanks::JobRanks(ArrayRef<func::FuncOp> jobs, sbp::MeshOp mesh) : jobs(jobs), own(mesh), all(own.ranks) {
  for (func::FuncOp job : jobs)
    for (auto move : job.getOps<sbp::MoveOp>()) {
      auto to = SymbolTable::lookupNearestSymbolFrom<sbp::MeshOp>(move, move.getMeshAttr());
      others.insert({move.getMeshAttr().getAttr(), Mesh(to)});
      for (int64_t rank : to.getDevices())
        if (!llvm::is_contained(all, rank))
          all.push_back(rank);
    }
  for (func::FuncOp job : jobs)
    for (auto move : job.getOps<sbp::MoveOp>()) {
      SmallVector<Holding> from = heldOperands(move).holdings[0], wanted = sbp::holdingsOf(move.getTo());
      if (!move.getX().getType().hasStaticShape())
        continue; // byProgram fails
      MovedValue value = movedValue(move.getX().getType());
      crossings.try_emplace(move.getOperation(), weir::crossing(value, {from.begin(), from.end()}, own,
                                                                {wanted.begin(), wanted.end()}, meshOf(move)));
    }
}

std::vector<int64_t> JobRanks::shape() const {
  return haveMoves() ? std::vector{static_cast<int64_t>(all.size())} : own.axes.shape;
}

std::optional<Sizes> JobRanks::placeOn(const Mesh &mesh, int64_t number) const {
  auto found = llvm::find(mesh.ranks, all[static_cast<size_t>(number)]);
  return found == mesh.ranks.end() ? std::nullopt : std::optional(mesh.axes.placeOf(found - mesh.ranks.begin()));
}

sbp::GridAttr JobRanks::gridOf(MLIRContext *context, const Mesh &mesh) const {
  if (!haveMoves())
    return {};
  auto numberOf = [&](int64_t rank) { return static_cast<int64_t>(llvm::find(all, rank) - all.begin()); };
  return sbp::GridAttr::get(context, mesh.axes.shape, llvm::map_to_vector(mesh.ranks, numberOf));
}

/// Who is on another mesh alone has no rows of what comes and goes.
LogicalResult JobRanks::verifyRows(func::FuncOp job) const {
  SmallVector<Type> types(job.getArgumentTypes());
  llvm::append_range(types, job.getResultTypes());
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type); haveMoves() && tensor && tensor.getRank() == 0)
      return job.emitOpError("not supported yet: arguments and results without dimensions beside values that move to "
                             "other meshes, got ")
             << type;
  return success();
}

FailureOr<std::vector<std::vector<int64_t>>> JobRanks::byProgram() const {
  SplitsByMesh splits(*this);
  for (func::FuncOp job : jobs)
    if (failed(verifyRows(job)) || failed(splits.add(job)))
      return failure();
  for (auto variable : jobs.front()->getParentOfType<ModuleOp>().getOps<VariableOp>())
    if (failed(splits.add(variable)))
      return failure();
  std::vector<std::vector<int64_t>> programs;
  std::map<std::vector<int64_t>, size_t> known;
  for (int64_t number = 0; number < static_cast<int64_t>(all.size()); ++number) {
    auto [found, isNew] = known.try_emplace(splits.keyOf(number), programs.size());
    if (isNew)
      programs.emplace_back();
    programs[found->second].push_back(number);
  }
  return programs;
}

sbp::MoveOp moveOf(Value value) { return value.getDefiningOp<sbp::MoveOp>(); }

} // namespace weir

// Joins the sizes that a kernel's ops need to be equal, and lists what types alone don't ensure.
#include "lib/Target/Native/SizeChecks.h"

#include "dialects/Interfaces/OpLoops.h"
#include "dialects/Interfaces/Semantics.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace weir {
namespace {

/// A dimension of a value, or a value of type index with dimension 0.
using Size = std::pair<Value, size_t>;

std::string nameOf(Operation *op) { return op->getName().stripDialect().str(); }

/// The sizes of a kernel. Those are equal that one loop runs over.
class KernelSizes {
public:
  LogicalResult addOp(Operation *op) {
    if (failed(loops.add(op)))
      return failure();
    loops.joinReads(op);
    loops.forEachRead(op, [&](Value value, const ValueMap &read) {
      for (auto [d, position] : llvm::enumerate(read))
        if (position.onlyFactor())
          users.try_emplace({value, d}, op);
        else if (position.inset && position.terms.size() == 1)
          addSlice(op, {value, d}, position);
      for (auto [d, position] : llvm::enumerate(read))
        if (position.picked)
          picks.push_back({{value, d}, indicesOf(op), op});
    });
    OpLoops::forEachGivenSize(op, [&](size_t dim, Value size) {
      loops.space.join(loops.of(op->getResult(0), dim), loops.of(size));
      users.try_emplace({size, 0}, op);
    });
    return success();
  }

  LoopSpace::Loop classOf(Size size) { return loops.space.classOf(loops.of(size.first, size.second)); }
  /// The first op that needs an operand's size to be another's.
  Operation *userOf(Size size) const { return users.lookup(size); }

  /// A dimension of which an op takes as many elements as another dimension has.
  struct Slice {
    Size from, to;
    SizeCheck::Stride stride;
    Operation *op;
  };
  SmallVector<Slice> slices;

  /// A dimension in which an op picks positions, one for each element of values of sizes `indices`.
  struct Pick {
    Size from;
    SmallVector<Size> indices;
    Operation *op;
  };
  SmallVector<Pick> picks;

private:
  /// The sizes of the operands without a dimension that is picked from.
  SmallVector<Size> indicesOf(Operation *op) {
    SmallVector<Size> indices;
    loops.forEachRead(op, [&](Value value, const ValueMap &read) {
      if (llvm::none_of(read, [](const DimMap &position) { return position.picked; }))
        for (size_t d = 0; d < read.size(); ++d)
          indices.push_back({value, d});
    });
    return indices;
  }

  void addSlice(Operation *op, Size from, const DimMap &position) {
    auto [factor, step] = position.terms.front();
    const ValueMap &result = loops.rule(op).results[0];
    auto to = llvm::find_if(result, [&](const DimMap &dim) { return dim.onlyFactor() == factor; });
    if (to != result.end())
      slices.push_back({from,
                        {op->getResult(0), static_cast<size_t>(std::distance(result.begin(), to))},
                        {position.constant, step},
                        op});
  }

  OpLoops loops{LoopSpace::TwoPositions::Joined};
  llvm::DenseMap<Size, Operation *> users;
};

/// What a launch gives, and what its classes are compared with: the first that is given of each.
class GivenSizes {
public:
  explicit GivenSizes(KernelSizes &sizes) : sizes(sizes) {}

  SmallVector<SizeCheck> checks;

  void offer(Size size, GivenSize given, bool isStatic) {
    auto [it, isNew] = firstOfClass.try_emplace(sizes.classOf(size), Known{given, isStatic});
    Operation *user = sizes.userOf(size);
    if (!isNew && user && !(isStatic && it->second.isStatic))
      checks.push_back({given, it->second.given, std::nullopt, user->getLoc(), nameOf(user)});
  }

  std::optional<GivenSize> find(Size size) const {
    auto type = dyn_cast<RankedTensorType>(size.first.getType());
    if (type && !type.isDynamicDim(size.second))
      return GivenSize{.known = type.getDimSize(size.second)};
    const auto *found = firstOfClass.find(sizes.classOf(size));
    return found == firstOfClass.end() ? std::nullopt : std::optional(found->second.given);
  }

private:
  struct Known {
    GivenSize given;
    bool isStatic;
  };
  KernelSizes &sizes;
  llvm::MapVector<LoopSpace::Loop, Known> firstOfClass;
};

/// Of a pick, unless types rule out that it fails.
std::optional<PickCheck> pickCheck(const KernelSizes::Pick &pick, const GivenSizes &given) {
  std::optional<GivenSize> from = given.find(pick.from);
  if (!from || (from->known && *from->known != 0))
    return std::nullopt;
  PickCheck check{*from, {}, pick.op->getLoc(), nameOf(pick.op)};
  for (Size index : pick.indices) {
    std::optional<GivenSize> size = given.find(index);
    if (!size || (size->known && *size->known == 0))
      return std::nullopt;
    if (!size->known)
      check.indices.push_back(*size);
  }
  return check;
}

/// Offers all that a launch is given, so that what types leave open is compared.
void offerArguments(func::FuncOp kernel, GivenSizes &given) {
  unsigned tensors = 0, scalars = 0;
  for (BlockArgument argument : kernel.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type) {
      given.offer({argument, 0}, {scalars++, 0, true}, false);
      continue;
    }
    for (int64_t d = 0; d < type.getRank(); ++d)
      given.offer({argument, d}, {tensors, static_cast<unsigned>(d), false}, !type.isDynamicDim(d));
    ++tensors;
  }
}

} // namespace

FailureOr<LaunchChecks> launchChecks(func::FuncOp kernel) {
  KernelSizes sizes;
  for (Operation &op : kernel.getBody().front())
    if (isa<SemanticsInterface>(op) && failed(sizes.addOp(&op)))
      return failure();
  GivenSizes given(sizes);
  offerArguments(kernel, given);
  for (const KernelSizes::Slice &slice : sizes.slices) {
    std::optional<GivenSize> from = given.find(slice.from), to = given.find(slice.to);
    if (from && to && !(from->known && to->known))
      given.checks.push_back({*from, *to, slice.stride, slice.op->getLoc(), nameOf(slice.op)});
  }
  LaunchChecks checks{std::move(given.checks), {}};
  for (const KernelSizes::Pick &pick : sizes.picks)
    if (std::optional<PickCheck> check = pickCheck(pick, given))
      checks.picks.push_back(std::move(*check));
  return checks;
}

} // namespace weir

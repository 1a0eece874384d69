// Joins the sizes that a kernel's ops need to be equal, and lists what types alone don't ensure.
#include "lib/Target/Native/SizeChecks.h"

#include "dialects/Interfaces/Semantics.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace weir {
namespace {

/// A dimension of a value, or a value of type index with dimension 0.
using Size = std::pair<void *, unsigned>;

class SizeClasses {
public:
  LogicalResult addOp(Operation *op) {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    llvm::MapVector<int, SmallVector<Size>> byFactor;
    auto tensors =
        llvm::make_filter_range(op->getOperands(), [](Value value) { return isa<RankedTensorType>(value.getType()); });
    for (auto [value, map] : llvm::zip(tensors, rule->operands))
      addValue(value, map, byFactor);
    for (auto [value, map] : llvm::zip(op->getResults(), rule->results))
      addValue(value, map, byFactor);
    for (auto &[factor, sizes] : byFactor)
      for (Size size : sizes)
        join(sizes.front(), size, op);
    if (op->hasTrait<ResultSized>())
      addGivenSizes(op);
    for (auto [value, map] : llvm::zip(tensors, rule->operands))
      addSlices(value, map, *rule, op);
    return success();
  }

  void add(Size size) { classes.insert(size); }
  Operation *userOf(Size size) const { return users.lookup(size); }

  llvm::EquivalenceClasses<Size> classes;

  /// A dimension of which an op takes as many elements as another dimension has.
  struct Slice {
    Size from, to;
    SizeCheck::Stride stride;
    Operation *op;
  };
  SmallVector<Slice> slices;

private:
  void addSlices(Value value, const ValueMap &map, const IterationRule &rule, Operation *op) {
    for (auto [d, position] : llvm::enumerate(map)) {
      if (!position.inset || position.terms.size() != 1)
        continue;
      auto [factor, step] = position.terms.front();
      auto to = llvm::find_if(rule.results[0], [&](const DimMap &dim) { return dim.onlyFactor() == factor; });
      if (to == rule.results[0].end())
        continue;
      slices.push_back({{value.getAsOpaquePointer(), d},
                        {op->getResult(0).getAsOpaquePointer(), std::distance(rule.results[0].begin(), to)},
                        {position.constant, step},
                        op});
    }
  }

  static void addValue(Value value, const ValueMap &map, llvm::MapVector<int, SmallVector<Size>> &byFactor) {
    for (auto [d, position] : llvm::enumerate(map))
      if (std::optional<int> factor = position.onlyFactor())
        byFactor[*factor].push_back({value.getAsOpaquePointer(), d});
  }

  void addGivenSizes(Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    auto given = llvm::filter_to_vector(op->getOperands(), [](Value value) { return value.getType().isIndex(); });
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        join({op->getResult(0).getAsOpaquePointer(), d}, {given[type.getDynamicDimIndex(d)].getAsOpaquePointer(), 0},
             op);
  }

  void join(Size a, Size b, Operation *op) {
    classes.unionSets(a, b);
    users.try_emplace(a, op);
    users.try_emplace(b, op);
  }

  llvm::DenseMap<Size, Operation *> users;
};

} // namespace

FailureOr<SmallVector<SizeCheck>> sizeChecks(func::FuncOp kernel) {
  SizeClasses sizes;
  for (Operation &op : kernel.getBody().front())
    if (isa<SemanticsInterface>(op) && failed(sizes.addOp(&op)))
      return failure();

  struct Known {
    GivenSize given;
    bool isStatic;
  };
  llvm::MapVector<Size, Known> firstOfClass;
  SmallVector<SizeCheck> checks;
  unsigned tensors = 0, scalars = 0;
  auto offer = [&](Size size, GivenSize given, bool isStatic) {
    sizes.add(size);
    auto [it, isNew] = firstOfClass.try_emplace(sizes.classes.getLeaderValue(size), Known{given, isStatic});
    Operation *user = sizes.userOf(size);
    if (!isNew && user && !(isStatic && it->second.isStatic))
      checks.push_back({given, it->second.given, std::nullopt, user->getLoc(), user->getName().stripDialect().str()});
  };
  for (BlockArgument argument : kernel.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type) {
      offer({argument.getAsOpaquePointer(), 0}, {scalars++, 0, true}, false);
      continue;
    }
    for (int64_t d = 0; d < type.getRank(); ++d)
      offer({argument.getAsOpaquePointer(), d}, {tensors, static_cast<unsigned>(d), false}, !type.isDynamicDim(d));
    ++tensors;
  }
  auto givenOf = [&](Size size) -> std::optional<GivenSize> {
    auto type = dyn_cast<RankedTensorType>(Value::getFromOpaquePointer(size.first).getType());
    if (type && !type.isDynamicDim(size.second))
      return GivenSize{.known = type.getDimSize(size.second)};
    auto leader = sizes.classes.findLeader(size);
    auto *found = leader == sizes.classes.member_end() ? firstOfClass.end() : firstOfClass.find(*leader);
    return found == firstOfClass.end() ? std::nullopt : std::optional(found->second.given);
  };
  for (const SizeClasses::Slice &slice : sizes.slices) {
    std::optional<GivenSize> from = givenOf(slice.from), to = givenOf(slice.to);
    if (from && to && !(from->known && to->known))
      checks.push_back({*from, *to, slice.stride, slice.op->getLoc(), slice.op->getName().stripDialect().str()});
  }
  return checks;
}

} // namespace weir

// Makes one group of two products and what computes the rows that pass from one to the other, as attention does.
#include "passes/Fusion/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Target.h"
#include "lib/Support/LoopSpace.h"
#include "passes/Fusion/OpRoles.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_JOINROWSPASS
#include "passes/Fusion/Passes.h.inc"

namespace {

/// Rows and columns of both products, at least: fewer take less time as nests of loops.
constexpr int64_t kLeastSize = 16;

/// A group whose ops' roles are known.
struct KnownGroup {
  Block *body;
  OpRoles roles;

  static std::optional<KnownGroup> of(kernel::GroupOp group) {
    FailureOr<OpRoles> roles = OpRoles::of(group.getBody().front(), /*mostMovements=*/SIZE_MAX);
    return failed(roles) ? std::nullopt : std::optional(KnownGroup{&group.getBody().front(), std::move(*roles)});
  }

  auto ops() const { return body->without_terminator(); }
  bool has(OpRole role) const {
    return llvm::any_of(ops(), [&](Operation &op) { return roles(&op) == role; });
  }
  Value result() const { return body->getTerminator()->getOperand(0); }
};

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The group that makes the value, if nobody else reads it and it makes nothing else.
kernel::GroupOp onlyMaker(Value value) {
  auto group = value.getDefiningOp<kernel::GroupOp>();
  return group && group.getNumResults() == 1 && value.hasOneUse() ? group : kernel::GroupOp();
}

/// C[..., m, n] = sum over k of A[..., m, k] and B, one index for each dimension, whose last two are known and not
/// small.
bool isRowProduct(Operation *op, const IterationRule &rule) {
  if (rule.operands.size() != 2 || rule.results.size() != 1 || !rule.operands[0].back().onlyFactor())
    return false;
  const ValueMap &a = rule.operands[0], &c = rule.results[0];
  size_t rank = c.size();
  if (rank < 2 || a.size() != rank || rule.operands[1].size() != rank)
    return false;
  for (size_t d = 0; d + 1 < rank; ++d)
    if (!c[d].onlyFactor() || c[d].onlyFactor() != a[d].onlyFactor())
      return false;
  bool sums = rule.factors[*a.back().onlyFactor()].kind == FactorKind::Reduction;
  auto isLarge = [](RankedTensorType type, size_t dim) {
    return dimSize(type, static_cast<int64_t>(dim)).knownOr(0) >= kLeastSize;
  };
  RankedTensorType result = typeOf(op->getResult(0));
  return sums && isLarge(result, rank - 2) && isLarge(result, rank - 1) && isLarge(typeOf(op->getOperand(0)), rank - 1);
}

/// The product of a group that has one.
Operation *rowProductOf(const KnownGroup &group) {
  Operation *product = nullptr;
  for (Operation &op : group.ops()) {
    if (group.roles(&op) == OpRole::Reduction || group.roles(&op) == OpRole::Opaque)
      return nullptr;
    if (group.roles(&op) == OpRole::Contraction) {
      if (product || !isRowProduct(&op, group.roles.rule(&op)))
        return nullptr;
      product = &op;
    }
  }
  return product;
}

/// Whether what the group gives follows row by row from its operand `number`: each is read and each result computed
/// along the same loops, and only the last of these is reduced.
bool goesAlongRows(const KnownGroup &group, unsigned number) {
  if (group.has(OpRole::Contraction) || group.has(OpRole::Opaque) || !group.has(OpRole::Reduction))
    return false;
  LoopSpace space(LoopSpace::TwoPositions::Refused);
  llvm::DenseMap<Value, LoopSpace::Loop> first;
  Value rows = group.body->getArgument(number);
  auto shape = llvm::map_to_vector(typeOf(rows).getShape(), [](int64_t size) { return dimSize(size); });
  first[rows] = space.addValue(shape);
  SmallVector<LoopSpace::Loop> reduced;
  for (Operation &op : group.ops()) {
    if (group.roles(&op) == OpRole::Other)
      continue;
    const IterationRule &rule = group.roles.rule(&op);
    LoopSpace::Loop instance = space.add(rule);
    unsigned tensor = 0;
    for (Value operand : op.getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      const ValueMap &read = rule.operands[tensor++];
      if (auto made = first.find(operand); made != first.end() && !space.joinRead(read, made->second, instance))
        return false;
    }
    for (OpResult result : op.getResults())
      first[result] = LoopSpace::ofResult(rule, instance, result.getResultNumber(), 0);
    for (auto [loop, factor] : llvm::enumerate(rule.factors))
      if (factor.kind == FactorKind::Reduction)
        reduced.push_back(instance + static_cast<LoopSpace::Loop>(loop));
  }
  auto made = first.find(group.result());
  size_t rank = shape.size();
  if (made == first.end() || typeOf(group.result()).getShape() != typeOf(rows).getShape())
    return false;
  for (size_t d = 0; d < rank; ++d) {
    auto dim = static_cast<LoopSpace::Loop>(d);
    LoopSpace::Loop loop = space.classOf(first[rows] + dim);
    bool isLast = d + 1 == rank;
    if (space.classOf(made->second + dim) != loop || (space.marks(loop) & LoopSpace::kReadElsewhere) ||
        (!isLast && !space.isParallel(loop)))
      return false;
  }
  LoopSpace::Loop last = space.classOf(first[rows] + static_cast<LoopSpace::Loop>(rank - 1));
  return llvm::all_of(reduced, [&](LoopSpace::Loop loop) { return space.classOf(loop) == last; });
}

/// The groups of a chain, in program order.
using Chain = SmallVector<kernel::GroupOp>;

class ChainSearch {
public:
  explicit ChainSearch(int64_t rowBytes) : rowBytes(rowBytes) {}

  std::optional<Chain> endingIn(kernel::GroupOp last) {
    std::optional<KnownGroup> values = KnownGroup::of(last);
    Operation *product = values && last.getNumResults() == 1 ? rowProductOf(*values) : nullptr;
    auto read = product ? dyn_cast<BlockArgument>(product->getOperand(0)) : BlockArgument();
    if (!read || !read.hasOneUse())
      return std::nullopt;
    kernel::GroupOp middle = onlyMaker(last.getOperand(read.getArgNumber()));
    std::optional<KnownGroup> weights = middle ? KnownGroup::of(middle) : std::nullopt;
    if (!weights)
      return std::nullopt;
    for (auto [number, operand] : llvm::enumerate(middle.getOperands()))
      if (kernel::GroupOp first = onlyMaker(operand); first && goesAlongRows(*weights, number) && isScores(first)) {
        Chain chain{first, middle, last};
        addElementwise(first, chain);
        addElementwise(middle, chain);
        llvm::sort(chain, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
        return chain;
      }
    return std::nullopt;
  }

private:
  bool isScores(kernel::GroupOp group) const {
    std::optional<KnownGroup> known = KnownGroup::of(group);
    RankedTensorType type = typeOf(group.getResult(0));
    Operation *product = known ? rowProductOf(*known) : nullptr;
    return product && typeOf(product->getResult(0)).getShape() == type.getShape() &&
           type.getShape().back() * ((type.getElementTypeBitWidth() + 7) / 8) <= rowBytes;
  }

  /// What is computed elementwise for one group of the chain alone is computed with it.
  static void addElementwise(kernel::GroupOp group, Chain &chain) {
    for (Value operand : group.getOperands()) {
      kernel::GroupOp maker = onlyMaker(operand);
      if (!maker || llvm::is_contained(chain, maker))
        continue;
      std::optional<KnownGroup> known = KnownGroup::of(maker);
      bool isElementwise = known && llvm::all_of(known->ops(), [&](Operation &op) {
                             return known->roles(&op) == OpRole::Pointwise || known->roles(&op) == OpRole::Movement;
                           });
      // What reads nothing, as positions, costs no more than to load it, for however many it is the same.
      bool isInShape = typeOf(operand).getShape() == typeOf(group.getResult(0)).getShape();
      if (isElementwise && (isInShape || maker.getNumOperands() == 0))
        chain.push_back(maker);
    }
  }

  int64_t rowBytes;
};

/// One group in the place of the last.
void join(const Chain &chain) {
  kernel::GroupOp last = chain.back();
  llvm::SetVector<Value> inputs;
  for (kernel::GroupOp group : chain)
    for (Value operand : group.getOperands())
      if (!llvm::is_contained(chain, operand.getDefiningOp()))
        inputs.insert(operand);
  OpBuilder builder(last);
  auto locations = llvm::map_to_vector(chain, [](kernel::GroupOp group) { return group.getLoc(); });
  auto joined =
      kernel::GroupOp::create(builder, builder.getFusedLoc(locations), last.getResultTypes(), inputs.getArrayRef());
  Block &body = joined.getBody().emplaceBlock();
  IRMapping outside;
  for (Value input : inputs)
    outside.map(input, body.addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToStart(&body);
  for (kernel::GroupOp group : chain) {
    IRMapping inside;
    Block &from = group.getBody().front();
    for (auto [argument, operand] : llvm::zip(from.getArguments(), group.getOperands()))
      inside.map(argument, outside.lookup(operand));
    for (Operation &op : from.without_terminator())
      builder.clone(op, inside);
    for (auto [result, value] : llvm::zip(group.getResults(), from.getTerminator()->getOperands()))
      outside.map(result, inside.lookup(value));
  }
  SmallVector<Value> results = llvm::map_to_vector(last.getResults(), [&](Value r) { return outside.lookup(r); });
  kernel::YieldOp::create(builder, joined.getLoc(), results);
  last.replaceAllUsesWith(joined.getResults());
  for (kernel::GroupOp group : llvm::reverse(chain))
    group.erase();
}

struct JoinRows : impl::JoinRowsPassBase<JoinRows> {
  void runOnOperation() override {
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    GroupingCosts costs = (*target)->groupingCosts(kernel::targetAttrOf(getOperation()).getDescription());
    if (costs.chainedRowBytes == 0)
      return;
    ChainSearch search(costs.chainedRowBytes);
    SmallVector<kernel::GroupOp> groups(getOperation().getBody().front().getOps<kernel::GroupOp>());
    llvm::SmallPtrSet<Operation *, 8> joined;
    for (kernel::GroupOp group : llvm::reverse(groups)) {
      if (joined.contains(group))
        continue;
      if (std::optional<Chain> chain = search.endingIn(group)) {
        joined.insert(chain->begin(), chain->end());
        join(*chain);
      }
    }
  }
};

} // namespace
} // namespace weir

// Makes one group of two products and what computes the rows that pass from one to the other, as attention does.
#include "passes/Fusion/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Contract/Ops.h"
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

/// The group that makes the value and nothing else.
kernel::GroupOp makerOf(Value value) {
  auto group = value.getDefiningOp<kernel::GroupOp>();
  return group && group.getNumResults() == 1 ? group : kernel::GroupOp();
}

/// The same if nobody else reads the value.
kernel::GroupOp onlyMaker(Value value) { return value.hasOneUse() ? makerOf(value) : kernel::GroupOp(); }

/// C[..., m, n] = sum over k of A[..., m, k] and B, one index for each dimension, whose last two are known and not
/// small; of floats that are summed in f32 or f64.
bool isRowProduct(Operation *op, const IterationRule &rule) {
  auto matmul = dyn_cast<MatmulOp>(op);
  if (!matmul || !(matmul.getAccumulatorType().isF32() || matmul.getAccumulatorType().isF64()))
    return false;
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

/// The groups of a chain in program order, the second product last.
struct Chain {
  SmallVector<kernel::GroupOp> groups;
  Value kept; ///< the rows between the products, if others read them too; or null

  bool contains(Operation *op) const { return llvm::is_contained(groups, op); }

  /// Where one group can stand for all: in front of who reads its results first.
  Operation *place() const {
    Operation *first = kernel::GroupOp(groups.back());
    if (kept)
      for (Operation *user : kept.getUsers())
        first = user->isBeforeInBlock(first) ? user : first;
    return first;
  }
  /// Whether all that the groups read is there by then.
  bool canStandThere() const {
    Operation *at = place();
    return llvm::all_of(groups, [&](kernel::GroupOp group) {
      return llvm::all_of(group.getOperands(), [&](Value operand) {
        Operation *source = operand.getDefiningOp();
        return !source || contains(source) || source->isBeforeInBlock(at);
      });
    });
  }
};

class ChainSearch {
public:
  explicit ChainSearch(int64_t rowBytes) : rowBytes(rowBytes) {}

  std::optional<Chain> endingIn(kernel::GroupOp last) {
    std::optional<KnownGroup> values = KnownGroup::of(last);
    Operation *product = values && last.getNumResults() == 1 ? rowProductOf(*values) : nullptr;
    auto read = product ? dyn_cast<BlockArgument>(product->getOperand(0)) : BlockArgument();
    if (!read || !read.hasOneUse())
      return std::nullopt;
    Value rows = last.getOperand(read.getArgNumber());
    kernel::GroupOp middle = makerOf(rows);
    std::optional<KnownGroup> weights = middle ? KnownGroup::of(middle) : std::nullopt;
    if (!weights)
      return std::nullopt;
    for (auto [number, operand] : llvm::enumerate(middle.getOperands()))
      if (kernel::GroupOp first = onlyMaker(operand); first && goesAlongRows(*weights, number) && isScores(first)) {
        Chain chain{{first, middle, last}, rows.hasOneUse() ? Value() : rows};
        addElementwise(first, chain);
        addElementwise(middle, chain);
        llvm::sort(chain.groups, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
        return chain.canStandThere() ? std::optional(chain) : std::nullopt;
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

  /// What is computed elementwise for one group of the chain alone is computed with it; and what reads nothing, as
  /// positions, for however many it is the same: that costs no more than to load it.
  static void addElementwise(kernel::GroupOp group, Chain &chain) {
    std::optional<KnownGroup> reader = KnownGroup::of(group);
    for (auto [number, operand] : llvm::enumerate(group.getOperands())) {
      kernel::GroupOp maker = makerOf(operand);
      bool isFactor = llvm::any_of(group.getBody().getArgument(number).getUsers(),
                                   [&](Operation *op) { return reader->roles(op) == OpRole::Contraction; });
      if (!maker || chain.contains(maker) || isFactor)
        continue;
      std::optional<KnownGroup> known = KnownGroup::of(maker);
      bool isElementwise = known && llvm::all_of(known->ops(), [&](Operation &op) {
                             return known->roles(&op) == OpRole::Pointwise || known->roles(&op) == OpRole::Movement;
                           });
      bool isOwn = operand.hasOneUse() && typeOf(operand).getShape() == typeOf(group.getResult(0)).getShape();
      if (isElementwise && (isOwn || maker.getNumOperands() == 0))
        chain.groups.push_back(maker);
    }
  }

  int64_t rowBytes;
};

/// One group in the place of all: what is kept is its second result.
void join(const Chain &chain) {
  kernel::GroupOp last = chain.groups.back();
  llvm::SetVector<Value> inputs;
  for (kernel::GroupOp group : chain.groups)
    for (Value operand : group.getOperands())
      if (!chain.contains(operand.getDefiningOp()))
        inputs.insert(operand);
  SmallVector<Value> given(last.getResults());
  if (chain.kept)
    given.push_back(chain.kept);
  OpBuilder builder(chain.place());
  auto locations = llvm::map_to_vector(chain.groups, [](kernel::GroupOp group) { return group.getLoc(); });
  auto joined = kernel::GroupOp::create(builder, builder.getFusedLoc(locations), ValueRange(given).getTypes(),
                                        inputs.getArrayRef());
  Block &body = joined.getBody().emplaceBlock();
  IRMapping outside;
  for (Value input : inputs)
    outside.map(input, body.addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToStart(&body);
  for (kernel::GroupOp group : chain.groups) {
    IRMapping inside;
    Block &from = group.getBody().front();
    for (auto [argument, operand] : llvm::zip(from.getArguments(), group.getOperands()))
      inside.map(argument, outside.lookup(operand));
    for (Operation &op : from.without_terminator())
      builder.clone(op, inside);
    for (auto [result, value] : llvm::zip(group.getResults(), from.getTerminator()->getOperands()))
      outside.map(result, inside.lookup(value));
  }
  SmallVector<Value> results = llvm::map_to_vector(given, [&](Value value) { return outside.lookup(value); });
  kernel::YieldOp::create(builder, joined.getLoc(), results);
  for (auto [value, result] : llvm::zip(given, joined.getResults()))
    value.replaceAllUsesWith(result);
  for (kernel::GroupOp group : llvm::reverse(chain.groups))
    if (group->use_empty()) // what reads nothing may be computed for others, too
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
        joined.insert(chain->groups.begin(), chain->groups.end());
        join(*chain);
      }
    }
  }
};

} // namespace
} // namespace weir

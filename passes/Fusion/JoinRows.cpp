// Makes one group of products and what computes the rows that pass from some to others, as attention and its gradient
// do.
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
/// Of rows that follow from rows, as in the gradient of a softmax.
constexpr unsigned kMostRowGroups = 2;

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
  OperandRange results() const { return body->getTerminator()->getOperands(); }
};

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

kernel::GroupOp makerOf(Value value) { return value.getDefiningOp<kernel::GroupOp>(); }

/// What a product reads first: rows of A, or A's columns as such.
enum class ReadOfA { Rows, Columns };

/// C[..., m, n] = sum over k of A[..., m, k], or of A[..., k, m], and B, one index for each dimension, whose last two
/// are known and not small; of floats that are summed in f32 or f64.
bool isProduct(Operation *op, const IterationRule &rule, ReadOfA read) {
  auto matmul = dyn_cast<MatmulOp>(op);
  if (!matmul || !(matmul.getAccumulatorType().isF32() || matmul.getAccumulatorType().isF64()))
    return false;
  if (rule.operands.size() != 2 || rule.results.size() != 1)
    return false;
  const ValueMap &a = rule.operands[0], &c = rule.results[0];
  size_t rank = c.size();
  if (rank < 2 || a.size() != rank || rule.operands[1].size() != rank)
    return false;
  size_t side = read == ReadOfA::Rows ? rank - 2 : rank - 1, depth = read == ReadOfA::Rows ? rank - 1 : rank - 2;
  for (size_t d = 0; d + 1 < rank; ++d)
    if (!c[d].onlyFactor() || c[d].onlyFactor() != a[d + 2 < rank ? d : side].onlyFactor())
      return false;
  std::optional<unsigned> summed = a[depth].onlyFactor();
  auto isLarge = [](Value value, size_t dim) {
    return dimSize(typeOf(value), static_cast<int64_t>(dim)).knownOr(0) >= kLeastSize;
  };
  Value result = op->getResult(0);
  return summed && rule.factors[*summed].kind == FactorKind::Reduction && isLarge(result, rank - 2) &&
         isLarge(result, rank - 1) && isLarge(op->getOperand(0), depth);
}

/// The product of a group that has one, with what is computed elementwise.
Operation *productOf(const KnownGroup &group, ReadOfA read) {
  Operation *product = nullptr;
  for (Operation &op : group.ops()) {
    OpRole role = group.roles(&op);
    if (role == OpRole::Reduction || role == OpRole::Opaque)
      return nullptr;
    if (read == ReadOfA::Columns && role == OpRole::Movement && !repeats(&op))
      return nullptr;
    if (role == OpRole::Contraction) {
      if (product || !isProduct(&op, group.roles.rule(&op), read))
        return nullptr;
      product = &op;
    }
  }
  return product;
}

bool canGoAlongRows(const KnownGroup &group) {
  return group.has(OpRole::Reduction) && !group.has(OpRole::Contraction) && !group.has(OpRole::Opaque);
}

/// Whether what the group gives follows row by row from its operands `numbers`: each is read and each result computed
/// along the same loops, and only the last of these is reduced.
bool goesAlongRows(const KnownGroup &group, ArrayRef<unsigned> numbers) {
  LoopSpace space(LoopSpace::TwoPositions::Refused);
  llvm::DenseMap<Value, LoopSpace::Loop> first;
  SmallVector<Value> rows(group.results());
  ArrayRef<int64_t> known = typeOf(rows.front()).getShape();
  auto shape = llvm::map_to_vector(known, [](int64_t size) { return dimSize(size); });
  for (unsigned number : numbers) {
    rows.push_back(group.body->getArgument(number));
    first[rows.back()] = space.addValue(shape);
  }
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
  size_t rank = shape.size();
  auto loopOf = [&](Value value, size_t dim) {
    return space.classOf(first.at(value) + static_cast<LoopSpace::Loop>(dim));
  };
  for (Value value : rows) {
    if (!first.contains(value) || typeOf(value).getShape() != known)
      return false;
    for (size_t d = 0; d < rank; ++d) {
      LoopSpace::Loop loop = loopOf(value, d);
      if (loop != loopOf(rows.back(), d) || (space.marks(loop) & LoopSpace::kReadElsewhere) ||
          (d + 1 < rank && !space.isParallel(loop)))
        return false;
    }
  }
  return llvm::all_of(reduced,
                      [&](LoopSpace::Loop loop) { return space.classOf(loop) == loopOf(rows.back(), rank - 1); });
}

void sortByPosition(MutableArrayRef<kernel::GroupOp> groups) {
  llvm::sort(groups, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

/// Groups that one stands for, each behind those that it reads, and what it gives.
struct Chain {
  SmallVector<kernel::GroupOp> groups;
  llvm::SetVector<Value> given;

  bool contains(Operation *op) const { return llvm::is_contained(groups, op); }
  void add(kernel::GroupOp group) {
    if (!contains(group))
      groups.push_back(group);
  }

  /// Where one group can stand for all: in front of who reads its results first.
  Operation *place() const {
    Operation *first = *llvm::max_element(groups, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Value value : given)
      for (Operation *user : value.getUsers())
        first = !contains(user) && user->isBeforeInBlock(first) ? user : first;
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

  /// Around a group of rows, the largest that one group can stand for. Rows that come from others' are computed once
  /// more, from scores: that takes less time than to store them.
  std::optional<Chain> around(kernel::GroupOp middle) const {
    std::optional<Chain> chain = largestAround(middle);
    return chain && !storesScores(*chain, middle) ? chain : std::nullopt;
  }

private:
  /// Whether scores are in memory in any case, as somebody reads them who won't be in a chain with them: to multiply
  /// once more would only take time.
  bool storesScores(const Chain &chain, kernel::GroupOp middle) const {
    auto staysApart = [&](Operation *user) { return !chain.contains(user) && !mayGoAlongRows(user); };
    return llvm::any_of(chain.groups, [&](kernel::GroupOp source) {
      bool isFirst = source != middle && !chain.given.contains(source->getResult(0)) && isScores(source);
      return isFirst && llvm::any_of(source->getUsers(), staysApart);
    });
  }

  /// Maybe with something elementwise in front, such as a mask.
  static bool mayGoAlongRows(Operation *user) {
    auto goes = [](Operation *op) {
      auto group = dyn_cast<kernel::GroupOp>(op);
      std::optional<KnownGroup> known = group ? KnownGroup::of(group) : std::nullopt;
      return known && canGoAlongRows(*known);
    };
    return goes(user) || (user->hasOneUse() && goes(*user->getUsers().begin()));
  }

  std::optional<Chain> largestAround(kernel::GroupOp middle) const {
    SmallVector<kernel::GroupOp> sources;
    if (!findSources(middle, kMostRowGroups, sources))
      return std::nullopt;
    using Reads = SmallVector<ReadOfA>;
    for (auto [reads, ofSources] : {std::pair(Reads{ReadOfA::Rows, ReadOfA::Columns}, true),
                                    std::pair(Reads{ReadOfA::Rows, ReadOfA::Columns}, false),
                                    std::pair(Reads{ReadOfA::Columns}, false), std::pair(Reads{ReadOfA::Rows}, false)})
      if (std::optional<Chain> chain = chainOf(middle, sources, reads, ofSources))
        return chain;
    return std::nullopt;
  }

  /// Adds what makes the rows that the group goes along: groups of scores, or of rows themselves with what makes these.
  /// It and they are at most so many, one behind the other.
  bool findSources(kernel::GroupOp middle, unsigned most, SmallVector<kernel::GroupOp> &sources) const {
    std::optional<KnownGroup> known = most > 0 ? KnownGroup::of(middle) : std::nullopt;
    if (!known || !canGoAlongRows(*known))
      return false;
    SmallVector<unsigned> numbers;
    for (auto [number, operand] : llvm::enumerate(middle.getOperands())) {
      kernel::GroupOp maker = makerOf(operand);
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!maker || !type || type.getShape() != typeOf(middle.getResult(0)).getShape())
        continue;
      SmallVector<kernel::GroupOp> behind;
      if (!isScores(maker) && !findSources(maker, most - 1, behind))
        continue;
      llvm::append_range(sources, behind);
      sources.push_back(maker);
      numbers.push_back(number);
    }
    return !numbers.empty() && goesAlongRows(*known, numbers);
  }

  bool isScores(kernel::GroupOp group) const {
    if (group.getNumResults() != 1)
      return false;
    std::optional<KnownGroup> known = KnownGroup::of(group);
    RankedTensorType type = typeOf(group.getResult(0));
    Operation *product = known ? productOf(*known, ReadOfA::Rows) : nullptr;
    return product && typeOf(product->getResult(0)).getShape() == type.getShape() &&
           type.getShape().back() * ((type.getElementTypeBitWidth() + 7) / 8) <= rowBytes;
  }

  /// The group that multiplies these rows, which stand on the left, if it does so with nothing else of theirs.
  static kernel::GroupOp multiplier(OpOperand &use, ReadOfA read) {
    auto group = dyn_cast<kernel::GroupOp>(use.getOwner());
    std::optional<KnownGroup> known = group && group.getNumResults() == 1 ? KnownGroup::of(group) : std::nullopt;
    Operation *product = known ? productOf(*known, read) : nullptr;
    BlockArgument rows = group ? group.getBody().getArgument(use.getOperandNumber()) : BlockArgument();
    bool isOwn = product && product->getOperand(0) == rows && rows.hasOneUse() &&
                 llvm::count(group.getOperands(), use.get()) == 1;
    if (isOwn && read == ReadOfA::Columns)
      isOwn = typeOf(product->getResult(0)).getShape() == typeOf(group.getResult(0)).getShape();
    return isOwn ? group : kernel::GroupOp();
  }

  /// Adds who multiplies results of the group, in an order that is the same for equal chains. False where one has to
  /// stay outside.
  static bool addMultipliers(kernel::GroupOp rows, ArrayRef<ReadOfA> reads, Chain &chain) {
    bool addsAll = true;
    for (ReadOfA read : reads)
      for (Value result : rows.getResults()) {
        SmallVector<kernel::GroupOp> found;
        for (OpOperand &use : result.getUses())
          if (kernel::GroupOp group = multiplier(use, read))
            found.push_back(group);
        sortByPosition(found);
        for (kernel::GroupOp group : found)
          addsAll &= addMultiplier(group, result, chain);
      }
    return addsAll;
  }

  /// It reads nothing else that the chain makes, nothing in the chain reads it, and what it reads is there.
  static bool addMultiplier(kernel::GroupOp group, Value rows, Chain &chain) {
    bool readsMore = llvm::any_of(
        group.getOperands(), [&](Value operand) { return operand != rows && chain.contains(operand.getDefiningOp()); });
    bool isRead = llvm::any_of(chain.groups, [&](kernel::GroupOp other) {
      return llvm::is_contained(other.getOperands(), group.getResult(0));
    });
    if (readsMore || isRead)
      return false;
    if (chain.contains(group)) // rows that the chain has from several sources
      return true;
    chain.groups.push_back(group);
    chain.given.insert(group.getResult(0));
    if (chain.canStandThere())
      return true;
    chain.groups.pop_back();
    chain.given.pop_back();
    return false;
  }

  static void keepWhatOthersRead(kernel::GroupOp rows, Chain &chain) {
    for (Value result : rows.getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) { return !chain.contains(user); }))
        chain.given.insert(result);
  }

  /// `ofSources`: with products of the columns of those rows, too, that `middle` follows from.
  std::optional<Chain> chainOf(kernel::GroupOp middle, ArrayRef<kernel::GroupOp> sources, ArrayRef<ReadOfA> reads,
                               bool ofSources) const {
    Chain chain;
    for (kernel::GroupOp source : sources)
      chain.add(source);
    chain.add(middle);
    for (kernel::GroupOp group : SmallVector<kernel::GroupOp>(chain.groups))
      addElementwise(group, chain);
    sortByPosition(chain.groups);
    bool addsAll = addMultipliers(middle, reads, chain);
    if (chain.given.empty())
      return std::nullopt;
    for (kernel::GroupOp source : sources)
      if (ofSources && !isScores(source))
        addsAll &= addMultipliers(source, ReadOfA::Columns, chain);
    // Where columns alone are multiplied, rows are computed for these once more; who multiplies rows and stays outside
    // reads what is kept.
    bool ofColumns = llvm::is_contained(reads, ReadOfA::Columns), ofRows = llvm::is_contained(reads, ReadOfA::Rows);
    if (ofColumns && !addsAll)
      return std::nullopt;
    if (ofRows)
      keepWhatOthersRead(middle, chain);
    return chain.canStandThere() ? std::optional(chain) : std::nullopt;
  }

  /// What is computed elementwise for one group of the chain alone is computed with it; and what follows from single
  /// numbers, as positions and random bits do, for however many it is the same.
  static void addElementwise(kernel::GroupOp group, Chain &chain) {
    std::optional<KnownGroup> reader = KnownGroup::of(group);
    for (auto [number, operand] : llvm::enumerate(group.getOperands())) {
      kernel::GroupOp maker = makerOf(operand);
      bool isFactor = llvm::any_of(group.getBody().getArgument(number).getUsers(),
                                   [&](Operation *op) { return reader->roles(op) == OpRole::Contraction; });
      if (!maker || maker.getNumResults() != 1 || chain.contains(maker) || isFactor)
        continue;
      std::optional<KnownGroup> known = KnownGroup::of(maker);
      bool isElementwise = known && llvm::all_of(known->ops(), [&](Operation &op) {
                             return known->roles(&op) == OpRole::Pointwise || known->roles(&op) == OpRole::Movement;
                           });
      bool isOwn = operand.hasOneUse() && typeOf(operand).getShape() == typeOf(group.getResult(0)).getShape();
      bool readsNumbers = llvm::all_of(maker.getOperandTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return !tensor || tensor.getRank() == 0;
      });
      if (isElementwise && (isOwn || readsNumbers))
        chain.groups.push_back(maker);
    }
  }

  int64_t rowBytes;
};

/// One group in the place of all. What reads nothing, and rows, may be computed for others, too.
void join(const Chain &chain, llvm::SmallPtrSetImpl<Operation *> &erased) {
  llvm::SetVector<Value> inputs;
  for (kernel::GroupOp group : chain.groups)
    for (Value operand : group.getOperands())
      if (!chain.contains(operand.getDefiningOp()))
        inputs.insert(operand);
  SmallVector<Value> given(chain.given.begin(), chain.given.end());
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
    if (group->use_empty()) {
      erased.insert(group);
      group.erase();
    }
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
    llvm::SmallPtrSet<Operation *, 8> erased;
    // Rows that others follow from come behind these: by then who else reads them is known.
    for (kernel::GroupOp group : llvm::reverse(groups))
      while (!erased.contains(group)) {
        std::optional<Chain> chain = search.around(group);
        if (!chain)
          break;
        join(*chain, erased);
      }
  }
};

} // namespace
} // namespace weir

// See CollapseLoops.h.
#include "lib/Target/Nest/CollapseLoops.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Nest/NestPlan.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include <set>

using namespace mlir;

namespace weir::nest {
namespace {

/// A loop, and one that is always behind it.
using Pair = std::pair<int, int>;

/// Which loops go together everywhere.
class LoopPairs {
public:
  LoopPairs(func::FuncOp function) : function(function), plan(function) {
    freeze();
    for (auto generic : function.getOps<linalg::GenericOp>())
      for (OpOperand &operand : generic->getOpOperands())
        addAccess(generic, operand);
    for (const auto &[value, accesses] : accessesOf)
      for (const Access &access : accesses)
        for (size_t d = 0; d + 1 < access.size(); ++d)
          if (access[d] && access[d + 1])
            pairs.insert({*access[d], *access[d + 1]});
    std::erase_if(pairs, [&](Pair pair) { return !goTogether(pair); });
    while (dropHalves()) {
    }
  }

  bool areNone() const { return pairs.empty(); }
  bool has(std::optional<int> first, std::optional<int> second) const {
    return first && second && pairs.count({*first, *second});
  }
  /// The loop of an iteration dimension of a generic.
  int loopOf(linalg::GenericOp generic, unsigned dim) const { return plan.loopOf(generic, dim); }
  /// Whether dimension `d` + 1 of a value is one with dimension `d`.
  bool joins(Value value, size_t d) const {
    auto found = accessesOf.find(value);
    return found != accessesOf.end() && has(found->second.front()[d], found->second.front()[d + 1]);
  }

private:
  /// The loop along each dimension of a tensor, if it is one.
  using Access = SmallVector<std::optional<int>>;

  void addAccess(linalg::GenericOp generic, OpOperand &operand) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      return;
    Access access;
    for (AffineExpr position : generic.getMatchingIndexingMap(&operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(position);
      access.push_back(dim ? std::optional(plan.loopOf(generic, dim.getPosition())) : std::nullopt);
    }
    accessesOf[operand.get()].push_back(access);
    if (generic.isDpsInit(&operand)) // an accumulator and its result have one type
      accessesOf[generic.getTiedOpResult(&operand)].push_back(access);
  }

  /// Values that something else than a generic looks into stay as they are.
  void freeze() {
    for (BlockArgument argument : function.getArguments())
      if (function.getArgAttr(argument.getArgNumber(), kernel::kStridedAttr))
        frozen.insert(argument);
    function.walk([&](Operation *op) {
      if (isa<linalg::GenericOp, linalg::FillOp, func::ReturnOp, func::FuncOp>(op))
        return;
      frozen.insert(op->operand_begin(), op->operand_end());
      if (!isa<tensor::EmptyOp>(op))
        frozen.insert(op->result_begin(), op->result_end());
    });
  }

  bool goTogether(Pair pair) {
    for (auto generic : function.getOps<linalg::GenericOp>())
      if (!goTogether(generic, pair))
        return false;
    for (const auto &[value, accesses] : accessesOf)
      for (const Access &access : accesses)
        if (!areNeighbours(value, access, pair))
          return false;
    return true;
  }

  bool goTogether(linalg::GenericOp generic, Pair pair) const {
    SmallVector<unsigned> first, second;
    for (unsigned dim = 0; dim < generic.getNumLoops(); ++dim) {
      if (plan.loopOf(generic, dim) == pair.first)
        first.push_back(dim);
      if (plan.loopOf(generic, dim) == pair.second)
        second.push_back(dim);
    }
    if (first.empty() && second.empty())
      return true;
    if (first.size() != 1 || second.size() != 1)
      return false;
    auto iterators = generic.getIteratorTypesArray();
    if (iterators[first[0]] != iterators[second[0]])
      return false;
    for (AffineMap map : generic.getIndexingMapsArray())
      for (AffineExpr position : map.getResults())
        if (!isa<AffineDimExpr>(position) &&
            (position.isFunctionOfDim(first[0]) || position.isFunctionOfDim(second[0])))
          return false;
    return !generic.getBody()
                ->walk([&](linalg::IndexOp index) {
                  bool isOne = index.getDim() == first[0] || index.getDim() == second[0];
                  return isOne ? WalkResult::interrupt() : WalkResult::advance();
                })
                .wasInterrupted();
  }

  bool areNeighbours(Value value, const Access &access, Pair pair) const {
    int64_t firsts = llvm::count(access, std::optional(pair.first)),
            seconds = llvm::count(access, std::optional(pair.second));
    if (firsts == 0 && seconds == 0)
      return true;
    if (firsts != 1 || seconds != 1 || frozen.contains(value))
      return false;
    auto type = cast<RankedTensorType>(value.getType());
    const auto *first = llvm::find(access, std::optional(pair.first));
    return type.hasStaticShape() && std::next(first) != access.end() && *std::next(first) == pair.second;
  }

  /// A value that several read has its dimensions together for all of them, or for none.
  bool dropHalves() {
    size_t before = pairs.size();
    for (const auto &[value, accesses] : accessesOf)
      for (size_t d = 0; d + 1 < accesses.front().size(); ++d)
        if (!llvm::all_of(accesses, [&](const Access &access) { return has(access[d], access[d + 1]); }))
          for (const Access &access : accesses)
            if (access[d] && access[d + 1])
              pairs.erase({*access[d], *access[d + 1]});
    return pairs.size() != before;
  }

  func::FuncOp function;
  NestPlan plan;
  llvm::DenseSet<Value> frozen;
  llvm::MapVector<Value, SmallVector<Access>> accessesOf;
  std::set<Pair> pairs;
};

/// Builds the function whose loops are put together.
class LoopCollapser {
public:
  explicit LoopCollapser(func::FuncOp function) : function(function), pairs(function), builder(function.getContext()) {}

  CollapsedFunction build() {
    CollapsedFunction collapsed;
    Operation *terminator = function.getBody().front().getTerminator();
    for (ValueRange values : {ValueRange(function.getArguments()), ValueRange(terminator->getOperands())})
      for (Value value : values)
        if (isa<RankedTensorType>(value.getType()))
          collapsed.operands.push_back(groupsOf(value));
    auto typesOf = [&](ValueRange values) {
      return llvm::map_to_vector(values, [&](Value value) { return typeOf(value); });
    };
    auto type = builder.getFunctionType(typesOf(function.getArguments()), typesOf(terminator->getOperands()));
    collapsed.function = func::FuncOp::create(function.getLoc(), function.getName(), type);
    Block *body = collapsed.function->addEntryBlock();
    for (auto [argument, mapped] : llvm::zip(function.getArguments(), body->getArguments())) {
      mapping.map(argument, mapped);
      collapsed.function->setArgAttrs(argument.getArgNumber(), function.getArgAttrDict(argument.getArgNumber()));
    }
    builder.setInsertionPointToEnd(body);
    for (Operation &op : function.getBody().front())
      rebuild(op);
    return collapsed;
  }

private:
  SmallVector<ReassociationIndices> groupsOf(Value value) const {
    SmallVector<ReassociationIndices> groups;
    for (int64_t d = 0; d < cast<RankedTensorType>(value.getType()).getRank(); ++d)
      if (d > 0 && pairs.joins(value, d - 1))
        groups.back().push_back(d);
      else
        groups.push_back({d});
    return groups;
  }

  Type typeOf(Value value) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return value.getType();
    SmallVector<int64_t> shape;
    for (const ReassociationIndices &group : groupsOf(value)) {
      if (group.size() == 1) {
        shape.push_back(type.getDimSize(group.front()));
        continue;
      }
      int64_t size = 1;
      for (int64_t d : group)
        size *= dimSize(type, d).known();
      shape.push_back(size);
    }
    return type.clone(shape);
  }

  /// What an op writes into, in the type of its result.
  Value initOf(Value init, Value result) {
    auto type = cast<RankedTensorType>(typeOf(result));
    bool isSame = mapping.contains(init) && mapping.lookup(init).getType() == type;
    if (isSame || !init.getDefiningOp<tensor::EmptyOp>())
      return mapping.lookup(init);
    return tensor::EmptyOp::create(builder, init.getLoc(), type.getShape(), type.getElementType());
  }

  void rebuild(Operation &op) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      return rebuild(generic);
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      Value result = fill.getResult(0), number = mapping.lookupOrDefault(fill.getInputs().front());
      Value init = initOf(fill.getOutputs().front(), result);
      mapping.map(result, linalg::FillOp::create(builder, op.getLoc(), number, init).getResult(0));
      return;
    }
    builder.clone(op, mapping);
  }

  void rebuild(linalg::GenericOp generic) {
    MLIRContext *context = builder.getContext();
    // The dimension of each loop that is left; of one that is joined, that of the loop in front.
    SmallVector<bool> isJoined(generic.getNumLoops(), false);
    for (unsigned dim = 0; dim < generic.getNumLoops(); ++dim)
      for (unsigned other = 0; other < generic.getNumLoops(); ++other)
        isJoined[dim] = isJoined[dim] || pairs.has(pairs.loopOf(generic, other), pairs.loopOf(generic, dim));
    SmallVector<AffineExpr> renumbered(generic.getNumLoops());
    SmallVector<utils::IteratorType> iterators;
    SmallVector<int64_t> loops;
    auto numbers = generic->getAttrOfType<DenseI64ArrayAttr>(kernel::kLoopsAttr);
    for (unsigned dim = 0; dim < generic.getNumLoops(); ++dim) {
      if (isJoined[dim])
        continue;
      renumbered[dim] = getAffineDimExpr(iterators.size(), context);
      iterators.push_back(generic.getIteratorTypesArray()[dim]);
      if (numbers)
        loops.push_back(numbers[dim]);
    }
    SmallVector<AffineMap> maps;
    for (AffineMap map : generic.getIndexingMapsArray()) {
      SmallVector<AffineExpr> positions;
      for (AffineExpr position : map.getResults())
        if (auto dim = dyn_cast<AffineDimExpr>(position); !dim || !isJoined[dim.getPosition()])
          positions.push_back(position.replaceDims(renumbered));
      maps.push_back(AffineMap::get(iterators.size(), 0, positions, context));
    }
    SmallVector<Value> inputs, inits;
    for (OpOperand *input : generic.getDpsInputOperands())
      inputs.push_back(mapping.lookup(input->get()));
    for (auto [init, result] : llvm::zip(generic.getDpsInits(), generic.getResults()))
      inits.push_back(initOf(init, result));
    auto clone = linalg::GenericOp::create(builder, generic.getLoc(), ValueRange(inits).getTypes(), inputs, inits, maps,
                                           iterators);
    if (numbers)
      clone->setAttr(kernel::kLoopsAttr, DenseI64ArrayAttr::get(context, loops));
    cloneBody(generic, clone, renumbered);
    mapping.map(generic.getResults(), clone.getResults());
  }

  void cloneBody(linalg::GenericOp from, linalg::GenericOp to, ArrayRef<AffineExpr> renumbered) {
    from.getRegion().cloneInto(&to.getRegion(), mapping);
    to.getBody()->walk(
        [&](linalg::IndexOp index) { index.setDim(cast<AffineDimExpr>(renumbered[index.getDim()]).getPosition()); });
  }

  func::FuncOp function;
  LoopPairs pairs;
  OpBuilder builder;
  IRMapping mapping;
};

} // namespace

CollapsedFunction collapseLoops(func::FuncOp function) { return LoopCollapser(function).build(); }

} // namespace weir::nest

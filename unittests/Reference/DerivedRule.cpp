// Reads the loops of a decomposition off OpLoops.
#include "unittests/Reference/DerivedRule.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/OpLoops.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Splat.h"

#include "mlir/IR/Builders.h"

#include <map>

using namespace mlir;

namespace weir {

namespace {

/// Replaces all composites of the block, those that come out of others as well.
void expandAll(Block &block) {
  auto isComposite = llvm::IsaPred<DecompositionInterface>;
  for (auto found = llvm::find_if(block, isComposite); found != block.end();
       found = llvm::find_if(block, isComposite)) {
    OpBuilder builder(&*found);
    found->replaceAllUsesWith(cast<DecompositionInterface>(*found).decompose(builder));
    found->erase();
  }
}

class Derivation {
public:
  explicit Derivation(Block &block) : block(block) {
    for (Operation &op : block)
      if (isa<SemanticsInterface>(op) && succeeded(loops.add(&op)))
        addOp(&op);
  }

  IterationRule rule() {
    IterationRule rule;
    for (BlockArgument operand : block.getArguments())
      if (isa<RankedTensorType>(operand.getType()))
        rule.operands.push_back(mapOf(operand, rule));
    for (Value result : block.getTerminator()->getOperands())
      rule.results.push_back(mapOf(result, rule));
    return rule;
  }

private:
  void addOp(Operation *op) {
    ops.push_back(op);
    loops.joinReads(op);
    loops.forEachRead(op, [&](Value value, const ValueMap &read) { markPositions(op, value, read); });
    for (auto [result, map] : llvm::zip_equal(op->getResults(), loops.rule(op).results))
      markPositions(op, result, map);
  }

  /// Where a position in a value is more than the index of one factor, parts of neither are parts of the other.
  void markPositions(Operation *op, Value value, const ValueMap &map) {
    for (auto [d, dim] : llvm::enumerate(map)) {
      if (dim.onlyFactor())
        continue;
      loops.space.mark(loops.of(value, d), LoopSpace::kReadElsewhere);
      for (const AffineTerm &term : dim.terms)
        loops.space.mark(loops.factor(op, term.factor), LoopSpace::kReadElsewhere);
    }
  }

  ValueMap mapOf(Value value, IterationRule &rule) {
    ValueMap map;
    for (int64_t d = 0; d < cast<RankedTensorType>(value.getType()).getRank(); ++d) {
      OpLoops::Loop loop = loops.space.classOf(loops.of(value, d));
      auto [known, isNew] = factors.try_emplace(loop, static_cast<int>(rule.factors.size()));
      if (isNew) {
        rule.factors.push_back(factorOf(loop));
        rule.factors.back().size = metaOf(cast<RankedTensorType>(value.getType())).shape[d];
      }
      map.push_back({{{known->second}}});
    }
    return map;
  }

  Factor factorOf(OpLoops::Loop loop) {
    Factor factor{.name = "l" + std::to_string(factors.size()), .kind = FactorKind::Whole};
    if (hasTwoPositions(loop) || (loops.space.marks(loop) & (LoopSpace::kWhole | LoopSpace::kReadElsewhere)))
      return factor;
    if (loops.space.isParallel(loop))
      factor.kind = FactorKind::Parallel;
    else if (std::optional<Combiner> combiner = onlyReduction(loop)) {
      factor.kind = FactorKind::Reduction;
      factor.combiner = *combiner;
    }
    return factor;
  }

  bool isIn(Operation *op, size_t factor, OpLoops::Loop loop) {
    return loops.space.classOf(loops.factor(op, static_cast<unsigned>(factor))) == loop;
  }

  /// Whether an op runs twice along the loop, or makes elements of its index. A constant of one number does not, though
  /// its rule, which knows no numbers, says so.
  bool hasTwoPositions(OpLoops::Loop loop) {
    return llvm::any_of(ops, [&](Operation *op) {
      const std::vector<Factor> &own = loops.rule(op).factors;
      int64_t count = 0;
      bool isIndexed = false;
      for (size_t i = 0; i < own.size(); ++i)
        if (isIn(op, i, loop)) {
          ++count;
          isIndexed |= own[i].indexed && !splatOf(op->getResult(0));
        }
      return count > 1 || isIndexed;
    });
  }

  /// The combiner of the reduction whose results are those of the composite, if no other reduces along the loop.
  std::optional<Combiner> onlyReduction(OpLoops::Loop loop) {
    std::optional<Combiner> combiner;
    for (Operation *op : ops)
      for (auto [i, factor] : llvm::enumerate(loops.rule(op).factors)) {
        if (factor.kind != FactorKind::Reduction || !isIn(op, i, loop))
          continue;
        if (combiner || ValueRange(op->getResults()) != ValueRange(block.getTerminator()->getOperands()))
          return std::nullopt;
        combiner = factor.combiner;
      }
    return combiner;
  }

  Block &block;
  OpLoops loops{LoopSpace::TwoPositions::Joined};
  std::vector<Operation *> ops;
  std::map<OpLoops::Loop, int> factors; ///< by class
};

} // namespace

IterationRule derivedRule(Operation *composite) {
  Block &block = *composite->getBlock();
  block.getTerminator()->setOperands(composite->getResults());
  expandAll(block);
  return Derivation(block).rule();
}

} // namespace weir

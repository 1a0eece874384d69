// Values of a kernel on demand: loops of reductions, and what joins their parts.
#include "lib/Target/Nest/Evaluator.h"

#include "dialects/Interfaces/CompensatedSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::nest {

/// Terms of a block of a sum: few enough for an error like that of pairwise sums, and enough to hide what a block
/// takes.
constexpr int64_t kTermsInChain = 32, kTermsInPairs = 16;

/// Operations of a term up to which a block is code of its own for each.
constexpr int64_t kUnrolledOperations = 8;

/// The operations that one point of a generic takes, back to what is read; too many where there are functions among
/// them, or conditions.
static int64_t operationsOf(Value value) {
  constexpr int64_t kMany = 2 * kUnrolledOperations;
  Operation *op = value.getDefiningOp();
  if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op))
    return operationsOf(slice.getSource());
  if (isa_and_present<tensor::InsertSliceOp>(op))
    return kMany;
  auto generic = dyn_cast_if_present<linalg::GenericOp>(op);
  if (!generic)
    return 0;
  int64_t count = 0;
  for (Operation &inner : generic.getBody()->without_terminator())
    count += isa<math::MathDialect>(inner.getDialect()) || isa<arith::DivFOp>(inner) ? kMany : 1;
  for (Value input : generic.getInputs())
    if (linalg::GenericOp producer = producerOf(input);
        count <= kUnrolledOperations && (!producer || producer.getNumReductionLoops() == 0))
      count += operationsOf(input);
  return count;
}

bool Evaluator::addsFloats(linalg::GenericOp generic, unsigned result) {
  Value sum = generic.getBody()->getTerminator()->getOperand(result);
  return sum.getDefiningOp<arith::AddFOp>() && sum.getType().getIntOrFloatBitWidth() >= 32;
}

std::optional<SumBlocks> Evaluator::blocksOf(linalg::GenericOp generic, unsigned result, bool inPairs) {
  if (!addsFloats(generic, result))
    return std::nullopt;
  if (inPairs && operationsOf(generic.getResult(result)) <= kUnrolledOperations)
    return SumBlocks{kTermsInPairs, /*inPairs=*/true};
  return SumBlocks{kTermsInChain};
}

// Loops

void Evaluator::reduceLoop(const ReductionLoop &over, Accumulators &accumulators,
                           llvm::function_ref<void(Value, Accumulators &)> body) {
  auto loop = scf::ForOp::create(build(), loc, over.begin, over.end, over.step, accumulators);
  levels.back().at = {loop->getBlock(), loop->getIterator()};
  openLevel({loop.getBody(), loop.getBody()->end()}, currentMask());
  accumulators.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  over.enter(loop.getInductionVar());
  body(loop.getInductionVar(), accumulators);
  build().setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(build(), loc, accumulators);
  closeLevel();
  levels.back().at = {loop->getBlock(), std::next(loop->getIterator())};
  build().restoreInsertionPoint(levels.back().at);
  accumulators.assign(loop.getResults().begin(), loop.getResults().end());
}

void Evaluator::joinOver(ArrayRef<ReductionLoop> loops, Accumulators &accumulators, JoinFn join) {
  if (loops.empty())
    return join(accumulators);
  const ReductionLoop &loop = loops.front();
  if (loop.knownCount != 0)
    reduceLoop(loop, accumulators, [&](Value, Accumulators &inside) { joinOver(loops.drop_front(), inside, join); });
  if (loop.rest)
    loop.rest(accumulators);
}

/// The loop whose steps form the blocks of a sum, and how many of them a block has: with the loops inside it, at most
/// `mostTerms` terms, as far as is known. None where the whole sum is known to have no more than two of them.
static std::optional<std::pair<size_t, int64_t>> cutIntoBlocks(ArrayRef<ReductionLoop> loops, int64_t mostTerms) {
  int64_t terms = 1;
  bool isShort = llvm::all_of(loops, [&](const ReductionLoop &loop) {
    return loop.knownCount && *loop.knownCount <= 2 * mostTerms && (terms *= *loop.knownCount) <= 2 * mostTerms;
  });
  if (isShort)
    return std::nullopt;
  int64_t steps = mostTerms;
  for (size_t i = loops.size(); i-- > 0;) {
    std::optional<int64_t> count = loops[i].knownCount;
    if (!count || *count > steps)
      return std::pair(i, steps);
    steps /= std::max<int64_t>(*count, 1);
  }
  return std::nullopt;
}

/// Of the type of `like`; what is added to it stays as it is.
static Value negativeZero(OpBuilder &builder, Location loc, Value like) {
  TypedAttr zero = builder.getFloatAttr(getElementTypeOrSelf(like), -0.0);
  if (auto vector = dyn_cast<VectorType>(like.getType()))
    zero = SplatElementsAttr::get(vector, zero);
  return arith::ConstantOp::create(builder, loc, zero);
}

void Evaluator::addBlock(Accumulators &sums, JoinFn join) {
  size_t count = sums.size() / 2;
  SmallVector<Value> block;
  for (Value sum : ArrayRef<Value>(sums).take_front(count))
    block.push_back(negativeZero(build(), loc, sum));
  join(block);
  for (size_t i = 0; i < count; ++i) {
    CompensatedSum sum{sums[i], sums[count + i]};
    sum.add(build(), loc, block[i]);
    sums[i] = sum.high;
    sums[count + i] = sum.low;
  }
}

/// Cuts a loop whose steps are joined in a chain into one over blocks and one over the steps of a block.
void Evaluator::addChains(ReductionLoop loop, int64_t steps, ArrayRef<ReductionLoop> inner, Accumulators &sums,
                          JoinFn join) {
  ReductionLoop blocks = loop;
  SmallVector<ReductionLoop> ofBlock(inner);
  if (steps > 1) {
    blocks.step = arith::MulIOp::create(build(), loc, loop.step, constant(steps));
    blocks.enter = [](Value) {};
    ofBlock.insert(ofBlock.begin(), loop);
    ofBlock.front().rest = nullptr;
    ofBlock.front().knownCount = std::nullopt;
  }
  reduceLoop(blocks, sums, [&](Value first, Accumulators &inside) {
    if (steps > 1) {
      Value end = arith::AddIOp::create(build(), loc, first, blocks.step);
      ofBlock.front().begin = first;
      ofBlock.front().end = arith::MinUIOp::create(build(), loc, end, loop.end);
    }
    addBlock(inside, [&](Accumulators &terms) { joinOver(ofBlock, terms, join); });
  });
}

/// Cuts a loop into one over blocks, whose steps are unrolled and joined in pairs, and one over what is left.
void Evaluator::addPairs(ReductionLoop loop, int64_t steps, Accumulators &sums, JoinFn join) {
  ReductionLoop blocks = loop, left = loop;
  blocks.step = arith::MulIOp::create(build(), loc, loop.step, constant(steps));
  Value length = arith::SubIOp::create(build(), loc, loop.end, loop.begin);
  length = arith::MulIOp::create(build(), loc, arith::DivUIOp::create(build(), loc, length, blocks.step), blocks.step);
  blocks.end = left.begin = arith::AddIOp::create(build(), loc, loop.begin, length);
  blocks.enter = [](Value) {};
  auto pairs = [&](auto &&self, Value first, int64_t count, Accumulators &terms) -> void {
    if (count == 1) {
      loop.enter(first);
      return join(terms);
    }
    SmallVector<Value> others(terms.begin(), terms.end());
    self(self, first, count / 2, terms);
    Value half = arith::MulIOp::create(build(), loc, loop.step, constant(count / 2));
    self(self, arith::AddIOp::create(build(), loc, first, half), count / 2, others);
    for (auto [term, other] : llvm::zip(terms, others))
      term = arith::AddFOp::create(build(), loc, term, other);
  };
  reduceLoop(blocks, sums, [&](Value first, Accumulators &inside) {
    addBlock(inside, [&](Accumulators &terms) { pairs(pairs, first, steps, terms); });
  });
  if (loop.knownCount && *loop.knownCount % steps == 0)
    return;
  left.rest = nullptr;
  addBlock(sums, [&](Accumulators &terms) { joinOver(left, terms, join); });
}

void Evaluator::reduceOver(ArrayRef<ReductionLoop> loops, Accumulators &accumulators, std::optional<SumBlocks> blocks,
                           JoinFn join) {
  auto cut = blocks ? cutIntoBlocks(loops, blocks->mostTerms) : std::nullopt;
  if (!cut)
    return joinOver(loops, accumulators, join);
  auto [number, steps] = *cut;
  ReductionLoop loop = loops[number];
  ArrayRef<ReductionLoop> inner = loops.drop_front(number + 1);
  size_t count = accumulators.size();
  SmallVector<Value> sums(accumulators.begin(), accumulators.end());
  sums.append(accumulators.begin(), accumulators.end()); // what is lost of each: nothing yet
  joinOver(loops.take_front(number), sums, [&](Accumulators &inside) {
    if (inner.empty() && blocks->inPairs)
      addPairs(loop, steps, inside, join);
    else
      addChains(loop, steps, inner, inside, join);
    if (loop.rest)
      addBlock(inside, loop.rest);
  });
  for (size_t i = 0; i < count; ++i)
    accumulators[i] = CompensatedSum{sums[i], sums[count + i]}.rounded(build(), loc);
}

ReductionLoop Evaluator::overDim(linalg::GenericOp generic, unsigned dim, MutableArrayRef<Positions> points) {
  int loop = plan.loopOf(generic, dim);
  auto enter = [this, dim, points](Value index) {
    for (Positions &point : points)
      point[dim] = {index, DimPosition::Kind::Scalar, level()};
  };
  return {constant(0), extent(loop), constant(1), knownExtent(loop), enter};
}

Value Evaluator::underMask(Value mask, llvm::function_ref<Value()> body) {
  openLevel(build().saveInsertionPoint(), mask);
  Value value = body();
  OpBuilder::InsertPoint at = build().saveInsertionPoint();
  levels.pop_back();
  levels.back().at = at;
  return value;
}

// Elements

Value Evaluator::identity(linalg::GenericOp generic, unsigned result) {
  return evaluate(generic.getOutputs()[result], {});
}

Value Evaluator::accumulate(linalg::GenericOp generic, unsigned result, const Positions &loops, Value accumulator) {
  SmallVector<Value> elements = inputElements(generic, loops);
  elements.append(generic.getNumDpsInits(), nullptr);
  elements[generic.getNumDpsInputs() + result] = accumulator;
  return cloneBody(generic, elements, loops)[result];
}

Value Evaluator::join(linalg::GenericOp generic, unsigned result, Value a, Value b) {
  Operation *joined = build().clone(*generic.getBody()->getTerminator()->getOperand(result).getDefiningOp());
  joined->setOperands({a, b});
  joined->getResult(0).setType(a.getType());
  return joined->getResult(0);
}

Value Evaluator::combineLanes(linalg::GenericOp generic, unsigned result, Value vector) {
  for (int64_t count = cast<VectorType>(vector.getType()).getNumElements() / 2; count >= 1; count /= 2) {
    auto half = [&](int64_t offset) -> Value {
      if (count == 1)
        return vector::ExtractOp::create(build(), loc, vector, offset);
      return vector::ExtractStridedSliceOp::create(build(), loc, vector, offset, count, 1);
    };
    Value low = half(0);
    vector = join(generic, result, low, half(count));
  }
  return vector;
}

} // namespace weir::nest

// Values of a kernel on demand: loops of reductions, and what joins their parts.
#include "lib/Target/Nest/Evaluator.h"

#include "dialects/Interfaces/CompensatedSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::nest {

/// Terms of a block of a sum, which are added in their own type: a chain of four equal numbers loses nothing. Between
/// blocks, f64 has a compensated addition, which takes six.
constexpr int64_t kTermsInBlock = 4, kFunctionsOfF64InBlock = 32;

/// Whether a sum of so many terms is one block: chains of up to four in pairs. Three equal terms alone may lose a
/// digit.
static bool isShortSum(int64_t terms) { return terms <= 8 && terms != 3; }

/// Of maxima and the like: as many as a step takes, about.
constexpr int64_t kChains = 4;

/// The operations that one point of the loops takes, back to what is read and to what is known outside them; too many
/// where there are functions among them, or conditions.
int64_t Evaluator::operationsInside(ArrayRef<int> loops, Value value) {
  const int64_t most = mostUnrolledOperations(), many = 2 * most;
  Operation *op = value.getDefiningOp();
  if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op))
    return operationsInside(loops, slice.getSource());
  if (isa_and_present<tensor::InsertSliceOp>(op))
    return many;
  auto generic = dyn_cast_if_present<linalg::GenericOp>(op);
  bool isInside = generic && llvm::any_of(llvm::seq(generic.getNumLoops()), [&](unsigned dim) {
                    return llvm::is_contained(loops, plan.loopOf(generic, dim));
                  });
  if (!isInside)
    return 0;
  int64_t count = 0;
  for (Operation &inner : generic.getBody()->without_terminator())
    count += isa<math::MathDialect>(inner.getDialect()) || isa<arith::DivFOp>(inner) ? many : 1;
  for (Value input : generic.getInputs())
    if (linalg::GenericOp producer = producerOf(input);
        count <= most && (!producer || producer.getNumReductionLoops() == 0))
      count += operationsInside(loops, input);
  return count;
}

bool Evaluator::addsFloats(linalg::GenericOp generic, unsigned result) {
  Value sum = generic.getBody()->getTerminator()->getOperand(result);
  return sum.getDefiningOp<arith::AddFOp>() && sum.getType().getIntOrFloatBitWidth() >= 32;
}

/// Whether somebody takes a reduction's result in f64, as it is before it is rounded.
static bool isTakenInF64(Value sum) {
  return llvm::any_of(sum.getUses(), [](OpOperand &use) {
    auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
    return generic && llvm::any_of(generic.getMatchingBlockArgument(&use).getUsers(), [](Operation *user) {
             return isa<arith::ExtFOp>(user) && user->getResult(0).getType().isF64();
           });
  });
}

std::optional<SumBlocks> Evaluator::blocksOf(linalg::GenericOp generic, unsigned result) {
  if (!addsFloats(generic, result))
    return std::nullopt;
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  auto loops = llvm::map_to_vector(dims, [&](unsigned dim) { return plan.loopOf(generic, dim); });
  Value sum = generic.getResult(result);
  bool mayBeShort = !isTakenInF64(sum);
  if (operationsInside(loops, sum) <= mostUnrolledOperations())
    return SumBlocks{kTermsInBlock, /*areUnrolled=*/true, mayBeShort};
  return SumBlocks{getElementTypeOrSelf(sum).isF64() ? kFunctionsOfF64InBlock : kTermsInBlock, false, mayBeShort};
}

// Loops

void Evaluator::reduceLoop(const ReductionLoop &over, Accumulators &accumulators,
                           llvm::function_ref<void(Value, Accumulators &)> body) {
  auto loop = scf::ForOp::create(build(), loc, over.begin, over.end, over.step, accumulators);
  enter(loop);
  openLevel({loop.getBody(), loop.getBody()->end()}, currentMask());
  accumulators.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  over.enter(loop.getInductionVar());
  body(loop.getInductionVar(), accumulators);
  build().setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(build(), loc, accumulators);
  closeLevel();
  leave(loop);
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
/// `mostTerms` terms, as far as is known. None where the whole sum is known to be one of them.
static std::optional<std::pair<size_t, int64_t>> cutIntoBlocks(ArrayRef<ReductionLoop> loops, int64_t mostTerms) {
  int64_t steps = mostTerms;
  for (size_t i = loops.size(); i-- > 0;) {
    std::optional<int64_t> count = loops[i].knownCount;
    if (!count || *count > steps)
      return std::pair(i, steps);
    steps /= std::max<int64_t>(*count, 1);
  }
  return std::nullopt;
}

/// How many steps a loop has whose bounds are constants. What is known of others is how many a thread has at most.
static std::optional<int64_t> exactCount(const ReductionLoop &loop) {
  std::optional<int64_t> begin = getConstantIntValue(loop.begin), end = getConstantIntValue(loop.end),
                         step = getConstantIntValue(loop.step);
  return begin && end && step ? std::optional(llvm::divideCeil(*end - *begin, *step)) : std::nullopt;
}

/// Of the type of `like`; what is added to it stays as it is.
static Value negativeZero(OpBuilder &builder, Location loc, Value like) {
  TypedAttr zero = builder.getFloatAttr(getElementTypeOrSelf(like), -0.0);
  if (auto vector = dyn_cast<VectorType>(like.getType()))
    zero = SplatElementsAttr::get(vector, zero);
  return arith::ConstantOp::create(builder, loc, zero);
}

/// What is added to a running sum for a term: the term, or the halves of its lanes together, which of equal terms is
/// exact.
static Value addend(OpBuilder &builder, Location loc, Value term, const SumBlocks &blocks) {
  auto type = dyn_cast<VectorType>(term.getType());
  if (!blocks.halvesLanes || !type || type.getElementType().isF64() || type.getNumElements() < 2)
    return term;
  int64_t half = type.getNumElements() / 2;
  auto from = [&](int64_t first) -> Value {
    return vector::ExtractStridedSliceOp::create(builder, loc, term, first, half, 1);
  };
  return arith::AddFOp::create(builder, loc, from(0), from(half));
}

void Evaluator::addBlock(Accumulators &sums, Value none, const SumBlocks &blocks, JoinFn join) {
  unsigned numParts = RunningSum::numParts(none);
  SmallVector<Value> block(sums.size() / numParts, none);
  join(block);
  for (auto [i, term] : llvm::enumerate(block)) {
    MutableArrayRef<Value> parts = MutableArrayRef<Value>(sums).slice(i * numParts, numParts);
    RunningSum sum{llvm::to_vector<2>(parts)};
    sum.add(build(), loc, addend(build(), loc, term, blocks));
    llvm::copy(sum.parts, parts.begin());
  }
}

/// Cuts a loop whose steps are joined in a chain into one over blocks and one over the steps of a block.
void Evaluator::addChains(ReductionLoop loop, int64_t steps, ArrayRef<ReductionLoop> inner, Accumulators &sums,
                          Value none, const SumBlocks &blocks, JoinFn join) {
  ReductionLoop overBlocks = loop;
  SmallVector<ReductionLoop> ofBlock(inner);
  if (steps > 1) {
    overBlocks.step = arith::MulIOp::create(build(), loc, loop.step, constant(steps));
    overBlocks.enter = [](Value) {};
    ofBlock.insert(ofBlock.begin(), loop);
    ofBlock.front().rest = nullptr;
    ofBlock.front().knownCount = std::nullopt;
  }
  reduceLoop(overBlocks, sums, [&](Value first, Accumulators &inside) {
    if (steps > 1) {
      Value end = arith::AddIOp::create(build(), loc, first, overBlocks.step);
      ofBlock.front().begin = first;
      ofBlock.front().end = arith::MinUIOp::create(build(), loc, end, loop.end);
    }
    addBlock(inside, none, blocks, [&](Accumulators &terms) { joinOver(ofBlock, terms, join); });
  });
  if (loop.rest)
    addBlock(sums, none, blocks, loop.rest);
}

/// Joins terms, by code of its own for each, in chains that are joined in pairs.
void Evaluator::joinUnrolled(int64_t first, int64_t count, Accumulators &joined, TermFn join) {
  if (count <= kTermsInBlock) {
    for (int64_t number = first; number < first + count; ++number)
      join(number, joined);
    return;
  }
  auto half = static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(count - 1)));
  SmallVector<Value> others(joined.begin(), joined.end());
  joinUnrolled(first, half, joined, join);
  joinUnrolled(first + half, count - half, others, join);
  for (auto [sum, other] : llvm::zip(joined, others))
    sum = arith::AddFOp::create(build(), loc, sum, other);
}

/// Joins `count` steps of a loop from the index `first` on, and then what is behind its last step if `withRest`.
void Evaluator::joinSteps(const ReductionLoop &loop, Value first, int64_t count, bool withRest,
                          ArrayRef<ReductionLoop> inner, Accumulators &joined, JoinFn join) {
  joinUnrolled(0, count + (withRest ? 1 : 0), joined, [&](int64_t number, Accumulators &terms) {
    if (number == count)
      return loop.rest(terms);
    Value distance = arith::MulIOp::create(build(), loc, loop.step, constant(number));
    loop.enter(arith::AddIOp::create(build(), loc, first, distance));
    joinOver(inner, terms, join);
  });
}

/// Cuts a loop into one over blocks, whose steps are unrolled, and one over what is left; a short one is one block.
void Evaluator::addUnrolled(ReductionLoop loop, ArrayRef<ReductionLoop> inner, const SumBlocks &blocks,
                            Accumulators &sums, Value none, JoinFn join) {
  bool hasRest = loop.rest != nullptr;
  if (std::optional<int64_t> count = exactCount(loop); count && blocks.mayBeShort && isShortSum(*count + hasRest))
    return addBlock(sums, none, blocks,
                    [&](Accumulators &terms) { joinSteps(loop, loop.begin, *count, hasRest, inner, terms, join); });
  ReductionLoop overBlocks = loop, left = loop;
  overBlocks.step = arith::MulIOp::create(build(), loc, loop.step, constant(kTermsInBlock));
  overBlocks.begin =
      arith::MinUIOp::create(build(), loc, loop.begin, loop.end); // a thread's share may begin behind the end
  Value length = arith::SubIOp::create(build(), loc, loop.end, overBlocks.begin);
  length = arith::MulIOp::create(build(), loc, arith::DivUIOp::create(build(), loc, length, overBlocks.step),
                                 overBlocks.step);
  overBlocks.end = left.begin = arith::AddIOp::create(build(), loc, overBlocks.begin, length);
  overBlocks.enter = [](Value) {};
  reduceLoop(overBlocks, sums, [&](Value first, Accumulators &inside) {
    addBlock(inside, none, blocks, [&](Accumulators &terms) {
      joinSteps(loop, first, kTermsInBlock, /*withRest=*/false, inner, terms, join);
    });
  });
  addChains(left, /*steps=*/1, inner, sums, none, blocks, join);
}

void Evaluator::reduceOver(ArrayRef<ReductionLoop> loops, Accumulators &accumulators, std::optional<SumBlocks> blocks,
                           JoinFn join) {
  auto cut = blocks ? cutIntoBlocks(loops, blocks->areUnrolled ? 1 : blocks->mostTerms) : std::nullopt;
  if (!cut && (!blocks || blocks->mayBeShort || loops.empty()))
    return joinOver(loops, accumulators, join);
  auto [number, steps] = cut.value_or(std::pair(loops.size() - 1, 1));
  ReductionLoop loop = loops[number];
  ArrayRef<ReductionLoop> inner = loops.drop_front(number + 1);
  // A short sum loses as little in its own type.
  bool mayBeShort = number == 0 && !loop.rest && blocks->areUnrolled && blocks->mayBeShort;
  if (std::optional<int64_t> count = exactCount(loop); count && mayBeShort && isShortSum(*count))
    return joinSteps(loop, loop.begin, *count, /*withRest=*/false, inner, accumulators, join);
  Value none = negativeZero(build(), loc, accumulators[0]);
  unsigned numParts = RunningSum::numParts(none);
  SmallVector<Value> sums;
  for (Value first : accumulators) {
    RunningSum sum = RunningSum::from(build(), loc, addend(build(), loc, first, *blocks));
    llvm::append_range(sums, sum.parts);
  }
  joinOver(loops.take_front(number), sums, [&](Accumulators &inside) {
    if (blocks->areUnrolled)
      addUnrolled(loop, inner, *blocks, inside, none, join);
    else
      addChains(loop, steps, inner, inside, none, *blocks, join);
  });
  for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
    RunningSum sum{llvm::to_vector<2>(ArrayRef(sums).slice(i * numParts, numParts))};
    accumulator = sum.total(build(), loc);
  }
}

bool Evaluator::mayJoinInChains(linalg::GenericOp generic, unsigned result) {
  Operation *op = generic.getBody()->getTerminator()->getOperand(result).getDefiningOp();
  return isa_and_present<arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
                         arith::MinUIOp, arith::AndIOp, arith::OrIOp, arith::MulFOp, arith::MulIOp>(op);
}

/// The innermost loop is cut into one that takes a step for each chain at a time and one over what is left.
Value Evaluator::reduceInChains(ArrayRef<ReductionLoop> loops, Value accumulator, JoinFn join,
                                llvm::function_ref<Value(Value, Value)> combine) {
  const ReductionLoop &loop = loops.back();
  SmallVector<Value> chains(kChains, accumulator);
  auto joinTo = [&](Value &chain) {
    SmallVector<Value> one{chain};
    join(one);
    chain = one.front();
  };
  joinOver(loops.drop_back(), chains, [&](Accumulators &outer) {
    ReductionLoop together = loop, left = loop;
    together.step = arith::MulIOp::create(build(), loc, loop.step, constant(kChains));
    together.begin = arith::MinUIOp::create(build(), loc, loop.begin, loop.end);
    Value length = arith::SubIOp::create(build(), loc, loop.end, together.begin);
    length =
        arith::MulIOp::create(build(), loc, arith::DivUIOp::create(build(), loc, length, together.step), together.step);
    together.end = left.begin = arith::AddIOp::create(build(), loc, together.begin, length);
    together.enter = [](Value) {};
    reduceLoop(together, outer, [&](Value first, Accumulators &inside) {
      for (auto [number, chain] : llvm::enumerate(inside)) {
        Value distance = arith::MulIOp::create(build(), loc, loop.step, constant(static_cast<int64_t>(number)));
        loop.enter(arith::AddIOp::create(build(), loc, first, distance));
        joinTo(chain);
      }
    });
    SmallVector<Value> first{outer.front()};
    reduceLoop(left, first, [&](Value, Accumulators &inside) { join(inside); });
    if (loop.rest)
      loop.rest(first);
    outer[0] = first.front();
  });
  Value joined = chains.front();
  for (Value chain : ArrayRef(chains).drop_front())
    joined = combine(joined, chain);
  return joined;
}

ReductionLoop Evaluator::overDim(linalg::GenericOp generic, unsigned dim, MutableArrayRef<Positions> points) {
  int loop = plan.loopOf(generic, dim);
  auto enter = [this, dim, points](Value index) {
    for (Positions &point : points)
      point[dim] = {index, DimPosition::Kind::Scalar, level()};
  };
  if (loop == restricted.loop)
    return {restricted.begin, restricted.end, constant(1), std::nullopt, enter};
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

Value Evaluator::rounded(linalg::GenericOp generic, unsigned result, Value value) {
  Type element = getElementTypeOrSelf(generic.getResult(result));
  if (getElementTypeOrSelf(value) == element)
    return value;
  Value narrow = toFloat(build(), loc, value, element);
  unrounded[narrow] = value;
  return narrow;
}

/// Of zeros of both signs either is the largest: to tell them apart takes as much time as all else.
static Value withAnyZero(Value extreme) {
  if (auto max = extreme.getDefiningOp<arith::MaximumFOp>())
    max.setFastmath(arith::FastMathFlags::nsz);
  if (auto min = extreme.getDefiningOp<arith::MinimumFOp>())
    min.setFastmath(arith::FastMathFlags::nsz);
  return extreme;
}

Value Evaluator::accumulate(linalg::GenericOp generic, unsigned result, const Positions &loops, Value accumulator) {
  SmallVector<Value> elements = inputElements(generic, loops);
  elements.append(generic.getNumDpsInits(), nullptr);
  elements[generic.getNumDpsInputs() + result] = accumulator;
  return withAnyZero(cloneBody(generic, elements, loops)[result]);
}

Value Evaluator::join(linalg::GenericOp generic, unsigned result, Value a, Value b) {
  Operation *joined = build().clone(*generic.getBody()->getTerminator()->getOperand(result).getDefiningOp());
  joined->setOperands({a, b});
  joined->getResult(0).setType(a.getType());
  return withAnyZero(joined->getResult(0));
}

Value Evaluator::combineLanes(linalg::GenericOp generic, unsigned result, Value vector, int64_t left) {
  for (int64_t count = cast<VectorType>(vector.getType()).getNumElements() / 2; count >= left; count /= 2) {
    auto half = [&](int64_t offset) -> Value {
      if (count == 1)
        return vector::ExtractOp::create(build(), loc, vector, offset);
      return vector::ExtractStridedSliceOp::create(build(), loc, vector, offset, count, 1);
    };
    Value low = half(0);
    vector = join(generic, result, low, half(count));
  }
  auto type = dyn_cast<VectorType>(vector.getType()); // of one lane where the parts had no more
  bool isOne = left == 1 && type && type.getNumElements() == 1;
  return isOne ? vector::ExtractOp::create(build(), loc, vector, 0).getResult() : vector;
}

} // namespace weir::nest

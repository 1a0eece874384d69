// Vectors, masks, gathers and scatters of one thread.
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

#include "dialects/Interfaces/CompensatedSum.h"
#include "lib/Target/Cpu/FlatMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::Accumulators;
using nest::DimPosition;
using nest::Positions;
using nest::ReductionLoop;
using nest::SumBlocks;

/// Terms of a block of a sum of products in registers side by side, which take longer to leave and to take up again.
constexpr int64_t kBlockProducts = 256;

/// Elements from lane to lane up to which all between them are loaded, as a gather takes as long as some ten loads.
constexpr int64_t kMostStride = 4;

/// From so many on, the first vector of a line of parts and the last whole one are apart: of those between them it is
/// mostly known in which part they lie.
constexpr int64_t kManyVectors = 3;

/// Of what a short sum has in lanes, that many are joined in f64: those of one of its vectors.
constexpr int64_t kLanesInF64 = 8;

void VectorEvaluator::forLanes(Value begin, Value end, std::optional<int64_t> knownCount, BodyFn body) {
  assert(!currentMask() && "a mask around these loops would be of other lanes");
  Value count = arith::SubIOp::create(build(), loc, end, begin);
  Value rest =
      knownCount ? constant(*knownCount % lanes) : Value(arith::RemUIOp::create(build(), loc, count, constant(lanes)));
  Value fullEnd = arith::SubIOp::create(build(), loc, end, rest);
  if (knownCount && *knownCount >= kManyVectors * lanes && hasPartsOfLines()) {
    Value second = arith::AddIOp::create(build(), loc, begin, constant(lanes));
    Value last = arith::SubIOp::create(build(), loc, fullEnd, constant(lanes));
    for (auto [first, behind] : {std::pair(begin, second), std::pair(second, last), std::pair(last, fullEnd)})
      forLoop(first, behind, lanes, body);
  } else if (!knownCount || *knownCount >= lanes) {
    forLoop(begin, fullEnd, lanes, body);
  }
  if (knownCount && *knownCount % lanes == 0)
    return;
  Value isRest = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::ugt, rest, constant(0));
  Value mask = vector::CreateMaskOp::create(build(), loc, vectorOf(build().getI1Type()), rest);
  ifThen(isRest, mask, [&](int level) { body(fullEnd, level); });
}

void VectorEvaluator::forLanes(Value begin, Value end, std::optional<int64_t> knownCount, int64_t side, WideFn wide,
                               BodyFn body) {
  if (side == 1)
    return forLanes(begin, end, knownCount, body);
  Value count = arith::SubIOp::create(build(), loc, end, begin);
  Value rest = arith::RemUIOp::create(build(), loc, count, constant(side * lanes));
  Value wideEnd = arith::SubIOp::create(build(), loc, end, rest);
  forLoop(begin, wideEnd, side * lanes, [&](Value first, int level) {
    SmallVector<DimPosition> vectors;
    for (int64_t i = 0; i < side; ++i) {
      Value index = i == 0 ? first : Value(arith::AddIOp::create(build(), loc, first, constant(i * lanes)));
      vectors.push_back({index, DimPosition::Kind::Lane, level});
    }
    wide(vectors);
  });
  bool areWhole = knownCount && *knownCount % lanes == 0;
  if (!knownCount || *knownCount % (side * lanes) != 0)
    forLanes(wideEnd, end, areWhole ? std::optional(lanes) : std::nullopt, body);
}

// Nests

bool VectorEvaluator::gainsSideBySide(linalg::GenericOp reduction) {
  return reduction.getNumResults() == 1 && llvm::all_of(reduction.getInputs(), nest::liesInMemory);
}

void VectorEvaluator::placeRows(ArrayRef<int> rows, Value number, int level, Places &at) {
  for (auto [i, loop] : llvm::enumerate(llvm::reverse(rows))) {
    bool isOutermost = i + 1 == rows.size();
    Value size = isOutermost ? nullptr : extent(loop);
    Value index = isOutermost ? number : Value(arith::RemUIOp::create(build(), loc, number, size));
    at[loop] = {index, DimPosition::Kind::Scalar, level};
    if (!isOutermost)
      number = arith::DivUIOp::create(build(), loc, number, size);
  }
}

Positions VectorEvaluator::resultAt(linalg::GenericOp reduction, const Places &at) const {
  return llvm::map_to_vector(reduction.getIndexingMapsArray().back().getResults(), [&](AffineExpr position) {
    return at.at(plan.loopOf(reduction, cast<AffineDimExpr>(position).getPosition()));
  });
}

void VectorEvaluator::storeOutputs(ArrayRef<unsigned> outputs, ValueRange results, const Places &at) {
  SmallVector<std::pair<Value, Positions>> values;
  for (unsigned number : outputs) {
    Positions positions = llvm::map_to_vector(plan.outputLoops(number), [&](int loop) { return at.at(loop); });
    values.emplace_back(evaluate(plan.output(number), positions), positions);
  }
  for (auto [number, computed] : llvm::zip(outputs, values))
    store(results[number], computed.first, computed.second);
}

// Reductions

/// Whether all that is summed is narrower than its sum, which the lanes' last additions then are exact enough for.
static bool hasNarrowTerms(linalg::GenericOp generic) {
  return llvm::all_of(generic.getInputs(),
                      [](Value input) { return getElementTypeOrSelf(input.getType()).getIntOrFloatBitWidth() < 32; });
}

/// Whether a loop may have steps enough for several chains.
static bool isLong(const ReductionLoop &loop) {
  constexpr int64_t kFewSteps = 8;
  return !loop.knownCount || *loop.knownCount > kFewSteps;
}

static SmallVector<unsigned> reductionDims(linalg::GenericOp generic) {
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  return dims;
}

static bool isVectorAt(const Positions &loops) {
  return llvm::any_of(loops, [](const DimPosition &p) { return p.index && p.kind != DimPosition::Kind::Scalar; });
}

/// Along the lane loop, or one that the inputs have innermost, each lane reduces its part; the parts meet at the end,
/// in an order that sizes alone decide.
std::optional<unsigned> VectorEvaluator::laneDim(linalg::GenericOp generic, const Positions &loops) {
  SmallVector<unsigned> dims = reductionDims(generic);
  if (isVectorAt(loops))
    return std::nullopt;
  auto isInnermost = [&](unsigned d) {
    return llvm::any_of(generic.getDpsInputOperands(), [&](OpOperand *input) {
      ArrayRef<AffineExpr> positions = generic.getMatchingIndexingMap(input).getResults();
      return !positions.empty() && positions.back() == getAffineDimExpr(d, generic.getContext());
    });
  };
  auto *lane = llvm::find_if(dims, [&](unsigned d) { return plan.loopOf(generic, d) == laneLoop; });
  if (lane == dims.end())
    lane = llvm::find_if(dims, isInnermost);
  return lane == dims.end() ? std::nullopt : std::optional(*lane);
}

static bool isReachedFrom(Value from, Operation *op, DenseSet<Operation *> &seen) {
  Operation *producer = from.getDefiningOp();
  if (!producer || !seen.insert(producer).second)
    return false;
  return producer == op ||
         llvm::any_of(producer->getOperands(), [&](Value operand) { return isReachedFrom(operand, op, seen); });
}

static bool areIndependent(linalg::GenericOp a, linalg::GenericOp b) {
  if (b->isBeforeInBlock(a))
    std::swap(a, b);
  DenseSet<Operation *> seen;
  return !isReachedFrom(b.getResult(0), a, seen);
}

SmallVector<linalg::GenericOp> VectorEvaluator::sumsTogether(linalg::GenericOp generic, const Positions &loops) {
  SmallVector<linalg::GenericOp> together{generic};
  std::optional<SumBlocks> blocks = generic.getNumResults() == 1 ? blocksOf(generic, 0) : std::nullopt;
  if (!blocks || restricted.loop >= 0)
    return together;
  std::optional<unsigned> lane = laneDim(generic, loops);
  Positions result = llvm::map_to_vector(generic.getIndexingMapsArray().back().getResults(), [&](AffineExpr position) {
    return loops[cast<AffineDimExpr>(position).getPosition()];
  });
  auto goesAlong = [&](linalg::GenericOp other) {
    bool hasTheseLoops =
        other.getNumResults() == 1 && other.getIteratorTypesArray() == generic.getIteratorTypesArray() &&
        other.getIndexingMapsArray().back() == generic.getIndexingMapsArray().back() &&
        other.getResultTypes() == generic.getResultTypes() &&
        llvm::all_of(llvm::seq(generic.getNumLoops()),
                     [&](unsigned dim) { return plan.loopOf(other, dim) == plan.loopOf(generic, dim); });
    return hasTheseLoops && !underWay.contains(other) && blocksOf(other, 0) == blocks &&
           hasNarrowTerms(other) == hasNarrowTerms(generic) && laneDim(other, loops) == lane &&
           llvm::all_of(together, [&](linalg::GenericOp one) { return areIndependent(one, other); }) &&
           !known(other.getResult(0), result);
  };
  for (auto other : generic->getBlock()->getOps<linalg::GenericOp>())
    if (other != generic && static_cast<int64_t>(together.size()) < kMostSide && goesAlong(other))
      together.push_back(other);
  return together;
}

Value VectorEvaluator::reduce(linalg::GenericOp generic, unsigned result, Positions loops) {
  SmallVector<linalg::GenericOp> together = sumsTogether(generic, loops);
  SmallVector<Value> values = reduceTogether(together, result, loops, blocksOf(generic, result));
  Positions at = llvm::map_to_vector(generic.getIndexingMapsArray().back().getResults(), [&](AffineExpr position) {
    return loops[cast<AffineDimExpr>(position).getPosition()];
  });
  for (auto [one, value] : llvm::zip(together, values))
    if (one != generic)
      define(one.getResult(0), at, value);
  return values.front();
}

SmallVector<Value> VectorEvaluator::reduceTogether(ArrayRef<linalg::GenericOp> together, unsigned result,
                                                   MutableArrayRef<Positions> points, std::optional<SumBlocks> blocks) {
  linalg::GenericOp generic = together.front();
  std::optional<unsigned> lane = laneDim(generic, points.front());
  bool isVector = isVectorAt(points.front());
  underWay.insert_range(together);
  SmallVector<ReductionLoop> over;
  for (unsigned dim : reductionDims(generic))
    if (dim != lane)
      over.push_back(overDim(generic, dim, points));
  SmallVector<Value> values;
  for (linalg::GenericOp one : together) {
    Value start = identity(one, result);
    values.append(points.size(), isVector || lane ? broadcast(start) : start);
  }
  if (blocks)
    blocks->halvesLanes = lane.has_value();
  auto reduceAll = [&] {
    auto joinEach = [&](Accumulators &partials) {
      for (auto [i, partial] : llvm::enumerate(partials))
        partial = accumulate(together[i / points.size()], result, points[i % points.size()], partial);
    };
    if (values.size() == 1 && !over.empty() && isLong(over.back()) && mayJoinInChains(generic, result))
      values = {
          reduceInChains(over, values[0], joinEach, [&](Value a, Value b) { return join(generic, result, a, b); })};
    else
      reduceOver(over, values, blocks, joinEach);
  };
  auto alongLane = [&] {
    over.push_back(overLanes(together, result, *lane, points));
    reduceAll();
    for (auto [i, value] : llvm::enumerate(values)) {
      linalg::GenericOp one = together[i / points.size()];
      if (addsFloats(one, result) && !hasNarrowTerms(one)) {
        value = combineLanes(one, result, value, kLanesInF64);
        value = toFloat(build(), loc, value, build().getF64Type());
      }
      value = combineLanes(one, result, value);
    }
    return values.front();
  };
  // The reduction's lanes are its own: a mask around it is of other lanes.
  if (!lane)
    reduceAll();
  else if (currentMask())
    values.front() = underMask(/*mask=*/nullptr, alongLane);
  else
    alongLane();
  for (auto [i, value] : llvm::enumerate(values))
    value = rounded(together[i / points.size()], result, value);
  for (linalg::GenericOp one : together)
    underWay.erase(one);
  return values;
}

void VectorEvaluator::reduceUnrolled(linalg::GenericOp generic, ArrayRef<Positions> results, bool ofProducts) {
  ArrayRef<AffineExpr> map = generic.getIndexingMapsArray().back().getResults();
  SmallVector<Positions> points(results.size(), Positions(generic.getNumLoops()));
  for (auto [positions, at] : llvm::zip(points, results))
    for (auto [position, loop] : llvm::zip(at, map))
      positions[cast<AffineDimExpr>(loop).getPosition()] = position;
  SmallVector<linalg::GenericOp> together{generic};
  if (!ofProducts)
    together = sumsTogether(generic, points.front());
  std::optional<SumBlocks> blocks = blocksOf(generic, 0);
  if (blocks && ofProducts)
    blocks = SumBlocks{kBlockProducts};
  SmallVector<Value> values = reduceTogether(together, 0, points, blocks);
  for (auto [i, value] : llvm::enumerate(values))
    define(together[i / results.size()].getResult(0), results[i % results.size()], value);
}

Type VectorEvaluator::partType(linalg::GenericOp generic) const {
  Type element = getElementTypeOrSelf(generic.getResult(0));
  return addsFloats(generic, 0) ? Float64Type::get(element.getContext()) : element;
}

Value VectorEvaluator::joinParts(linalg::GenericOp generic, Value count, Value memory,
                                 llvm::function_ref<Positions(const DimPosition &)> placeOf) {
  auto loadPart = [&](Value part) { return load(memory, placeOf({part, DimPosition::Kind::Scalar, level()})); };
  Value first = loadPart(constant(0));
  bool areSums = addsFloats(generic, 0);
  SmallVector<Value> state{first};
  if (areSums)
    state = llvm::to_vector(RunningSum::from(build(), loc, first).parts);
  auto loop = scf::ForOp::create(build(), loc, constant(1), count, constant(1), state);
  openLevel({loop.getBody(), loop.getBody()->end()}, currentMask());
  Value next = loadPart(loop.getInductionVar());
  SmallVector<Value> joined;
  if (areSums) {
    RunningSum sum{SmallVector<Value, 2>(loop.getRegionIterArgs())};
    sum.add(build(), loc, next);
    joined = llvm::to_vector(sum.parts);
  } else {
    joined.push_back(join(generic, 0, loop.getRegionIterArgs()[0], next));
  }
  scf::YieldOp::create(build(), loc, joined);
  closeLevel();
  if (!areSums)
    return loop.getResult(0);
  RunningSum sum{SmallVector<Value, 2>(loop.getResults())};
  return rounded(generic, 0, sum.total(build(), loc));
}

ReductionLoop VectorEvaluator::overLanes(ArrayRef<linalg::GenericOp> generics, unsigned result, unsigned dim,
                                         MutableArrayRef<Positions> points) {
  int loop = plan.loopOf(generics.front(), dim);
  bool isPart = loop == restricted.loop; // from a whole vector on
  std::optional<int64_t> known = isPart ? std::nullopt : knownExtent(loop);
  Value begin = isPart ? restricted.begin : constant(0), end = isPart ? restricted.end : extent(loop);
  Value left = known ? constant(*known % lanes) : Value(arith::RemUIOp::create(build(), loc, end, constant(lanes)));
  Value fullEnd = known ? constant(*known / lanes * lanes) : Value(arith::SubIOp::create(build(), loc, end, left));
  auto placeAt = [this, dim, points](Value index) {
    for (Positions &point : points)
      point[dim] = {index, DimPosition::Kind::Lane, level()};
  };
  ReductionLoop vectors{begin, fullEnd, constant(lanes), std::nullopt, placeAt};
  if (known)
    vectors.knownCount = *known / lanes;
  if (known && *known % lanes == 0)
    return vectors;
  Value mask = vector::CreateMaskOp::create(build(), loc, vectorOf(build().getI1Type()), left);
  vectors.rest = [=, this](Accumulators &accumulators) {
    underMask(mask, [&] {
      placeAt(fullEnd);
      for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
        Value next = accumulate(generics[i / points.size()], result, points[i % points.size()], accumulator);
        accumulator = arith::SelectOp::create(build(), loc, mask, next, accumulator);
      }
      return accumulators[0];
    });
  };
  return vectors;
}

// Memory

Value VectorEvaluator::fullMask() {
  auto type = vectorOf(build().getI1Type());
  return arith::ConstantOp::create(build(), loc, DenseElementsAttr::get(type, true));
}

Value VectorEvaluator::linearIndices(Value memory, const Positions &positions) {
  SmallVector<Value> vectors =
      llvm::map_to_vector(positions, [&](const DimPosition &position) { return indexVector(position); });
  return cpu::linearIndices(build(), loc, memory, vectors);
}

Value VectorEvaluator::load(Value memory, const Positions &positions) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  if (!hasLanes(positions))
    return memref::LoadOp::create(build(), loc, memory, indicesOf(positions));
  Value mask = maskOf(positions);
  auto type = vectorOf(element);
  bool isRow = areNeighbours(memory, positions);
  if (isRow && !mask)
    return vector::LoadOp::create(build(), loc, type, memory, indicesOf(positions));
  if (isRow) {
    Value zeros = arith::ConstantOp::create(build(), loc, build().getZeroAttr(type));
    return vector::MaskedLoadOp::create(build(), loc, type, memory, indicesOf(positions), mask, zeros);
  }
  if (std::optional<int64_t> stride = strideOfLanes(memory, positions); stride && *stride <= kMostStride)
    return loadStrided(memory, positions, *stride, mask);
  return gather(memory, positions, mask);
}

Value VectorEvaluator::gather(Value memory, const Positions &positions, Value mask) {
  auto type = vectorOf(cast<MemRefType>(memory.getType()).getElementType());
  Value zeros = arith::ConstantOp::create(build(), loc, build().getZeroAttr(type));
  Value indices = linearIndices(memory, positions);
  return vector::GatherOp::create(build(), loc, type, flatView(build(), loc, memory), ValueRange{constant(0)}, indices,
                                  mask ? mask : fullMask(), zeros);
}

/// All elements between the first lane's and the last one's, as vectors, of which each gives the lanes that it has.
Value VectorEvaluator::loadStrided(Value memory, const Positions &positions, int64_t stride) {
  auto type = vectorOf(cast<MemRefType>(memory.getType()).getElementType());
  auto *lane = llvm::find_if(positions, [](const DimPosition &p) { return p.kind == DimPosition::Kind::Lane; });
  SmallVector<Value> at = indicesOf(positions);
  Value &index = at[lane - positions.begin()], first = index;
  Value found = arith::ConstantOp::create(build(), loc, build().getZeroAttr(type));
  int64_t end = stride * (lanes - 1) + 1;
  for (int64_t number = 0; number < stride; ++number) {
    int64_t begin = std::min(number * lanes, end - lanes);
    index = arith::AddIOp::create(build(), loc, first, constant(begin));
    Value piece = vector::LoadOp::create(build(), loc, type, memory, at);
    SmallVector<int64_t> places; // in what was found, and in the piece behind it
    for (int64_t lane = 0; lane < lanes; ++lane) {
      bool wasFound = lane * stride < number * lanes;
      places.push_back(wasFound ? lane : lanes + std::min(lane * stride - begin, lanes - 1));
    }
    found = vector::ShuffleOp::create(build(), loc, found, piece, places);
  }
  return found;
}

/// Mostly all lanes are on.
Value VectorEvaluator::loadStrided(Value memory, const Positions &positions, int64_t stride, Value mask) {
  if (!mask)
    return loadStrided(memory, positions, stride);
  Value areOn = vector::ReductionOp::create(build(), loc, vector::CombiningKind::AND, mask);
  auto yields = [&](Value value) { scf::YieldOp::create(build(), loc, value); };
  OpBuilder::InsertionGuard guard(build());
  auto branch = scf::IfOp::create(build(), loc, vectorOf(cast<MemRefType>(memory.getType()).getElementType()), areOn,
                                  /*withElseRegion=*/true);
  build().setInsertionPointToEnd(branch.thenBlock());
  yields(loadStrided(memory, positions, stride));
  build().setInsertionPointToEnd(branch.elseBlock());
  yields(gather(memory, positions, mask));
  return branch.getResult(0);
}

Value VectorEvaluator::findComputed(Value tensor, const Positions &positions) {
  for (const Row &row : keptRows) {
    if (row.tensor != tensor)
      continue;
    bool isThisRow = llvm::all_of(llvm::seq<size_t>(0, positions.size()), [&](size_t dim) {
      return dim == row.lane || positions[dim].index == row.positions[dim].index;
    });
    if (isThisRow)
      return load(row.memory, {positions[row.lane]});
  }
  return nullptr;
}

void VectorEvaluator::store(Value memory, Value value, const Positions &positions) {
  if (!hasLanes(positions)) {
    memref::StoreOp::create(build(), loc, value, memory, indicesOf(positions));
    return;
  }
  Value mask = maskOf(positions);
  value = broadcast(value);
  if (!areNeighbours(memory, positions)) {
    Value indices = linearIndices(memory, positions);
    vector::ScatterOp::create(build(), loc, /*resultType=*/Type(), flatView(build(), loc, memory),
                              ValueRange{constant(0)}, indices, mask ? mask : fullMask(), value);
  } else if (mask) {
    vector::MaskedStoreOp::create(build(), loc, memory, indicesOf(positions), mask, value);
  } else {
    vector::StoreOp::create(build(), loc, value, memory, indicesOf(positions));
  }
}

} // namespace weir::cpu

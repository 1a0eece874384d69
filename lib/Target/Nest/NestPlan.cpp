// Finds the loops of a kernel, its nests, and what each nest iterates outermost and along vectors.
#include "lib/Target/Nest/NestPlan.h"

#include "dialects/Kernel/Kernel.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace weir::nest {

/// The one loop that indexes a dimension, if its position is just that.
static std::optional<unsigned> onlyDim(AffineExpr position) {
  if (auto dim = dyn_cast<AffineDimExpr>(position))
    return dim.getPosition();
  return std::nullopt;
}

linalg::GenericOp producerOf(Value value) {
  while (auto moved = value.getDefiningOp<OffsetSizeAndStrideOpInterface>())
    value = moved->getOperand(0);
  return value.getDefiningOp<linalg::GenericOp>();
}

bool liesInMemory(Value value) {
  if (auto copy = value.getDefiningOp<linalg::GenericOp>(); copy && linalg::isaCopyOpInterface(copy))
    value = copy.getInputs()[0];
  if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>()) {
    ArrayRef<int64_t> steps = slice.getStaticStrides();
    bool areNeighbours =
        !steps.empty() && steps.back() == 1 && slice.getSourceType().getRank() == slice.getType().getRank();
    value = areNeighbours ? slice.getSource() : value;
  }
  return isa<BlockArgument>(value);
}

bool readsInsertions(func::FuncOp kernel) { return !kernel.getBody().front().getOps<tensor::InsertSliceOp>().empty(); }

bool NestPlan::isNest(func::FuncOp kernel) {
  return llvm::all_of(kernel.getBody().front().without_terminator(), [](Operation &op) {
    return isa<linalg::GenericOp, linalg::FillOp, tensor::EmptyOp, tensor::DimOp, tensor::InsertSliceOp,
               tensor::ExtractSliceOp>(op) ||
           (op.getNumRegions() == 0 && !isa_and_present<tensor::TensorDialect, linalg::LinalgDialect>(op.getDialect()));
  });
}

NestPlan::NestPlan(func::FuncOp kernel) {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>())
    generics.push_back(generic);
  llvm::append_range(results, kernel.getBody().front().getTerminator()->getOperands());
  numberLoops();
  findExtents();
  formNests();
}

Value NestPlan::output(unsigned number) const { return results[number]; }

/// Loops of generics have the numbers that lowering found by iteration rules. Others are of one generic alone, or of a
/// result that no generic makes, such as a fill or an operand unchanged.
void NestPlan::numberLoops() {
  int next = 0;
  auto numbersOf = [](linalg::GenericOp generic) -> ArrayRef<int64_t> {
    auto attribute = generic->getAttrOfType<DenseI64ArrayAttr>(kernel::kLoopsAttr);
    return attribute ? attribute.asArrayRef() : ArrayRef<int64_t>();
  };
  for (linalg::GenericOp generic : generics)
    for (int64_t number : numbersOf(generic))
      next = std::max(next, static_cast<int>(number) + 1);
  for (linalg::GenericOp generic : generics) {
    SmallVector<int> &own = loopsOfGeneric[generic];
    llvm::append_range(own, numbersOf(generic));
    own.resize(generic.getNumLoops(), -1);
    for (auto [loop, iterator] : llvm::zip(own, generic.getIteratorTypesArray())) {
      loop = loop < 0 ? next++ : loop;
      if (iterator == utils::IteratorType::reduction)
        reduced.insert(loop);
    }
  }
  for (Value result : results) {
    SmallVector<int> &own = loopsOfOutput.emplace_back();
    auto producer = result.getDefiningOp<linalg::GenericOp>();
    if (!producer) {
      llvm::append_range(own,
                         llvm::seq(next, next + static_cast<int>(cast<RankedTensorType>(result.getType()).getRank())));
      next += own.size();
      continue;
    }
    AffineMap written = producer.getIndexingMapMatchingResult(cast<OpResult>(result));
    for (AffineExpr position : written.getResults())
      own.push_back(loopOf(producer, *onlyDim(position)));
  }
}

int NestPlan::loopOf(linalg::GenericOp generic, unsigned dim) const { return loopsOfGeneric.at(generic)[dim]; }

/// Makes one loop another, unless a generic has both.
void NestPlan::join(int loop, int other) {
  auto hasBoth = [&](const auto &entry) {
    return llvm::is_contained(entry.second, loop) && llvm::is_contained(entry.second, other);
  };
  if (llvm::any_of(loopsOfGeneric, hasBoth))
    return;
  for (auto &[generic, loops] : loopsOfGeneric)
    llvm::replace(loops, other, loop);
}

std::optional<int64_t> NestPlan::knownExtent(int loop) const {
  Extent extent = extentOf(loop);
  auto type = cast<RankedTensorType>(extent.tensor.getType());
  return type.isDynamicDim(extent.dim) ? std::nullopt : std::optional(type.getDimSize(extent.dim));
}

std::optional<int64_t> NestPlan::knownPoints(ArrayRef<int> loops) const {
  int64_t points = 1;
  for (int loop : loops) {
    std::optional<int64_t> known = knownExtent(loop);
    if (!known)
      return std::nullopt;
    points *= *known;
  }
  return points;
}

void NestPlan::findExtents() {
  auto offer = [&](int loop, Value tensor, int64_t dim) {
    Extent &known = extents[loop];
    auto isStatic = [](Extent extent) {
      return extent.tensor && !cast<RankedTensorType>(extent.tensor.getType()).isDynamicDim(extent.dim);
    };
    auto isOperand = [](Extent extent) { return isa_and_present<BlockArgument>(extent.tensor); };
    Extent offered{tensor, dim};
    bool better = !known.tensor || (isStatic(offered) && !isStatic(known)) ||
                  (isOperand(offered) && !isOperand(known) && !isStatic(known));
    if (better)
      known = offered;
  };
  for (linalg::GenericOp generic : generics)
    for (OpOperand &operand : generic->getOpOperands()) {
      AffineMap map = generic.getMatchingIndexingMap(&operand);
      for (auto [d, position] : llvm::enumerate(map.getResults()))
        if (std::optional<unsigned> dim = onlyDim(position))
          offer(loopOf(generic, *dim), operand.get(), d);
    }
  for (unsigned i = 0; i < results.size(); ++i)
    for (auto [d, loop] : llvm::enumerate(loopsOfOutput[i]))
      offer(loop, output(i), d);
}

/// The generics that one reads, but for numbers that each result can compute for itself.
llvm::SmallSetVector<Operation *, 4> NestPlan::producersOf(Operation *generic) const {
  llvm::SmallSetVector<Operation *, 4> producers;
  generic->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (linalg::GenericOp producer = producerOf(operand); producer && !numbers.contains(producer))
        producers.insert(producer);
  });
  return producers;
}

/// Whether all loops of one result are loops of the other.
bool NestPlan::haveCommonLoops(unsigned output, unsigned other) const {
  auto isWithin = [&](ArrayRef<int> loops, ArrayRef<int> others) {
    return llvm::all_of(loops, [&](int loop) { return knownExtent(loop) == 1 || llvm::is_contained(others, loop); });
  };
  return isWithin(outputLoops(output), outputLoops(other)) || isWithin(outputLoops(other), outputLoops(output));
}

/// Where nothing is reduced, results with loops of their own, such as a value and a slice of it, would only keep each
/// other from going along memory: each computes what it needs.
SmallVector<Nest> NestPlan::apartByLoops(const Nest &nest) const {
  SmallVector<std::pair<Nest, llvm::DenseSet<Operation *>>> apart; // with the generics behind each
  for (unsigned number : nest.outputs) {
    llvm::DenseSet<Operation *> behind;
    SmallVector<Operation *> found{output(number).getDefiningOp()};
    while (!found.empty())
      if (Operation *generic = found.pop_back_val(); behind.insert(generic).second)
        llvm::append_range(found, producersOf(generic));
    auto fits = [&](const auto &entry) {
      return llvm::all_of(entry.first.outputs, [&](unsigned other) { return haveCommonLoops(number, other); }) &&
             llvm::any_of(behind, [&](Operation *generic) { return entry.second.contains(generic); });
    };
    auto *home = llvm::find_if(apart, fits);
    if (home == apart.end())
      home = &apart.emplace_back();
    home->first.outputs.push_back(number);
    home->second.insert(behind.begin(), behind.end());
  }
  return llvm::map_to_vector(apart, [](const auto &entry) { return entry.first; });
}

void NestPlan::formNests() {
  // Results are of one nest if they are computed from a common generic. Not so from a single number that each can
  // compute for itself, as the count of steps of an optimizer.
  llvm::EquivalenceClasses<Operation *> connected;
  for (linalg::GenericOp generic : generics) {
    connected.insert(generic);
    llvm::SmallSetVector<Operation *, 4> producers = producersOf(generic);
    if (generic.getNumLoops() == 0 && producers.empty())
      numbers.insert(generic);
    for (Operation *producer : producers)
      connected.unionSets(generic, producer);
  }
  auto membersOf = [&](Operation *leader) {
    return llvm::filter_to_vector(generics, [&](auto generic) { return connected.isEquivalent(leader, generic); });
  };
  llvm::MapVector<Operation *, Nest> byLeader;
  for (unsigned i = 0; i < results.size(); ++i) {
    Operation *producer = output(i).getDefiningOp<linalg::GenericOp>();
    if (producer)
      byLeader[connected.getLeaderValue(producer)].outputs.push_back(i);
    else
      all.emplace_back().outputs.push_back(i);
  }
  for (auto &[leader, nest] : byLeader) {
    auto reduces = [](linalg::GenericOp generic) { return generic.getNumReductionLoops() > 0; };
    bool isOne = nest.outputs.size() == 1 || llvm::any_of(membersOf(leader), reduces);
    llvm::append_range(all, isOne ? SmallVector<Nest>{nest} : apartByLoops(nest));
  }
  for (Nest &nest : all) {
    SmallVector<linalg::GenericOp> members;
    if (Operation *producer = output(nest.outputs[0]).getDefiningOp<linalg::GenericOp>())
      members = membersOf(producer);
    llvm::copy_if(members, std::back_inserter(nest.reductions),
                  [](linalg::GenericOp generic) { return generic.getNumReductionLoops() > 0; });
    chooseRows(nest);
    findContraction(nest);
    chooseLane(nest, members);
    joinReductionsWithLane(nest, members);
    findDots(nest);
  }
}

/// A row is finished before the next begins, so that what is reduced for it is reduced once.
void NestPlan::chooseRows(Nest &nest) {
  auto isInOutput = [&](unsigned number, int loop) { return llvm::is_contained(loopsOfOutput[number], loop); };
  auto isInResult = [&](linalg::GenericOp reduction, int loop) {
    return llvm::any_of(reduction.getIndexingMapsArray().back().getResults(), [&](AffineExpr position) {
      return loopOf(reduction, cast<AffineDimExpr>(position).getPosition()) == loop;
    });
  };
  for (int loop : loopsOfOutput[nest.outputs[0]]) {
    bool everywhere = llvm::all_of(nest.outputs, [&](unsigned number) { return isInOutput(number, loop); }) &&
                      llvm::all_of(nest.reductions, [&](auto reduction) { return isInResult(reduction, loop); });
    if (everywhere && !reduced.contains(loop) && !llvm::is_contained(nest.rows, loop))
      nest.rows.push_back(loop);
  }
}

/// How many dimensions a tensor has without the last ones of size 1.
static size_t dimsBeforeOnes(Value tensor) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tensor.getType()).getShape();
  while (!shape.empty() && shape.back() == 1)
    shape = shape.drop_back();
  return shape.size();
}

/// Where an operand is read, without its last dimensions of size 1.
static ArrayRef<AffineExpr> positionsOf(linalg::GenericOp generic, OpOperand *operand) {
  return generic.getMatchingIndexingMap(operand).getResults().take_front(dimsBeforeOnes(operand->get()));
}

/// The loop that an operand has innermost, where memory is contiguous; none where that is no loop of its own.
std::optional<int> NestPlan::innermostLoop(linalg::GenericOp generic, OpOperand *operand) const {
  ArrayRef<AffineExpr> positions = positionsOf(generic, operand);
  std::optional<unsigned> dim = positions.empty() ? std::nullopt : onlyDim(positions.back());
  return dim ? std::optional(loopOf(generic, *dim)) : std::nullopt;
}

/// To compare loops by: of no loop -1, of an unknown one 0.
int64_t NestPlan::extentOrNone(std::optional<int> loop) const { return loop ? knownExtent(*loop).value_or(0) : -1; }

/// The longest row, but for the lane, that an operand doesn't depend on.
std::optional<int> NestPlan::rowBeside(const Nest &nest, linalg::GenericOp generic, OpOperand *operand,
                                       int lane) const {
  llvm::SmallDenseSet<int> needed;
  for (AffineExpr position : generic.getMatchingIndexingMap(operand).getResults())
    position.walk([&](AffineExpr part) {
      if (std::optional<unsigned> dim = onlyDim(part))
        needed.insert(loopOf(generic, *dim));
    });
  std::optional<int> beside;
  for (int loop : nest.rows)
    if (loop != lane && !needed.contains(loop) && extentOrNone(loop) > extentOrNone(beside))
      beside = loop;
  return beside;
}

static bool readsElsewhere(linalg::GenericOp generic) {
  auto interrupt = [](tensor::ExtractOp) { return WalkResult::interrupt(); };
  return generic.getBody()->walk(interrupt).wasInterrupted();
}

/// Vectors lie along the longest row that a factor has innermost; the longest other one that this factor does not
/// depend on is shared. Of factors with equal rows, the one beside which most is shared.
void NestPlan::findContraction(Nest &nest) {
  if (nest.reductions.size() != 1 || nest.reductions[0].getNumResults() != 1)
    return;
  linalg::GenericOp generic = nest.reductions[0];
  std::optional<int> lane, shared;
  int64_t factors = 0;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    if (!generic.payloadUsesValueFromOperand(operand))
      continue;
    if (!liesInMemory(operand->get()))
      return;
    ++factors;
    std::optional<int> loop = innermostLoop(generic, operand);
    if (!loop || !llvm::is_contained(nest.rows, *loop))
      continue;
    std::optional<int> beside = rowBeside(nest, generic, operand, *loop);
    if (std::pair(extentOrNone(loop), extentOrNone(beside)) > std::pair(extentOrNone(lane), extentOrNone(shared)))
      lane = loop, shared = beside;
  }
  if (factors < 2 || !lane || readsElsewhere(generic))
    return;
  nest.contraction = generic;
  nest.lane = lane;
  nest.shared = shared;
}

/// A row of numbers for each result, times one that several results share, as of a matrix and a vector.
void NestPlan::findDots(Nest &nest) {
  if (nest.contraction || !nest.lane || llvm::is_contained(nest.rows, *nest.lane) || nest.reductions.size() != 1)
    return;
  linalg::GenericOp generic = nest.reductions[0];
  auto isOfRows = [&](unsigned number) {
    return llvm::all_of(outputLoops(number), [&](int loop) { return llvm::is_contained(nest.rows, loop); });
  };
  if (generic.getNumResults() != 1 || readsElsewhere(generic) || !llvm::all_of(nest.outputs, isOfRows))
    return;
  int64_t factors = 0;
  std::optional<int> shared;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    if (!generic.payloadUsesValueFromOperand(operand))
      continue;
    if (!liesInMemory(operand->get()) || innermostLoop(generic, operand) != nest.lane)
      return;
    ++factors;
    std::optional<int> beside = rowBeside(nest, generic, operand, *nest.lane);
    if (extentOrNone(beside) > extentOrNone(shared))
      shared = beside;
  }
  if (factors < 2 || !shared)
    return;
  nest.dots = generic;
  nest.shared = shared;
}

/// Of loops or dimensions of these sizes, where unknown ones are taken for middling ones.
static double pointsOf(ArrayRef<int64_t> sizes) {
  constexpr double kUnknown = 256;
  double points = 1;
  for (int64_t size : sizes)
    points *= ShapedType::isDynamic(size) ? kUnknown : static_cast<double>(std::max<int64_t>(size, 1));
  return points;
}

void NestPlan::chooseLane(Nest &nest, ArrayRef<linalg::GenericOp> members) {
  if (nest.lane) // as its contraction wants
    return;
  // Elements that are stored one by one cost more than those that are loaded so, of which blocks may be turned.
  constexpr double kStores = 4;
  struct Access {
    SmallVector<int> loops;
    std::optional<int> innermost; ///< the loop along which memory is contiguous
    double points;                ///< how often it happens
  };
  SmallVector<Access> accesses;
  llvm::SmallDenseSet<std::pair<Value, AffineMap>> reads; // what is read twice is loaded once
  for (unsigned number : nest.outputs)
    if (ArrayRef<int> loops = ArrayRef(loopsOfOutput[number]).take_front(dimsBeforeOnes(output(number)));
        !loops.empty())
      accesses.push_back({SmallVector<int>(loops), loops.back(),
                          kStores * pointsOf(cast<RankedTensorType>(output(number).getType()).getShape())});
  for (linalg::GenericOp generic : members)
    for (OpOperand *operand : generic.getDpsInputOperands()) {
      AffineMap map = generic.getMatchingIndexingMap(operand);
      ArrayRef<AffineExpr> positions = positionsOf(generic, operand);
      if (!liesInMemory(operand->get()) || positions.empty() || !reads.insert({operand->get(), map}).second)
        continue;
      Access &access = accesses.emplace_back();
      for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
        if (map.isFunctionOfDim(dim))
          access.loops.push_back(loopOf(generic, dim));
      AffineExpr position = positions.back();
      if (position.getKind() == AffineExprKind::Mod) // the columns of a panel
        position = cast<AffineBinaryOpExpr>(position).getLHS();
      if (std::optional<unsigned> dim = onlyDim(position))
        access.innermost = loopOf(generic, *dim);
      access.points = pointsOf(cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges());
    }
  // Loops of a value behind a slice or a padding are its own: nothing iterates them.
  auto isIterated = [&](int loop) {
    return reduced.contains(loop) ||
           llvm::any_of(nest.outputs, [&](unsigned number) { return llvm::is_contained(loopsOfOutput[number], loop); });
  };
  // What depends on the lane loop, but lies along another, is gathered element by element; what doesn't depend on it is
  // one number. Of loops with as little to gather, the one along which most tensors lie.
  std::pair<double, int64_t> best;
  for (const Access &candidate : accesses) {
    if (!candidate.innermost || !isIterated(*candidate.innermost))
      continue;
    int loop = *candidate.innermost;
    std::pair<double, int64_t> found{0, 0};
    for (const Access &access : accesses)
      if (access.innermost == loop)
        found.second += static_cast<int64_t>(access.loops.size());
      else if (llvm::is_contained(access.loops, loop))
        found.first -= access.points;
    if (!nest.lane || found > best) {
      nest.lane = loop;
      best = found;
    }
  }
}

/// A reduction along the same dimension of an operand that others read along the lane loop goes along it, too: as in
/// x - max(x), where no value connects the two loops.
void NestPlan::joinReductionsWithLane(const Nest &nest, ArrayRef<linalg::GenericOp> members) {
  if (!nest.lane || llvm::is_contained(nest.rows, *nest.lane))
    return;
  llvm::MapVector<std::pair<Value, unsigned>, llvm::SmallSetVector<int, 2>> readers;
  for (linalg::GenericOp generic : members)
    for (OpOperand *operand : generic.getDpsInputOperands())
      for (auto [d, position] : llvm::enumerate(generic.getMatchingIndexingMap(operand).getResults()))
        if (std::optional<unsigned> dim = onlyDim(position); dim && isa<BlockArgument>(operand->get()))
          readers[{operand->get(), d}].insert(loopOf(generic, *dim));
  auto isInResult = [&](int loop) {
    return llvm::any_of(nest.outputs, [&](unsigned number) { return llvm::is_contained(outputLoops(number), loop); });
  };
  for (auto &[dimension, loops] : readers)
    if (loops.contains(*nest.lane))
      for (int loop : loops)
        if (reduced.contains(loop) && !isInResult(loop))
          join(*nest.lane, loop);
}

} // namespace weir::nest

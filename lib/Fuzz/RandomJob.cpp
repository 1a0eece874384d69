// Adds ops to a job, and takes back those whose results can't be judged.
#include "lib/Fuzz/RandomJob.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Verify/JobRuns.h"
#include "lib/Verify/RoundingBounds.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include <cmath>

using namespace mlir;

namespace weir::fuzz {

namespace {

constexpr int kRuns = 3;
constexpr int64_t kMostPoints = 1 << 16;
/// What the values inside of a composite op may take: few of them are larger than its operands and results, and one
/// that is would take minutes before its points are counted.
constexpr int64_t kMostBytes = kMostPoints * 8 * 128;
constexpr double kLargest = 1000;
/// How far rounding may move a number, of itself or of 1.
constexpr double kMostMoved = 0.125;

/// Tails of vectors, sizes of tiles and one off them, and 1.
constexpr int64_t kSizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 19, 31, 33, 64, 65};
constexpr DType kDTypes[] = {DType::F32, DType::F32, DType::F32, DType::F32,  DType::F32,
                             DType::F64, DType::F64, DType::F16, DType::BF16, DType::I64,
                             DType::I64, DType::I32, DType::I8,  DType::U8,   DType::Bool};
constexpr DType kMainDTypes[] = {DType::F32, DType::F32, DType::F32,  DType::F32, DType::F32, DType::F64,
                                 DType::F64, DType::F16, DType::BF16, DType::I64, DType::I32};

constexpr InputRange kRanges[] = {{.least = -2, .most = 2},
                                  {.least = -2, .most = 2},
                                  {.least = 0, .most = 1},
                                  {.least = 1, .most = 4},
                                  {.least = -3, .most = 3, .whole = true},
                                  {.least = 0, .most = 4, .whole = true}};

double pointsOf(const EvalScope &scope) {
  double points = 1;
  for (const Factor &factor : scope.rule.factors)
    points *= static_cast<double>(factor.size.known());
  return points;
}

/// Whether the numbers of a value tell something, and the same in all runs.
bool canBeJudged(ArrayRef<HostTensor> runs) {
  const HostTensor &exact = runs.front();
  if (exact.numElements() > RandomJob::kMostElements)
    return false;
  for (const HostTensor &run : runs) {
    if (run.integers != exact.integers)
      return false;
    for (auto [number, expected] : llvm::zip_equal(run.floats, exact.floats))
      if (!(std::fabs(number) <= kLargest) ||
          !(std::fabs(number - expected) <= kMostMoved * std::max(1.0, std::fabs(expected))))
        return false;
  }
  return true;
}

} // namespace

RandomJob::RandomJob(MLIRContext *context, uint64_t seed)
    : dice(seed), builder(context), seed(seed), disturbance(seed + 1) {
  Location loc = builder.getUnknownLoc();
  module = ModuleOp::create(loc);
  (*module)->setAttr(kSeedAttr, builder.getI64IntegerAttr(static_cast<int64_t>(seed)));
  builder.setInsertionPointToStart(module->getBody());
  job = func::FuncOp::create(builder, loc, "job", builder.getFunctionType({}, {}));
  job->setAttr(kJobAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(job.addEntryBlock());
  for (int i = 0; i < 4; ++i)
    baseSizes.push_back(dice.pick(kSizes));
  dtype = dice.pick(kMainDTypes);
}

DType RandomJob::anyDType() { return dice.oneIn(4) ? dice.pick(kDTypes) : dtype; }

Sizes RandomJob::anyShape(int64_t leastRank, int64_t mostRank) {
  Sizes shape(static_cast<size_t>(dice.from(leastRank, mostRank)));
  for (int64_t &size : shape)
    size = dice.pick(baseSizes);
  for (size_t dim = 0; dim < shape.size() && *checkedNumElements(shape) > kMostElements; ++dim)
    shape[dim] = dice.from(1, 3);
  return shape;
}

Value RandomJob::learn(Value value, const HostTensor &input) {
  known[value] = Runs(kRuns, input);
  given.push_back(value);
  all.push_back(value);
  return value;
}

Value RandomJob::addInput(const StaticMeta &meta, std::optional<InputRange> chosen) {
  if (dice.oneIn(5))
    return addVariable(meta, chosen);
  InputRange range = chosen ? *chosen : dice.pick(kRanges);
  range.number = inputs++;
  unsigned position = job.getNumArguments();
  (void)job.insertArgument(position, typeOf(meta, builder.getContext()), {}, builder.getUnknownLoc());
  job.setArgAttr(position, kInputAttr, range.attribute(builder.getContext()));
  return learn(job.getArgument(position), drawInput(meta, range, seed));
}

Value RandomJob::addVariable(const StaticMeta &meta, std::optional<InputRange> chosen) {
  InputRange range = chosen ? *chosen : dice.pick(kRanges);
  range.number = inputs++;
  OpBuilder outside(job);
  Type type = typeOf(meta, builder.getContext());
  auto variable = VariableOp::create(outside, builder.getUnknownLoc(), "v" + std::to_string(range.number), type,
                                     /*initial=*/nullptr, /*alias=*/nullptr);
  variable->setAttr(kInputAttr, range.attribute(builder.getContext()));
  Value value = ReadOp::create(builder, builder.getUnknownLoc(), type, variable.getSymName());
  return learn(value, drawInput(meta, range, seed));
}

Value RandomJob::addSplat(const StaticMeta &meta, double number) {
  RankedTensorType type = typeOf(meta, builder.getContext());
  Type element = type.getElementType();
  TypedAttr attribute = isFloat(meta.dtype) ? TypedAttr(builder.getFloatAttr(element, number))
                                            : builder.getIntegerAttr(element, static_cast<int64_t>(number));
  auto splat = DenseElementsAttr::get(RankedTensorType::get({}, element), attribute);
  auto added = add(ConstantOp::getOperationName(), {}, builder.getNamedAttr("value", splat), type);
  return added.empty() ? Value() : added.front();
}

Operation *RandomJob::create(StringRef name, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                             RankedTensorType result) {
  auto registered = RegisteredOperationName::lookup(name, builder.getContext());
  if (!registered)
    return nullptr;
  Location loc = FileLineColLoc::get(builder.getContext(), "random", static_cast<unsigned>(opCount + 1), 1);
  DictionaryAttr dictionary = builder.getDictionaryAttr(attributes);
  SmallVector<Type> types;
  if (auto *infer = registered->getInterface<InferTypeOpInterface>()) {
    if (failed(infer->inferReturnTypes(builder.getContext(), loc, operands, dictionary, nullptr, {}, types)))
      return nullptr;
  } else if (result) {
    types.push_back(result);
  } else {
    return nullptr;
  }
  OperationState state(loc, *registered, operands, types, dictionary.getValue());
  Operation *op = builder.create(state);
  if (succeeded(verify(op)))
    return op;
  op->erase();
  return nullptr;
}

AfterOpFn RandomJob::disturbing() {
  return
      [this](Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands, std::vector<HostTensor> &results) {
        disturb(op, scope, operands, results, ownTypesBound, disturbance);
      };
}

bool RandomJob::evaluateRuns(Operation *op) {
  Metas metas = metasOf(op->getOperandTypes());
  Result<EvalScope> scope = wholeScope(op, metas, {}, /*widened=*/true);
  if (!scope)
    return false;
  // Of a composite op, each op that it is made of counts, and is disturbed.
  bool isComposite = isa<DecompositionInterface>(op);
  double points = isComposite ? 0 : pointsOf(*scope);
  AfterOpFn countPoints = [&](Operation *, const EvalScope &inner, ArrayRef<HostTensor>, std::vector<HostTensor> &) {
    points = std::max(points, pointsOf(inner));
  };
  if (points > kMostPoints)
    return false;
  SmallVector<Runs> results(op->getNumResults());
  for (int run = 0; run < kRuns; ++run) {
    SmallVector<HostTensor> operands;
    for (Value operand : op->getOperands())
      operands.push_back(known[operand][run]);
    AfterOpFn afterOp = run > 0 ? disturbing() : countPoints;
    auto found = isComposite
                     ? evaluateComposite(op, operands, {.widened = true, .memoryLimit = kMostBytes, .afterOp = afterOp})
                     : weir::evaluate(op, operands, *scope);
    if (!found || points > kMostPoints)
      return false;
    if (!isComposite)
      afterOp(op, *scope, operands, *found);
    for (auto [runs, tensor] : llvm::zip_equal(results, *found))
      runs.push_back(std::move(tensor));
  }
  if (!llvm::all_of(results, [](const Runs &runs) { return canBeJudged(runs); }))
    return false;
  for (auto [value, runs] : llvm::zip_equal(op->getResults(), results))
    known[value] = std::move(runs);
  return true;
}

SmallVector<Value> RandomJob::add(StringRef name, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                                  RankedTensorType result) {
  Operation *op = create(name, operands, attributes, result);
  if (!op)
    return {};
  if (!evaluateRuns(op)) {
    op->erase();
    return {};
  }
  ++opCount;
  all.append(op->result_begin(), op->result_end());
  return llvm::to_vector_of<Value>(op->getResults());
}

void RandomJob::takeBack(size_t kept) {
  SmallVector<Value> behind(all.begin() + static_cast<ptrdiff_t>(kept), all.end());
  for (Value value : llvm::reverse(behind)) {
    auto result = dyn_cast<OpResult>(value);
    Operation *op = value.getDefiningOp();
    if (!op || isa<ReadOp>(op) || result.getResultNumber() != 0 || !op->use_empty())
      continue;
    for (Value gone : op->getResults()) {
      known.erase(gone);
      llvm::erase(all, gone);
    }
    op->erase();
    --opCount;
  }
}

/// Runs the job so far, which returns the gradients.
bool RandomJob::evaluateGradients(Operation *op) {
  auto terminator = func::ReturnOp::create(builder, op->getLoc(), op->getResults());
  job.setType(builder.getFunctionType(job.getArgumentTypes(), op->getResultTypes()));
  FailureOr<RunnableModule> runnable = RunnableModule::of(*module);
  RunInputs inputs = programInputs(job);
  terminator->erase();
  job.setType(builder.getFunctionType(job.getArgumentTypes(), {}));
  if (failed(runnable))
    return false;
  SmallVector<Runs> results(op->getNumResults());
  for (int run = 0; run < kRuns; ++run) {
    auto outcome =
        runnable->run(job.getSymName(), inputs, {.widened = true, .afterOp = run > 0 ? disturbing() : AfterOpFn()});
    if (!outcome)
      return false;
    for (auto [i, runs] : llvm::enumerate(results))
      runs.push_back((*outcome)[i]);
  }
  if (!llvm::all_of(results, [](const Runs &runs) { return canBeJudged(runs); }))
    return false;
  for (auto [value, runs] : llvm::zip_equal(op->getResults(), results))
    known[value] = std::move(runs);
  return true;
}

SmallVector<Value> RandomJob::addGradient(Value loss, ValueRange wrt) {
  auto op = GradientOp::create(builder, FileLineColLoc::get(builder.getContext(), "random", opCount + 1, 1), loss, wrt);
  if (failed(verify(op)) || !evaluateGradients(op)) {
    op->erase();
    return {};
  }
  ++opCount;
  all.append(op->result_begin(), op->result_end());
  return llvm::to_vector_of<Value>(op->getResults());
}

// Operands.

Value RandomJob::anyOf(ArrayRef<Value> values, llvm::function_ref<bool(const StaticMeta &)> fits) {
  SmallVector<Value> found;
  for (Value value : values)
    if (fits(staticMetaOf(cast<RankedTensorType>(value.getType()))))
      found.push_back(value);
  if (found.empty())
    return nullptr;
  auto count = static_cast<int64_t>(found.size());
  return found[static_cast<size_t>(std::max({dice.below(count), dice.below(count), dice.below(count)}))];
}

Value RandomJob::any(llvm::function_ref<bool(const StaticMeta &)> fits) { return anyOf(all, fits); }
Value RandomJob::anyInput(llvm::function_ref<bool(const StaticMeta &)> fits) { return anyOf(given, fits); }

/// A value of that type that is a cast or a broadcast of one of the program; null if none was found.
Value RandomJob::movedTo(const StaticMeta &meta) {
  RankedTensorType type = typeOf(meta, builder.getContext());
  if (dice.oneIn(2)) {
    Value source = any([&](const StaticMeta &other) { return other.shape == meta.shape && other != meta; });
    auto to = builder.getNamedAttr("to", TypeAttr::get(type.getElementType()));
    auto added = source ? add("weir.cast", source, to) : SmallVector<Value>();
    return added.empty() ? Value() : added.front();
  }
  SmallVector<int64_t> dims;
  Sizes kept;
  for (auto [dim, size] : llvm::enumerate(meta.shape))
    if (dice.oneIn(2)) {
      dims.push_back(static_cast<int64_t>(dim));
      kept.push_back(size);
    }
  if (kept.size() == meta.shape.size())
    return nullptr;
  StaticMeta small{meta.dtype, kept};
  Value source = any([&](const StaticMeta &other) { return other == small; });
  if (!source)
    source = addInput(small);
  auto added = add("weir.broadcast", source, builder.getNamedAttr("dims", builder.getDenseI64ArrayAttr(dims)), type);
  return added.empty() ? Value() : added.front();
}

Value RandomJob::like(const StaticMeta &meta) {
  int64_t way = dice.below(10);
  if (way < 6)
    if (Value found = any([&](const StaticMeta &other) { return other == meta; }))
      return found;
  if (way < 8)
    if (Value made = movedTo(meta))
      return made;
  if (way == 8)
    if (Value splat = addSplat(meta, static_cast<double>(dice.from(0, meta.dtype == DType::Bool ? 1 : 2))))
      return splat;
  return addInput(meta);
}

Value RandomJob::applied(StringRef op, ValueRange operands) {
  auto added = add(op, operands, {});
  return added.empty() ? operands.front() : added.front();
}

Value RandomJob::tame(Value value) {
  StaticMeta meta = staticMetaOf(cast<RankedTensorType>(value.getType()));
  if (meta.dtype == DType::Bool || dice.oneIn(2))
    return addInput(meta);
  if (isFloat(meta.dtype)) {
    bool isSigned = dice.oneIn(2);
    Value wave = applied("weir.sin", value);
    return isSigned ? wave : applied("weir.exp", wave);
  }
  return tameInteger(value, meta);
}

Value RandomJob::tameInteger(Value value, const StaticMeta &meta) {
  Value splat = addSplat(meta, static_cast<double>(dice.oneIn(2) ? 1 : dice.pick(baseSizes)));
  if (!splat)
    return value;
  return applied(dice.oneIn(2) ? "weir.bitwise_or" : "weir.remainder", {value, splat});
}

// Results.

void RandomJob::assignVariables() {
  for (auto variable : module->getOps<VariableOp>()) {
    if (dice.oneIn(2))
      continue;
    StaticMeta meta = staticMetaOf(cast<RankedTensorType>(variable.getTypeAttr().getValue()));
    Value value = any([&](const StaticMeta &other) { return other == meta; });
    AssignOp::create(builder, builder.getUnknownLoc(), variable.getSymName(), value);
  }
}

OwningOpRef<ModuleOp> RandomJob::finish() {
  SmallVector<Value> results;
  for (Value value : all)
    if (value.getDefiningOp() && (value.use_empty() || dice.oneIn(8)))
      results.push_back(value);
  assignVariables();
  func::ReturnOp::create(builder, builder.getUnknownLoc(), results);
  job.setType(builder.getFunctionType(job.getArgumentTypes(), ValueRange(results).getTypes()));
  return std::move(module);
}

} // namespace weir::fuzz

// Tracing into a module: its variables and jobs. Their ops are in TraceOps.cpp.
#include "lib/Compiler/TraceState.h"

#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Repetition.h"

#include "mlir/IR/Verifier.h"

#include <limits>

using namespace mlir;

namespace weir {

static std::string describe(const TraceLocation &where) {
  if (where.file.empty())
    return "";
  return " (" + where.file + ":" + std::to_string(where.line) +
         (where.function.empty() ? "" : ", in " + where.function) + ")";
}

Failure failAt(const TraceLocation &where, std::string_view subject, const std::string &rule) {
  return Failure{std::string(subject) + ": " + rule + describe(where)};
}

TraceBuilder::State::State() : context(ReusedContext::Threading::DISABLED), builder(context.get()) {
  context->loadAllAvailableDialects();
}

Location TraceBuilder::State::location(const TraceLocation &where) {
  Location place = UnknownLoc::get(context.get());
  if (!where.file.empty())
    place = FileLineColLoc::get(context.get(), where.file, where.line, where.column);
  if (!where.function.empty())
    place = NameLoc::get(builder.getStringAttr(where.function), place);
  if (!layer.empty())
    place = NameLoc::get(builder.getStringAttr(kLayerPrefix + layer), place);
  return place;
}
TraceBuilder::Value TraceBuilder::State::number(mlir::Value value) {
  return number(value, metaOf(cast<RankedTensorType>(value.getType())).shape);
}
TraceBuilder::Value TraceBuilder::State::number(mlir::Value value, Shape shape) {
  values.push_back(value);
  named.push_back(std::move(shape));
  return static_cast<Value>(values.size() - 1);
}
Result<SmallVector<mlir::Value>> TraceBuilder::State::lookUp(std::span<const Value> numbers, std::string_view subject,
                                                             const TraceLocation &where) const {
  SmallVector<mlir::Value> found;
  for (Value number : numbers) {
    if (number == kAbsent)
      continue;
    if (!job)
      return failAt(where, subject, "expects a job to have begun");
    if (number >= values.size())
      return failAt(where, subject, "expects values of this job, got number " + std::to_string(number));
    found.push_back(values[number]);
  }
  return found;
}
TraceBuilder::TraceBuilder(std::string_view moduleName) {
  state = std::make_unique<State>();
  state->module =
      ModuleOp::create(UnknownLoc::get(state->context.get()), StringRef(moduleName.data(), moduleName.size()));
}

TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder &&) noexcept = default;

// variables

std::optional<Failure> TraceBuilder::addVariable(std::string_view name, const TensorMeta &meta,
                                                 std::string_view aliasOf, const TraceLocation &where) {
  return state->addVariable(name, meta, aliasOf, /*isCarried=*/false, where);
}

std::optional<Failure> TraceBuilder::addCarried(std::string_view name, const TensorMeta &meta,
                                                const TraceLocation &where) {
  return state->addVariable(name, meta, "", /*isCarried=*/true, where);
}

std::optional<Failure> TraceBuilder::State::addVariable(std::string_view name, const TensorMeta &meta,
                                                        std::string_view aliasOf, bool isCarried,
                                                        const TraceLocation &where) {
  RankedTensorType type = typeOf(meta, context.get());
  if (!isStatic(meta.shape))
    return failAt(where, "weir.variable", "expects a static shape, got " + toString(meta));
  if (VariableOp known = this->variable(name)) {
    if (known.getTypeAttr().getValue() == type && known.getCarried() == isCarried)
      return std::nullopt;
    return failAt(where, "weir.variable",
                  "expects one type for " + std::string(name) + ", got " +
                      toString(metaOf(cast<RankedTensorType>(known.getTypeAttr().getValue()))) + " and " +
                      toString(meta));
  }
  OpBuilder::InsertionGuard guard(builder);
  if (firstJob)
    builder.setInsertionPoint(firstJob);
  else
    builder.setInsertionPointToEnd(module->getBody());
  FlatSymbolRefAttr alias;
  if (!aliasOf.empty())
    alias = FlatSymbolRefAttr::get(context.get(), StringRef(aliasOf.data(), aliasOf.size()));
  variables[StringRef(name.data(), name.size())] =
      VariableOp::create(builder, location(where), builder.getStringAttr(std::string(name)), TypeAttr::get(type),
                         /*initial=*/ElementsAttr(), alias, isCarried ? builder.getUnitAttr() : UnitAttr());
  return std::nullopt;
}

Result<TraceBuilder::Value> TraceBuilder::read(std::string_view variable, const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "weir.read", "expects a job to have begun");
  if (auto known = state->reads.find(variable); known != state->reads.end())
    return known->second;
  VariableOp declared = state->variable(variable);
  if (!declared)
    return failAt(where, "weir.read", "expects a variable of the module, got " + std::string(variable));
  OpBuilder::InsertionGuard guard(state->builder);
  if (state->lastRead)
    state->builder.setInsertionPointAfter(state->lastRead);
  else
    state->builder.setInsertionPointToStart(&state->job.getBody().front());
  auto op =
      ReadOp::create(state->builder, state->location(where), declared.getTypeAttr().getValue(), declared.getSymName());
  state->lastRead = op;
  Value number = state->number(op);
  state->reads.emplace(variable, number);
  return number;
}

std::optional<Failure> TraceBuilder::assign(std::string_view variable, Value value, const TraceLocation &where) {
  auto found = state->lookUp({&value, 1}, "weir.assign", where);
  if (!found)
    return found.failure();
  VariableOp declared = state->variable(variable);
  if (!declared)
    return failAt(where, "weir.assign", "expects a variable of the module, got " + std::string(variable));
  if (state->assigned.contains(variable))
    return failAt(where, "weir.assign",
                  "expects at most one value for " + std::string(variable) + " in a job, got two");
  auto type = cast<RankedTensorType>((*found)[0].getType());
  auto expected = cast<RankedTensorType>(declared.getTypeAttr().getValue());
  if (type != expected)
    return failAt(where, "weir.assign",
                  "expects " + std::string(variable) + " to get a " + toString(metaOf(expected)) + ", got " +
                      toString(metaOf(type)));
  AssignOp::create(state->builder, state->location(where), declared.getSymName(), (*found)[0]);
  state->assigned.emplace(variable, (*found)[0]);
  return std::nullopt;
}

// jobs

std::optional<Failure> TraceBuilder::beginJob(std::string_view name, int64_t repeat, const TraceLocation &where) {
  if (repeat < 1 || repeat > std::numeric_limits<int32_t>::max())
    return failAt(where, "func.func",
                  "expects a job to repeat a positive number of times, got " + std::to_string(repeat));
  auto failure = state->beginJob(name, where);
  if (!failure && repeat > 1)
    state->job->setAttr(kRepeatAttr, state->builder.getI32IntegerAttr(static_cast<int32_t>(repeat)));
  return failure;
}

std::optional<Failure> TraceBuilder::beginEpilogue(std::string_view name, std::string_view job,
                                                   const TraceLocation &where) {
  StringRef of(job.data(), job.size());
  auto repeated = state->module->lookupSymbol<func::FuncOp>(of);
  if (!repeated || repeatOf(repeated) == 1)
    return failAt(where, "func.func", "expects an epilogue of a job that repeats, got one of " + of.str());
  auto failure = state->beginJob(name, where);
  if (!failure)
    state->job->setAttr(kEpilogueOfAttr, FlatSymbolRefAttr::get(repeated));
  return failure;
}

std::optional<Failure> TraceBuilder::State::beginJob(std::string_view name, const TraceLocation &where) {
  if (job)
    return failAt(where, "func.func",
                  "expects the job before to have ended, got " + std::string(name) + " inside " +
                      job.getSymName().str());
  if (module->lookupSymbol(StringRef(name.data(), name.size())))
    return failAt(where, "func.func", "expects a new name for a job, got " + std::string(name));
  builder.setInsertionPointToEnd(module->getBody());
  job = func::FuncOp::create(builder, location(where), StringRef(name.data(), name.size()),
                             builder.getFunctionType({}, {}));
  if (!firstJob)
    firstJob = job;
  job->setAttr(kJobAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(job.addEntryBlock());
  values.clear();
  named.clear();
  openSizes.clear();
  reads.clear();
  assigned.clear();
  lastRead = nullptr;
  nextOrdinal = checkpoints = 0;
  inCheckpoint = false;
  return std::nullopt;
}

Result<TraceBuilder::Value> TraceBuilder::addInput(std::string_view name, const TensorMeta &meta, bool isSliced,
                                                   const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "func.func", "expects a job to have begun");
  if (isSliced && (meta.shape.empty() || !state->job->hasAttr(kRepeatAttr)))
    return failAt(where, "func.func",
                  "expects parts of inputs that have a dimension, of a job that repeats, got " + toString(meta));
  unsigned index = state->job.getNumArguments();
  DictionaryAttr attributes = state->builder.getDictionaryAttr(
      state->builder.getNamedAttr("weir.name", state->builder.getStringAttr(std::string(name))));
  RankedTensorType type = typeOf({meta.dtype, state->opened(meta.shape)}, state->context.get());
  if (failed(state->job.insertArgument(index, type, attributes, state->location(where))))
    return failAt(where, "func.func", "expects an input that the job can take, got " + toString(meta));
  if (isSliced)
    state->job.setArgAttr(index, kSlicedAttr, state->builder.getUnitAttr());
  mlir::Value input = state->job.getArgument(index);
  state->readSizes(input, meta.shape);
  return state->number(input, meta.shape);
}

std::optional<Failure> TraceBuilder::donateInputs(const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "func.func", "expects a job to have begun");
  for (unsigned i = 0; i < state->job.getNumArguments(); ++i)
    state->job.setArgAttr(i, kDonatedAttr, state->builder.getUnitAttr());
  return std::nullopt;
}

std::optional<Failure> TraceBuilder::endJob(std::span<const Value> results, std::span<const std::string> names,
                                            const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "func.return", "expects a job to have begun");
  auto found = state->lookUp(results, "func.return", where);
  if (!found)
    return found.failure();
  if (names.size() != results.size())
    return failAt(where, "func.return",
                  "expects one name per result, got " + std::to_string(names.size()) + " for " +
                      std::to_string(results.size()));
  func::ReturnOp::create(state->builder, state->location(where), *found);
  SmallVector<Type> inputs(state->job.getArgumentTypes());
  state->job.setType(state->builder.getFunctionType(inputs, ValueRange(*found).getTypes()));
  for (auto [index, name] : llvm::enumerate(names)) {
    state->job.setResultAttr(index, "weir.name", state->builder.getStringAttr(name));
    if (state->job->hasAttr(kRepeatAttr))
      state->job.setResultAttr(index, kStackedAttr, state->builder.getUnitAttr());
  }
  state->job = nullptr;
  state->values.clear();
  state->named.clear();
  return std::nullopt;
}

void TraceBuilder::checkpoint(bool begins) {
  state->checkpoints += begins;
  state->inCheckpoint = begins;
}

void TraceBuilder::setLayer(std::string_view path) { state->layer = path; }

Result<std::vector<TraceBuilder::Value>> TraceBuilder::gradient(Value loss, std::span<const Value> wrt,
                                                                const TraceLocation &where) {
  auto foundLoss = state->lookUp({&loss, 1}, "weir.gradient", where);
  auto foundWrt = state->lookUp(wrt, "weir.gradient", where);
  if (!foundLoss || !foundWrt)
    return foundLoss ? foundWrt.failure() : foundLoss.failure();
  auto op = GradientOp::create(state->builder, state->location(where), (*foundLoss)[0], *foundWrt);
  if (std::optional<std::string> error = state->verifyOne(op)) {
    op->erase();
    return failAt(where, "weir.gradient", *error);
  }
  std::vector<Value> numbers;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), wrt))
    numbers.push_back(state->number(result, Shape(state->named[value])));
  return numbers;
}

TensorMeta TraceBuilder::meta(Value value) const {
  return {metaOf(cast<RankedTensorType>(state->values[value].getType())).dtype, state->named[value]};
}

Result<std::string> TraceBuilder::finish() {
  if (state->job)
    return Failure{"module: expects every job to have ended, got " + state->job.getSymName().str() + " open"};
  if (std::optional<std::string> error = state->verifyOne(*state->module))
    return Failure{"module: " + *error};
  std::string text;
  llvm::raw_string_ostream stream(text);
  state->module->print(stream, OpPrintingFlags().enableDebugInfo(/*enable=*/true, /*prettyForm=*/false));
  return text;
}

} // namespace weir

// Tracing into a module. Everything an op must obey is asked of its record: inference, operand count, attribute names.
#include "lib/Compiler/TraceBuilder.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Repetition.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Compiler/Register.h"

#include "llvm/ADT/StringMap.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

#include <limits>
#include <map>
#include <stdexcept>

using namespace mlir;

namespace weir {

namespace {

std::string describe(const TraceLocation &where) {
  if (where.file.empty())
    return "";
  return " (" + where.file + ":" + std::to_string(where.line) +
         (where.function.empty() ? "" : ", in " + where.function) + ")";
}

Failure failAt(const TraceLocation &where, std::string_view subject, const std::string &rule) {
  return Failure{std::string(subject) + ": " + rule + describe(where)};
}

/// Whether an op takes as many operands of one kind as it is given.
bool takesAnyNumber(RegisteredOperationName name) {
  return name.hasTrait<OpTrait::VariadicOperands>() && !name.hasTrait<ResultSized>();
}

/// The number of operands that the op's class prescribes; of an op with trailing sizes, those before them.
unsigned prescribedOperands(OperationName name) {
  auto has = [&]<unsigned n>() {
    return name.hasTrait<OpTrait::NOperands<n>::template Impl>() ||
           name.hasTrait<OpTrait::AtLeastNOperands<n>::template Impl>();
  };
  auto find = [&]<unsigned... n>(std::integer_sequence<unsigned, n...>) {
    unsigned found = 0;
    ((has.template operator()<n + 2>() ? found = n + 2 : 0), ...);
    return found;
  };
  if (name.hasTrait<OpTrait::OneOperand>() || name.hasTrait<OpTrait::AtLeastNOperands<1>::Impl>())
    return 1;
  return find(std::make_integer_sequence<unsigned, 15>());
}

/// On ops with optional operands: which of them are there.
constexpr StringLiteral kPresent = "present";

bool hasOptionalOperands(RegisteredOperationName name) {
  return llvm::any_of(name.getAttributeNames(), [](StringAttr known) { return known == kPresent; });
}

NamedAttribute present(std::span<const TraceBuilder::Value> operands, size_t required, Builder &builder) {
  SmallVector<int64_t> numbers;
  for (size_t i = required; i < operands.size(); ++i)
    if (operands[i] != TraceBuilder::kAbsent)
      numbers.push_back(static_cast<int64_t>(i - required));
  return builder.getNamedAttr(kPresent, builder.getDenseI64ArrayAttr(numbers));
}

} // namespace

struct TraceBuilder::State {
  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;

  llvm::StringMap<VariableOp> variables;
  Operation *firstJob = nullptr; // which variables stand before

  // The job being built.
  func::FuncOp job;
  SmallVector<mlir::Value> values;
  std::map<std::string, Value, std::less<>> reads;
  std::map<std::string, mlir::Value, std::less<>> assigned;
  Operation *lastRead = nullptr;
  int64_t nextOrdinal = 0;
  int64_t checkpoints = 0; // begun so far
  bool inCheckpoint = false;

  explicit State(const DialectRegistry &registry)
      : context(registry, MLIRContext::Threading::DISABLED), builder(&context) {
    context.loadAllAvailableDialects();
  }

  Location location(const TraceLocation &where) {
    Location place = UnknownLoc::get(&context);
    if (!where.file.empty())
      place = FileLineColLoc::get(&context, where.file, where.line, where.column);
    if (!where.function.empty())
      place = NameLoc::get(builder.getStringAttr(where.function), place);
    return place;
  }

  Value number(mlir::Value value) {
    values.push_back(value);
    return static_cast<Value>(values.size() - 1);
  }

  Result<SmallVector<mlir::Value>> lookUp(std::span<const Value> numbers, std::string_view subject,
                                          const TraceLocation &where) {
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

  std::optional<Failure> addVariable(std::string_view name, const TensorMeta &meta, std::string_view aliasOf,
                                     bool isCarried, const TraceLocation &where);
  std::optional<Failure> beginJob(std::string_view name, const TraceLocation &where);

  VariableOp variable(std::string_view name) { return variables.lookup(StringRef(name.data(), name.size())); }

  Result<Attribute> attribute(const TraceAttribute &value);
  Result<SmallVector<NamedAttribute>> attributes(const TraceAttributes &given, RegisteredOperationName info,
                                                 std::optional<TensorMeta> &sized);
  Result<Metas> infer(RegisteredOperationName info, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                      const std::optional<TensorMeta> &sized);

  /// Verifies `op` alone; the first error's text without the op's name, if there is one.
  std::optional<std::string> verifyOne(Operation *op) {
    std::string diagnostic;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &error) {
      if (diagnostic.empty() && error.getSeverity() == DiagnosticSeverity::Error)
        diagnostic = error.str();
      return success();
    });
    if (succeeded(mlir::verify(op, /*verifyRecursively=*/true)))
      return std::nullopt;
    StringRef text = diagnostic;
    if (text.consume_front("'"))
      text = text.split("' op ").second;
    return text.str();
  }
};

TraceBuilder::TraceBuilder(std::string_view moduleName) {
  DialectRegistry registry;
  registerWeir(registry);
  state = std::make_unique<State>(registry);
  state->module = ModuleOp::create(UnknownLoc::get(&state->context), StringRef(moduleName.data(), moduleName.size()));
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
  RankedTensorType type = typeOf(meta, &context);
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
    alias = FlatSymbolRefAttr::get(&context, StringRef(aliasOf.data(), aliasOf.size()));
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
  if (failed(state->job.insertArgument(index, typeOf(meta, &state->context), attributes, state->location(where))))
    return failAt(where, "func.func", "expects an input that the job can take, got " + toString(meta));
  if (isSliced)
    state->job.setArgAttr(index, kSlicedAttr, state->builder.getUnitAttr());
  return state->number(state->job.getArgument(index));
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
  return std::nullopt;
}

// ops

Result<TraceBuilder::Value> TraceBuilder::constant(const TensorMeta &meta, std::span<const uint8_t> bytes,
                                                   const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "weir.constant", "expects a job to have begun");
  Result<int64_t> expected = checkedNumBytes(meta.shape, meta.dtype);
  if (!expected)
    return failAt(where, "weir.constant", expected.message());
  int64_t given = static_cast<int64_t>(bytes.size());
  if (given != *expected && given != byteSize(meta.dtype))
    return failAt(where, "weir.constant",
                  "expects " + std::to_string(*expected) + " bytes or one element for " + toString(meta) + ", got " +
                      std::to_string(given));
  RankedTensorType type = typeOf(meta, &state->context);
  DenseElementsAttr elements;
  if (meta.dtype == DType::Bool) {
    SmallVector<bool> bits(bytes.begin(), bytes.end());
    elements = DenseElementsAttr::get(type, ArrayRef<bool>(bits));
  } else {
    elements = DenseElementsAttr::getFromRawBuffer(type, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  }
  auto op = ConstantOp::create(state->builder, state->location(where), type, elements, ValueRange());
  return state->number(op);
}

Result<Attribute> TraceBuilder::State::attribute(const TraceAttribute &value) {
  if (auto *flag = std::get_if<bool>(&value))
    return *flag ? Attribute(builder.getUnitAttr()) : Attribute();
  if (auto *number = std::get_if<int64_t>(&value))
    return Attribute(builder.getI64IntegerAttr(*number));
  if (auto *number = std::get_if<double>(&value))
    return Attribute(builder.getF64FloatAttr(*number));
  if (auto *text = std::get_if<std::string>(&value))
    return Attribute(builder.getStringAttr(*text));
  if (auto *numbers = std::get_if<std::vector<int64_t>>(&value))
    return Attribute(builder.getDenseI64ArrayAttr(*numbers));
  if (auto *numbers = std::get_if<std::vector<double>>(&value))
    return Attribute(builder.getDenseF64ArrayAttr(*numbers));
  if (auto *dtype = std::get_if<DType>(&value))
    return Attribute(TypeAttr::get(elementType(*dtype, &context)));
  const EnumCase &enumCase = std::get<EnumCase>(value);
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) { return success(); });
  Attribute parsed = parseAttribute("#weir<" + enumCase.attribute + " " + enumCase.name + ">", &context);
  if (!parsed)
    return Failure{"expects a case of " + enumCase.attribute + ", got '" + enumCase.name + "'"};
  return parsed;
}

Result<SmallVector<NamedAttribute>> TraceBuilder::State::attributes(const TraceAttributes &given,
                                                                    RegisteredOperationName info,
                                                                    std::optional<TensorMeta> &sized) {
  SmallVector<NamedAttribute> attributes;
  auto isKnown = [&](StringRef name) {
    return llvm::any_of(info.getAttributeNames(), [&](StringAttr known) { return known == name; });
  };
  bool hasOrdinal = false;
  for (const auto &[name, value] : given) {
    if (sized && name == "shape" && std::holds_alternative<std::vector<int64_t>>(value)) {
      sized->shape = fromMarked(std::get<std::vector<int64_t>>(value));
      continue;
    }
    if (sized && name == "dtype" && std::holds_alternative<DType>(value)) {
      sized->dtype = std::get<DType>(value);
      continue;
    }
    if (!isKnown(name))
      return Failure{"expects attributes of its record, got '" + name + "'"};
    hasOrdinal |= name == "ordinal";
    Result<Attribute> made = attribute(value);
    if (!made)
      return made.failure();
    if (*made)
      attributes.push_back(builder.getNamedAttr(name, *made));
  }
  if (!hasOrdinal && isKnown("ordinal"))
    attributes.push_back(builder.getNamedAttr("ordinal", builder.getI64IntegerAttr(nextOrdinal)));
  return attributes;
}

Result<Metas> TraceBuilder::State::infer(RegisteredOperationName info, ValueRange operands,
                                         ArrayRef<NamedAttribute> attributes, const std::optional<TensorMeta> &sized) {
  auto *semantics = info.getInterface<SemanticsInterface>();
  if (!semantics)
    return Failure{"expects an op whose results can be inferred"};
  unsigned prescribed = prescribedOperands(info);
  bool isEnough = hasOptionalOperands(info) ? operands.size() >= prescribed : operands.size() == prescribed;
  if (!isEnough && !takesAnyNumber(info))
    return Failure{"expects " + std::to_string(prescribed) + " operand" + (prescribed == 1 ? "" : "s") + ", got " +
                   std::to_string(operands.size())};
  Attributes plain = plainAttributes(builder.getDictionaryAttr(attributes));
  if (sized) {
    plain.set("shape", sized->shape);
    plain.set("dtype", sized->dtype);
    if (Result<int64_t> bytes = checkedNumBytes(sized->shape, sized->dtype); !bytes)
      return bytes.failure();
  }
  // Inference takes the record's attributes for granted; a caller may have left one out or given another kind.
  try {
    return semantics->inferResults(metasOf(operands.getTypes()), plain);
  } catch (const std::out_of_range &) {
    return Failure{"expects all required attributes of its record, got fewer"};
  } catch (const std::bad_variant_access &) {
    return Failure{"expects attributes of the kinds in its record, got another kind"};
  }
}

Result<std::vector<TraceBuilder::Value>> TraceBuilder::op(std::string_view name, std::span<const Value> operands,
                                                          const TraceAttributes &given, const TraceLocation &where) {
  auto found = state->lookUp(operands, name, where);
  if (!found)
    return found.failure();
  if (!state->job)
    return failAt(where, name, "expects a job to have begun");
  auto info = RegisteredOperationName::lookup(StringRef(name.data(), name.size()), &state->context);
  if (!info)
    return failAt(where, name, "expects an op that Weir has");

  std::optional<TensorMeta> sized;
  if (info->hasTrait<ResultSized>())
    sized = TensorMeta{found->empty() ? DType::F32 : metaOf(cast<RankedTensorType>((*found)[0].getType())).dtype, {}};
  auto attributes = state->attributes(given, *info, sized);
  if (!attributes)
    return failAt(where, name, attributes.message());
  if (hasOptionalOperands(*info))
    attributes->push_back(present(operands, prescribedOperands(*info), state->builder));
  Result<Metas> metas = state->infer(*info, *found, *attributes, sized);
  if (!metas)
    return failAt(where, name, metas.message());

  OperationState operation(state->location(where), *info);
  operation.addOperands(*found);
  operation.addAttributes(*attributes);
  if (state->inCheckpoint)
    operation.addAttribute("weir.checkpoint", state->builder.getI64IntegerAttr(state->checkpoints - 1));
  for (const TensorMeta &meta : *metas)
    operation.addTypes(typeOf(meta, &state->context));
  Operation *op = state->builder.create(operation);
  if (std::optional<std::string> error = state->verifyOne(op)) {
    op->erase();
    return failAt(where, name, *error);
  }
  if (op->hasAttr("ordinal"))
    ++state->nextOrdinal;
  std::vector<Value> numbers;
  for (mlir::Value result : op->getResults())
    numbers.push_back(state->number(result));
  return numbers;
}

void TraceBuilder::checkpoint(bool begins) {
  state->checkpoints += begins;
  state->inCheckpoint = begins;
}

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
  for (mlir::Value result : op->getResults())
    numbers.push_back(state->number(result));
  return numbers;
}

TensorMeta TraceBuilder::meta(Value value) const {
  return metaOf(cast<RankedTensorType>(state->values[value].getType()));
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

// Ops of a trace. Everything an op must obey is asked of its record: inference, operand count, attribute names.
#include "lib/Compiler/TraceState.h"

#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"

#include <stdexcept>

using namespace mlir;

namespace weir {

namespace {

/// How many operands an op's class prescribes, and whether there may be more.
struct OperandCount {
  explicit OperandCount(RegisteredOperationName name) {
    if (name.hasTrait<OpTrait::OneOperand>())
      number = 1;
    hasMore = name.hasTrait<OpTrait::VariadicOperands>();
    find(name, std::make_integer_sequence<unsigned, 16>());
    hasMore &= !name.hasTrait<ResultSized>(); // those are sizes
  }

  unsigned number = 0;
  bool hasMore;

private:
  template <unsigned... n> void find(RegisteredOperationName name, std::integer_sequence<unsigned, n...>) {
    (found<n + 1>(name), ...);
  }
  template <unsigned n> void found(RegisteredOperationName name) {
    bool isLeast = name.hasTrait<OpTrait::AtLeastNOperands<n>::template Impl>();
    if constexpr (n > 1)
      number = name.hasTrait<OpTrait::NOperands<n>::template Impl>() ? n : number;
    number = isLeast ? n : number;
    hasMore |= isLeast;
  }
};

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

Result<TraceBuilder::Value> TraceBuilder::constant(const TensorMeta &meta, std::span<const uint8_t> bytes,
                                                   const TraceLocation &where) {
  if (!state->job)
    return failAt(where, "weir.constant", "expects a job to have begun");
  Shape shape = state->opened(meta.shape);
  Result<int64_t> expected = isStatic(shape) ? checkedNumBytes(shape, meta.dtype) : byteSize(meta.dtype);
  if (!expected)
    return failAt(where, "weir.constant", expected.message());
  int64_t given = static_cast<int64_t>(bytes.size());
  if (given != *expected && given != byteSize(meta.dtype))
    return failAt(where, "weir.constant",
                  "expects " + std::to_string(*expected) + " bytes or one element for " +
                      toString(TensorMeta{meta.dtype, shape}) + ", got " + std::to_string(given));
  constexpr size_t kLargeConstant = 1 << 12; // which stays in its context
  if (bytes.size() > kLargeConstant)
    state->context.giveUp();
  RankedTensorType type = typeOf({meta.dtype, shape}, state->context.get());
  RankedTensorType held = isStatic(shape) ? type : RankedTensorType::get({}, type.getElementType());
  DenseElementsAttr elements;
  if (meta.dtype == DType::Bool) {
    SmallVector<bool> bits(bytes.begin(), bytes.end());
    elements = DenseElementsAttr::get(held, ArrayRef<bool>(bits));
  } else {
    elements = DenseElementsAttr::getFromRawBuffer(held, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  }
  auto op = ConstantOp::create(state->builder, state->location(where), type, elements, state->valuesOf(meta.shape));
  return state->number(op, meta.shape);
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
    return Attribute(TypeAttr::get(elementType(*dtype, context.get())));
  const EnumCase &enumCase = std::get<EnumCase>(value);
  ScopedDiagnosticHandler silence(context.get(), [](Diagnostic &) { return success(); });
  Attribute parsed = parseAttribute("#weir<" + enumCase.attribute + " " + enumCase.name + ">", context.get());
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

Result<Metas> TraceBuilder::State::infer(RegisteredOperationName info, const Metas &operands,
                                         ArrayRef<NamedAttribute> attributes, const std::optional<TensorMeta> &sized) {
  auto *semantics = info.getInterface<SemanticsInterface>();
  if (!semantics)
    return Failure{"expects an op whose results can be inferred"};
  OperandCount prescribed(info);
  if (operands.size() < prescribed.number || (operands.size() > prescribed.number && !prescribed.hasMore))
    return Failure{"expects " + std::to_string(prescribed.number) + " operand" + (prescribed.number == 1 ? "" : "s") +
                   ", got " + std::to_string(operands.size())};
  Attributes plain = plainAttributes(builder.getDictionaryAttr(attributes));
  if (sized) {
    plain.set("shape", sized->shape);
    plain.set("dtype", sized->dtype);
  }
  // Inference takes the record's attributes for granted; a caller may have left one out or given another kind.
  try {
    return semantics->inferResults(operands, plain);
  } catch (const std::out_of_range &) {
    return Failure{"expects all required attributes of its record, got fewer"};
  } catch (const std::bad_variant_access &) {
    return Failure{"expects attributes of the kinds in its record, got another kind"};
  }
}

std::optional<std::string> TraceBuilder::State::verifyOne(Operation *op) {
  std::string diagnostic;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &error) {
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
Result<std::vector<TraceBuilder::Value>> TraceBuilder::op(std::string_view name, std::span<const Value> operands,
                                                          const TraceAttributes &given, const TraceLocation &where) {
  auto found = state->lookUp(operands, name, where);
  if (!found)
    return found.failure();
  if (!state->job)
    return failAt(where, name, "expects a job to have begun");
  auto info = RegisteredOperationName::lookup(StringRef(name.data(), name.size()), state->context.get());
  if (!info)
    return failAt(where, name, "expects an op that Weir has");

  std::optional<TensorMeta> sized;
  if (info->hasTrait<ResultSized>())
    sized = TensorMeta{found->empty() ? DType::F32 : metaOf(cast<RankedTensorType>((*found)[0].getType())).dtype, {}};
  auto attributes = state->attributes(given, *info, sized);
  if (!attributes)
    return failAt(where, name, attributes.message());
  if (hasOptionalOperands(*info))
    attributes->push_back(present(operands, OperandCount(*info).number, state->builder));
  std::optional<TensorMeta> open = sized;
  if (open) {
    open->shape = state->opened(sized->shape);
    if (Result<int64_t> bytes = checkedNumBytes(sized->shape, sized->dtype); isStatic(open->shape) && !bytes)
      return failAt(where, name, bytes.message());
  }
  Result<Metas> metas = state->infer(*info, metasOf(ValueRange(*found).getTypes()), *attributes, open);
  Result<Metas> names = metas ? state->nameSizes(*info, operands, *attributes, sized, *metas) : metas;
  if (!names)
    return failAt(where, name, names.message());

  OperationState operation(state->location(where), *info);
  operation.addOperands(*found);
  if (sized)
    operation.addOperands(state->valuesOf(sized->shape));
  operation.addAttributes(*attributes);
  if (state->inCheckpoint)
    operation.addAttribute("weir.checkpoint", state->builder.getI64IntegerAttr(state->checkpoints - 1));
  for (const TensorMeta &meta : *metas)
    operation.addTypes(typeOf(meta, state->context.get()));
  Operation *op = state->builder.create(operation);
  if (std::optional<std::string> error = state->verifyOne(op)) {
    op->erase();
    return failAt(where, name, *error);
  }
  if (op->hasAttr("ordinal"))
    ++state->nextOrdinal;
  std::vector<Value> numbers;
  for (auto [result, meta] : llvm::zip_equal(op->getResults(), *names)) {
    state->readSizes(result, meta.shape);
    numbers.push_back(state->number(result, meta.shape));
  }
  return numbers;
}

} // namespace weir

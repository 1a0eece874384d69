// Inference of shapes and dtypes behind a C function: checks what strangers give against the op's record, then asks the
// op's own function. python/gen/inference.py makes the table.
#include "include/weir/Compiler/Inference.h"

#include "dialects/Weir/Activation/Ops.h"
#include "dialects/Weir/Compound/Ops.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Layer/Ops.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Loss/Ops.h"
#include "dialects/Weir/Margin/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Normalization/Ops.h"
#include "dialects/Weir/Optim/Ops.h"
#include "dialects/Weir/Random/Ops.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Search/Ops.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Special/Ops.h"
#include "dialects/Weir/Statistics/Ops.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Support/OperandKinds.h"

#include <algorithm>
#include <span>
#include <string>

namespace weir {
namespace {

/// As weir_attribute_kind, and what is given as integers but is a shape.
enum class PlainKind { Flag, Integer, Number, Text, Integers, DType, Shape };

struct AttributeSpec {
  std::string_view name;
  PlainKind kind;
  bool isOptional;
  std::string_view words; ///< that a Text may be, each between bars; none: any
};

struct OpSpec {
  std::string_view name;
  InferResultsFn infer;
  size_t firstOperand, numOperands; ///< of kOperands, those that are always there
  size_t numOptionals;
  bool isVariadic;
  size_t firstAttribute, numAttributes; ///< of kAttributes
};

#include "lib/Compiler/Inference.inc"

static_assert(kDynamic == WEIR_UNKNOWN_SIZE);

Result<DType> dtypeOf(int64_t given) {
  if (given < WEIR_F64 || given > WEIR_BOOL)
    return Failure{"expects a dtype of weir_dtype, got " + std::to_string(given)};
  return static_cast<DType>(given);
}

std::optional<Failure> checkRank(int64_t rank) {
  if (rank < 0 || rank > WEIR_MAX_RANK)
    return Failure{"expects at most " + std::to_string(WEIR_MAX_RANK) + " dimensions, got " + std::to_string(rank)};
  return std::nullopt;
}

std::optional<Failure> checkSizes(std::span<const DimSize> shape) {
  for (DimSize size : shape)
    if (size.knownOr(0) < 0)
      return Failure{"expects sizes of at least 0, or WEIR_UNKNOWN_SIZE, got " + toString(size)};
  return std::nullopt;
}

Result<TensorMeta> metaOf(const weir_meta &given) {
  Result<DType> dtype = dtypeOf(given.dtype);
  if (!dtype)
    return dtype.failure();
  if (auto failure = checkRank(given.rank))
    return *failure;
  TensorMeta meta{*dtype, fromMarked({given.shape, static_cast<size_t>(given.rank)})};
  if (auto failure = checkSizes(meta.shape))
    return *failure;
  return meta;
}

Result<Metas> operandMetas(const OpSpec &op, std::span<const weir_meta> operands) {
  size_t most = op.isVariadic ? operands.size() : op.numOperands + op.numOptionals;
  size_t least = op.numOperands; // a variadic one stands for one at least
  if (operands.size() < least || operands.size() > most)
    return Failure{"expects " + std::to_string(least) + (most > least ? " or more" : "") + " operands, got " +
                   std::to_string(operands.size())};
  Metas metas;
  for (size_t i = 0; i < operands.size(); ++i) {
    Result<TensorMeta> meta = metaOf(operands[i]);
    if (!meta)
      return Failure{"operand #" + std::to_string(i) + ": " + meta.message()};
    metas.push_back(std::move(*meta));
    OperandKind kind = i < op.numOperands ? kOperands[op.firstOperand + i] : OperandKind::Any;
    if (!isOfKind(metas[i].dtype, kind))
      return Failure{"expects operand #" + std::to_string(i) + " to be of " + std::string(name(kind)) + ", got " +
                     std::string(name(metas[i].dtype))};
  }
  return metas;
}

PlainKind givenAs(PlainKind kind) { return kind == PlainKind::Shape ? PlainKind::Integers : kind; }

/// The value of an attribute of this kind, `given` as that kind is.
Result<AttributeValue> valueOf(const weir_attribute &given, PlainKind kind) {
  switch (kind) {
  case PlainKind::Flag:
    return AttributeValue(given.integer != 0);
  case PlainKind::Integer:
    return AttributeValue(given.integer);
  case PlainKind::Number:
    return AttributeValue(given.number);
  case PlainKind::Text:
    return given.text ? Result<AttributeValue>(std::string(given.text)) : Failure{"expects a text, got none"};
  case PlainKind::Integers:
  case PlainKind::Shape:
    if (given.integer < 0 || (given.integer > 0 && !given.integers))
      return Failure{"expects integers and how many, got " + std::to_string(given.integer)};
    if (kind == PlainKind::Shape)
      return AttributeValue(fromMarked({given.integers, static_cast<size_t>(given.integer)}));
    return AttributeValue(std::vector<int64_t>(given.integers, given.integers + given.integer));
  case PlainKind::DType:
    if (Result<DType> dtype = dtypeOf(given.integer))
      return AttributeValue(*dtype);
    else
      return dtype.failure();
  }
  return Failure{"expects a kind of weir_attribute_kind, got " + std::to_string(given.kind)};
}

Result<Attributes> attributesOf(const OpSpec &op, std::span<const weir_attribute> given) {
  std::span specs = std::span(kAttributes).subspan(op.firstAttribute, op.numAttributes);
  Attributes attributes;
  for (const weir_attribute &attribute : given) {
    std::string name = attribute.name ? attribute.name : "";
    auto spec = std::find_if(specs.begin(), specs.end(), [&](const AttributeSpec &each) { return each.name == name; });
    if (spec == specs.end() || attributes.has(name))
      return Failure{"expects its attributes, each once, got '" + name + "'"};
    if (static_cast<int>(givenAs(spec->kind)) != static_cast<int>(attribute.kind))
      return Failure{"expects attribute '" + name + "' of kind " +
                     std::to_string(static_cast<int>(givenAs(spec->kind))) + ", got " + std::to_string(attribute.kind)};
    Result<AttributeValue> value = valueOf(attribute, spec->kind);
    if (!value)
      return Failure{"attribute '" + name + "': " + value.message()};
    if (!spec->words.empty() && spec->words.find("|" + std::get<std::string>(*value) + "|") == std::string_view::npos)
      return Failure{"expects attribute '" + name + "' to be a word of " + std::string(spec->words) + ", got '" +
                     std::get<std::string>(*value) + "'"};
    // A flag that is off is not there, as in the IR.
    if (spec->kind != PlainKind::Flag || attribute.integer)
      attributes.set(name, *std::move(value));
  }
  for (const AttributeSpec &spec : specs)
    if (!spec.isOptional && !attributes.has(std::string(spec.name)))
      return Failure{"expects attribute '" + std::string(spec.name) + "', got none"};
  return attributes;
}

Result<Metas> infer(std::string_view name, std::span<const weir_meta> operands,
                    std::span<const weir_attribute> attributes) {
  const auto *op = std::lower_bound(std::begin(kOps), std::end(kOps), name,
                                    [](const OpSpec &each, std::string_view wanted) { return each.name < wanted; });
  if (op == std::end(kOps) || op->name != name)
    return Failure{"expects the name of an op with inference"};
  Result<Metas> metas = operandMetas(*op, operands);
  if (!metas)
    return metas;
  Result<Attributes> values = attributesOf(*op, attributes);
  if (!values)
    return values.failure();
  Result<Metas> results = op->infer(*metas, *values);
  for (size_t i = 0; results && i < results->size(); ++i) {
    const Shape &shape = (*results)[i].shape;
    std::optional<Failure> failure = checkRank(static_cast<int64_t>(shape.size()));
    if (!failure)
      failure = checkSizes(shape);
    if (failure)
      return Failure{"result #" + std::to_string(i) + ": " + failure->message};
  }
  return results;
}

weir_meta plain(const TensorMeta &meta) {
  weir_meta result = {static_cast<weir_dtype>(meta.dtype), static_cast<int32_t>(meta.shape.size()), {}};
  std::ranges::copy(marked(meta.shape), result.shape);
  return result;
}

} // namespace
} // namespace weir

weir_status *weir_infer(const char *op, const weir_meta *operands, size_t num_operands,
                        const weir_attribute *attributes, size_t num_attributes, weir_meta *results, size_t *count) {
  std::string name = op ? op : "";
  auto fail = [&](const std::string &message) {
    return weir_status_create(WEIR_INVALID_ARGUMENT, (name + ": " + message).c_str());
  };
  weir::Result<weir::Metas> metas = weir::infer(name, {operands, num_operands}, {attributes, num_attributes});
  if (!metas)
    return fail(metas.message());
  size_t room = *count;
  *count = metas->size();
  if (room < metas->size())
    return fail("expects room for " + std::to_string(metas->size()) + " results, got " + std::to_string(room));
  std::transform(metas->begin(), metas->end(), results, weir::plain);
  return nullptr;
}

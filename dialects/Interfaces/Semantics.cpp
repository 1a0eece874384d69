// Conversions between MLIR's types and attributes and the plain data of lib/Support, and what follows from them.
#include "dialects/Interfaces/Semantics.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/TensorTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace weir {

std::optional<DType> dtypeOf(Type type) {
  if (type.isF64())
    return DType::F64;
  if (type.isF32())
    return DType::F32;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isSignlessInteger(64))
    return DType::I64;
  if (type.isSignlessInteger(32))
    return DType::I32;
  if (type.isSignlessInteger(8))
    return DType::I8;
  if (type.isUnsignedInteger(8))
    return DType::U8;
  if (type.isSignlessInteger(1))
    return DType::Bool;
  return std::nullopt;
}

Type elementType(DType dtype, MLIRContext *context) {
  Builder builder(context);
  switch (dtype) {
  case DType::F64:
    return builder.getF64Type();
  case DType::F32:
    return builder.getF32Type();
  case DType::F16:
    return builder.getF16Type();
  case DType::BF16:
    return builder.getBF16Type();
  case DType::I64:
    return builder.getI64Type();
  case DType::I32:
    return builder.getI32Type();
  case DType::I8:
    return builder.getI8Type();
  case DType::U8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case DType::Bool:
    return builder.getI1Type();
  }
  llvm_unreachable("every dtype has a type");
}

TensorMeta metaOf(RankedTensorType type) {
  TensorMeta meta;
  meta.dtype = dtypeOf(type.getElementType()).value_or(DType::F32);
  for (int64_t size : type.getShape())
    meta.shape.push_back(dimSize(size));
  return meta;
}

StaticMeta staticMetaOf(RankedTensorType type) { return knownMeta(metaOf(type)); }

RankedTensorType typeOf(const TensorMeta &meta, MLIRContext *context) {
  SmallVector<int64_t> shape;
  for (DimSize size : meta.shape)
    shape.push_back(typeSize(size));
  return RankedTensorType::get(shape, elementType(meta.dtype, context));
}

Metas metasOf(TypeRange types) {
  Metas metas;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      metas.push_back(metaOf(tensor));
  return metas;
}

static std::optional<AttributeValue> plainValue(Attribute attribute) {
  if (isa<UnitAttr>(attribute))
    return true;
  if (auto value = dyn_cast<BoolAttr>(attribute))
    return value.getValue();
  if (auto value = dyn_cast<IntegerAttr>(attribute))
    return value.getValue().getSExtValue();
  if (auto value = dyn_cast<FloatAttr>(attribute))
    return value.getValueAsDouble();
  if (auto elements = dyn_cast<SplatElementsAttr>(attribute))
    return plainValue(elements.getSplatValue<Attribute>());
  if (auto value = dyn_cast<StringAttr>(attribute))
    return value.getValue().str();
  if (auto value = dyn_cast<DenseI64ArrayAttr>(attribute))
    return std::vector<int64_t>(value.asArrayRef());
  if (auto value = dyn_cast<TypeAttr>(attribute))
    if (std::optional<DType> dtype = dtypeOf(value.getValue()))
      return *dtype;
  return std::nullopt;
}

Attributes plainAttributes(DictionaryAttr attributes) {
  Attributes plain;
  for (NamedAttribute attribute : attributes)
    if (std::optional<AttributeValue> value = plainValue(attribute.getValue()))
      plain.set(attribute.getName().str(), std::move(*value));
  return plain;
}

Attributes plainAttributes(Operation *op) {
  Attributes plain = plainAttributes(op->getAttrDictionary());
  if (op->hasTrait<ResultSized>()) {
    TensorMeta meta = metaOf(cast<RankedTensorType>(op->getResult(0).getType()));
    plain.set("shape", meta.shape);
    plain.set("dtype", meta.dtype);
  }
  return plain;
}

bool isOneOf(Attribute attribute, ArrayRef<StringRef> words) {
  return llvm::is_contained(words, cast<StringAttr>(attribute).getValue());
}

FailureOr<IterationRule> iterationRuleOf(Operation *op) {
  Result<IterationRule> rule = cast<SemanticsInterface>(op).iterationRule(
      metasOf(op->getOperandTypes()), metasOf(op->getResultTypes()), plainAttributes(op));
  if (!rule)
    return op->emitOpError(rule.message());
  return std::move(*rule);
}

LogicalResult verifySemantics(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(verifyTensor(op, type, "operand #" + Twine(index))))
      return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(verifyTensor(op, type, "result #" + Twine(index))))
      return failure();

  Metas actual = metasOf(op->getResultTypes());
  Result<Metas> inferred =
      cast<SemanticsInterface>(op).inferResults(metasOf(op->getOperandTypes()), plainAttributes(op));
  if (!inferred)
    return op->emitOpError(inferred.message());
  for (size_t i = 0; i < actual.size(); ++i) {
    const TensorMeta &expected = (*inferred)[i];
    bool fits = expected.dtype == actual[i].dtype && expected.shape.size() == actual[i].shape.size();
    for (size_t d = 0; fits && d < expected.shape.size(); ++d)
      fits = mayEqual(expected.shape[d], actual[i].shape[d]);
    if (!fits)
      return op->emitOpError("expects result #")
             << i << " to be " << toString(expected) << ", got " << toString(actual[i]);
  }
  return success();
}

LogicalResult inferReturnTypes(InferResultsFn infer, MLIRContext *context, std::optional<Location> location,
                               ValueRange operands, DictionaryAttr attributes, SmallVectorImpl<Type> &inferred) {
  Result<Metas> results = infer(metasOf(operands.getTypes()), plainAttributes(attributes));
  if (!results)
    return emitOptionalError(location, results.message());
  for (const TensorMeta &meta : *results)
    inferred.push_back(typeOf(meta, context));
  return success();
}

LogicalResult verifyResultSized(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t given = llvm::count_if(op->getOperandTypes(), [](Type type) { return type.isIndex(); });
  if (given != static_cast<int64_t>(type.getNumDynamicDims()))
    return op->emitOpError("expects one size operand per `?` of its result, got ")
           << given << " for " << type.getNumDynamicDims();
  return success();
}

} // namespace weir

#include "dialects/Interfaces/Semantics.cpp.inc"

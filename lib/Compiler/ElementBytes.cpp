// Dense attributes and resources to bytes.
#include "lib/Compiler/ElementBytes.h"

#include "dialects/Interfaces/Semantics.h"
#include "lib/Support/HostMemory.h"

#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;

namespace weir {

uint64_t bitsOf(Attribute number) {
  if (auto real = dyn_cast<FloatAttr>(number))
    return real.getValue().bitcastToAPInt().getZExtValue();
  return cast<IntegerAttr>(number).getValue().getZExtValue();
}

bool isZero(ElementsAttr elements) { return elements.isSplat() && bitsOf(elements.getSplatValue<Attribute>()) == 0; }

FailureOr<std::vector<uint8_t>> elementBytes(ElementsAttr elements, ShapedType type, mlir::Location loc) {
  TensorMeta meta = metaOf(RankedTensorType::get(type.getShape(), type.getElementType()));
  Result<int64_t> size = checkedNumBytes(meta.shape, meta.dtype);
  if (!size)
    return emitError(loc) << size.message();
  if (auto failure = checkHostMemory("elements of a " + toString(meta), *size))
    return emitError(loc) << failure->message;
  std::vector<uint8_t> bytes(static_cast<size_t>(*size));
  auto element = static_cast<size_t>(byteSize(meta.dtype));
  if (elements.isSplat()) {
    uint64_t bits = bitsOf(elements.getSplatValue<Attribute>());
    for (size_t at = 0; at < bytes.size(); at += element)
      std::memcpy(&bytes[at], &bits, element); // little-endian, as all targets are
    return bytes;
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(elements); dense && meta.dtype == DType::Bool) {
    llvm::copy(dense.getValues<bool>(), bytes.begin());
    return bytes;
  }
  ArrayRef<char> data;
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    data = dense.getRawData();
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      data = blob->getData();
  }
  if (data.size() != bytes.size())
    return emitError(loc) << "expects " << bytes.size() << " bytes of elements for " << type << ", got " << data.size();
  llvm::copy(data, bytes.begin()); // of nothing, memcpy would take no null
  return bytes;
}

} // namespace weir

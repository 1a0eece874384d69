// Weir's tensors have one of its dtypes, a bounded rank and a byte size that fits.
#include "dialects/Interfaces/TensorTypes.h"

#include "dialects/Interfaces/Semantics.h"

using namespace mlir;

namespace weir {

LogicalResult verifyTensor(Operation *op, Type type, const Twine &role) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  if (!dtypeOf(tensor.getElementType()))
    return op->emitOpError("expects ") << role << " to have one of the element types f64 f32 f16 bf16 i64 i32 i8 ui8 "
                                       << "i1, got " << tensor.getElementType();
  if (tensor.getRank() > kMaxRank)
    return op->emitOpError("expects at most ") << kMaxRank << " dimensions, got " << tensor.getRank() << " in " << role;
  TensorMeta meta = metaOf(tensor);
  if (isStatic(meta.shape)) {
    Result<int64_t> bytes = checkedNumBytes(meta.shape, meta.dtype);
    if (!bytes)
      return op->emitOpError(bytes.message()) << " in " << role;
  }
  return success();
}

} // namespace weir

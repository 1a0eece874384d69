// Elements that the IR holds, as host tensors.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Status.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"

namespace weir {

/// The elements of `value`, in its own shape, or just the one of a splat.
Result<HostTensor> elementsOf(mlir::ElementsAttr value, DType dtype);

/// Fails where the machine's memory can't hold it.
Result<HostTensor> zerosOf(StaticMeta meta);

/// A tensor of `meta` from elements of that shape or from a splat of any shape. Fails as zerosOf does.
Result<HostTensor> tensorOf(mlir::ElementsAttr value, StaticMeta meta);

} // namespace weir

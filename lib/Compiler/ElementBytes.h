// The elements of an attribute as the bytes that storage holds.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <cstdint>
#include <vector>

namespace weir {

/// Row-major, a bool as one byte. One element that stands for all is repeated to the shape of `type`.
mlir::FailureOr<std::vector<uint8_t>> elementBytes(mlir::ElementsAttr elements, mlir::ShapedType type,
                                                   mlir::Location loc);

/// Whether all elements are the number whose bits are zero.
bool isZero(mlir::ElementsAttr elements);

/// The bits of a number, as low bits of 64.
uint64_t bitsOf(mlir::Attribute number);

} // namespace weir

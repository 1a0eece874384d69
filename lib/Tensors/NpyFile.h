// Tensors as NumPy's .npy files hold them. Knows no MLIR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Status.h"

#include <cstdint>
#include <span>

namespace weir {

/// The tensor of a file's bytes. NumPy has no bf16: see readInputs for what becomes of one.
Result<HostTensor> parseNpy(std::span<const uint8_t> bytes);

/// The bytes of a file; a bf16 tensor becomes one of f32.
std::vector<uint8_t> npyBytes(const HostTensor &tensor);

} // namespace weir

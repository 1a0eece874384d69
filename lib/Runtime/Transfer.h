// Copies from one device to another in the order of both.
#pragma once

#include "lib/Runtime/Tensor.h"

namespace weir {

/// All elements, between tensors of one shape and dtype on two devices. Where something under way on one of them uses
/// its tensor, the copy takes its turn on both and the caller doesn't wait; where the host has the address of one, he
/// does.
Status transfer(const weir_tensor &source, const weir_tensor &target);

} // namespace weir

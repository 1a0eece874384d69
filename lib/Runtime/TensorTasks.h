// Copies and fills in the order of the host's program: where something under way uses a tensor they wait for their
// turn, and the caller doesn't wait for them.
#pragma once

#include "lib/Runtime/Tensor.h"

namespace weir {

/// More than this is not copied for the sake of returning early.
inline constexpr int64_t kMostCopiedBytes = 64 << 20;

/// All elements, between tensors of one shape and dtype whose devices are one, or both of the host's memory. What went
/// wrong with the source is returned, or told to those who read the target.
Status copyInTurn(const weir_tensor &source, const weir_tensor &target);
/// Sets all elements to the one whose bytes `bits` begins with.
Status fillInTurn(const weir_tensor &tensor, uint64_t bits);
/// Elements of the host's memory in row-major order, which may change when this has returned.
Status writeInTurn(const weir_tensor &tensor, const void *elements);

/// What keeps the tensor's elements from being read by one who was submitted at some time (TaskFailure::now).
std::shared_ptr<const TaskFailure> failureToRead(const weir_tensor &tensor, uint64_t submitted);

/// What has been written whole makes good for what went wrong before.
void makeGood(const weir_tensor &tensor);
/// Nothing is written to the tensor, as what was to be has failed: once that has been seen, it is what it was before.
void leaveAsBefore(const weir_tensor &target, std::shared_ptr<const TaskFailure> failed);

// At once, when nobody else uses the elements, and beside what programs do: on a stream of their own.

/// Elements of the host's memory in row-major order into a dense tensor.
Status copyToDevice(const weir_tensor &tensor, const void *elements, int64_t bytes);
/// Of the tensor's memory, from an address on.
Status copyToHost(const weir_tensor &tensor, const void *place, void *elements, int64_t bytes);

} // namespace weir

/* Copies and fills of strided regions on a GPU: the source of CopyKernels.inc, which is PTX as a string, made by
 *   tools/dev/ptx lib/Runtime/Device/Cuda/CopyKernels.c
 * A test compiles this for the host and runs it. */
#include "lib/Runtime/Device/Cuda/CopyKernels.h"

#define COPY_KERNEL(bytes, type)                                                                                       \
  WEIR_GPU_KERNEL void weir_copy_##bytes(struct weir_copy_words words) {                                               \
    int64_t index = WEIR_GPU_INDEX;                                                                                    \
    if (index >= words.count)                                                                                          \
      return;                                                                                                          \
    int64_t source = 0, target = 0;                                                                                    \
    for (int64_t d = words.rank; d-- > 0;) {                                                                           \
      int64_t at = index % words.sizes[d];                                                                             \
      index /= words.sizes[d];                                                                                         \
      source += at * words.source_strides[d];                                                                          \
      target += at * words.target_strides[d];                                                                          \
    }                                                                                                                  \
    *(type *)(words.target + target) = words.source ? *(const type *)(words.source + source) : (type)words.value;      \
  }

COPY_KERNEL(1, uint8_t)
COPY_KERNEL(2, uint16_t)
COPY_KERNEL(4, uint32_t)
COPY_KERNEL(8, uint64_t)

/* Copies and fills of strided regions on a GPU, and what looks for faults of a run: the source of CopyKernels.inc,
 * which is PTX as a string, made by the test that says when it is stale. Another compiles this for the host and runs
 * it. */
#include "lib/Runtime/Device/Cuda/CopyKernels.h"

#define COPY_KERNEL(bytes, type)                                                                                       \
  WEIR_GPU_KERNEL void weir_copy_##bytes(struct weir_copy_words words) {                                               \
    int64_t index = WEIR_GPU_INDEX;                                                                                    \
    if (index >= words.count || (words.stop && *(const int32_t *)words.stop))                                          \
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

/* Whether one of the records has a code. */
WEIR_GPU_KERNEL void weir_gather_faults(struct weir_gather_words words) {
  int64_t index = WEIR_GPU_INDEX;
  if (index < words.count && ((const weir_fault *)words.records)[index].code != 0)
    *(int32_t *)words.stop = 1;
}

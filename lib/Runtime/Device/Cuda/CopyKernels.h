/* The parameters of the kernels in CopyKernels.c, in words of 64 bits. Plain C, for the host too. */
#ifndef WEIR_RUNTIME_DEVICE_CUDA_COPYKERNELS_H
#define WEIR_RUNTIME_DEVICE_CUDA_COPYKERNELS_H

#include "include/weir/Runtime/KernelAbi.h"

#include <stdint.h>

#define WEIR_COPY_MAX_RANK 16

struct weir_copy_words {
  uint64_t source; /* an address; 0: every element is `value` */
  uint64_t target;
  uint64_t value;
  uint64_t stop; /* an address, as in KernelAbi.h, or 0 */
  int64_t count; /* of elements; one thread each */
  int64_t rank;
  int64_t sizes[WEIR_COPY_MAX_RANK], source_strides[WEIR_COPY_MAX_RANK], target_strides[WEIR_COPY_MAX_RANK]; /* bytes */
};

struct weir_gather_words {
  uint64_t stop;
  uint64_t records; /* of weir_fault */
  int64_t count;    /* one thread each */
};

#ifdef __NVPTX__
#define WEIR_GPU_KERNEL __attribute__((nvptx_kernel))
#define WEIR_GPU_INDEX                                                                                                 \
  ((int64_t)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#endif

#endif

/* The runtime's copy kernels for the host: a thread's index is a variable. */
#include <stdint.h>

int64_t weir_fake_index;
#define WEIR_GPU_KERNEL
#define WEIR_GPU_INDEX weir_fake_index
#include "lib/Runtime/Device/Cuda/CopyKernels.c"

/* The contract between compiled kernels and whoever launches them. Plain C; a change here is a new WEIR_KERNEL_ABI.
 *
 * A kernel is two functions. `prepare` runs on the host once per set of shapes and says how the work is cut into tiles;
 * `run` computes a range of tiles. Tiles are independent, may run in any order and on any worker, and their number and
 * meaning depend on sizes alone, never on the number of workers, so results don't either. */
#ifndef WEIR_RUNTIME_KERNELABI_H
#define WEIR_RUNTIME_KERNELABI_H

#include <stdint.h>

#define WEIR_KERNEL_ABI 1
#define WEIR_MAX_LAUNCH_SCALARS 16

/* What `prepare` decides. */
typedef struct weir_launch {
  int64_t tiles;                            /* `run` is called for tiles [0, tiles) */
  int64_t scratch_bytes;                    /* private memory of each worker, 64-byte aligned, contents undefined */
  int64_t workspace_bytes;                  /* memory shared by all tiles of one launch */
  int64_t scalars[WEIR_MAX_LAUNCH_SCALARS]; /* for `run`: blocking and the like */
} weir_launch;

/* One launch, as its tiles see it. */
typedef struct weir_call {
  void *const *pointers; /* one per operand, inputs before outputs */
  const int64_t *sizes;  /* per operand its sizes, then its strides in elements; after all operands the host scalars */
  const weir_launch *launch; /* as `prepare` left it */
  void *scratch;             /* this worker's */
  void *workspace;           /* shared by all tiles of this launch */
} weir_call;

/* Filled in by a kernel that finds bad data, e.g. an index out of range. */
typedef struct weir_fault {
  int32_t code;    /* a WEIR_FAULT_* value */
  int32_t ordinal; /* of the op in its group: the key into the kernel's location table */
  int64_t values[2];
} weir_fault;

enum {
  WEIR_FAULT_NONE = 0,
  WEIR_FAULT_INDEX = 1,   /* values: the index, the size it must be below */
  WEIR_FAULT_SIZE = 2,    /* values: the size, the size that was expected */
  WEIR_FAULT_DIVISION = 3 /* an integer divided by 0; no values */
};

/* Both return 0 or the fault's code. */
typedef int32_t (*weir_prepare_fn)(const int64_t *sizes, weir_launch *launch, weir_fault *fault);
typedef int32_t (*weir_run_fn)(const weir_call *call, int64_t first_tile, int64_t count, weir_fault *fault);

#endif

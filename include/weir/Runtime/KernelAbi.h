/* The contract between compiled kernels and whoever launches them. Plain C; a change here is a new WEIR_KERNEL_ABI.
 *
 * A kernel is `prepare` and one to WEIR_MAX_PHASES phases. `prepare` is host code; it runs once per set of shapes and
 * says how each phase is cut into tiles. A phase computes tiles; it starts when all tiles of the phase before it have
 * ended, and what passes between phases lies in the launch's workspace. Tiles of one phase are independent, may run in
 * any order and on any worker, and their number and meaning depend on sizes alone, never on the number of workers, so
 * results don't either.
 *
 * Host code (CPU targets): a phase is a weir_run_fn, which computes a range of tiles.
 *
 * Device code (targets cuda and sim): a phase is an entry function and a tile a block. The grid is one-dimensional,
 * tiles[phase] blocks of as many threads as the artifact says; all shared memory is one dynamic block of the size that
 * the artifact says. The parameters are words of 64 bits, one kernel parameter each, in this order:
 *   - `fault`, the address of a weir_fault in the device's memory, all zero before the launch,
 *   - `workspace`, an address,
 *   - `stop`, the address of an int32_t in the device's memory, or 0,
 *   - the address of each operand, inputs before outputs,
 *   - the table `sizes` as `prepare` sees it,
 *   - weir_launch_plan::scalars, WEIR_MAX_LAUNCH_SCALARS words.
 * Where there is a `stop` that is not 0, a phase does nothing: the run has failed, and what it would write is to keep
 * its bytes. No phase of a launch that has one changes it. A thread that finds bad data replaces fault->code 0 by its
 * code in one atomic step; if it did, it fills in the rest. In both cases it goes on with a value that is safe to use.
 */
#ifndef WEIR_RUNTIME_KERNELABI_H
#define WEIR_RUNTIME_KERNELABI_H

#include <stdint.h>

#define WEIR_KERNEL_ABI 3
#define WEIR_MAX_PHASES 4
#define WEIR_MAX_LAUNCH_SCALARS 16

/* What `prepare` decides; all zero before. */
typedef struct weir_launch_plan {
  int64_t tiles[WEIR_MAX_PHASES];           /* phase p computes tiles [0, tiles[p]) */
  int64_t scratch_bytes;                    /* host code: private memory of each worker, undefined, 64-byte aligned */
  int64_t workspace_bytes;                  /* memory shared by all tiles and phases of one launch, undefined */
  int64_t scalars[WEIR_MAX_LAUNCH_SCALARS]; /* for the phases: blocking and the like */
} weir_launch_plan;

/* One launch, as its tiles see it in host code. */
typedef struct weir_call {
  void *const *pointers; /* one per operand, inputs before outputs */
  const int64_t *sizes;  /* per operand its sizes, then its strides in elements; after all operands the host scalars */
  const weir_launch_plan *launch; /* as `prepare` left it */
  void *scratch;                  /* this worker's */
  void *workspace;                /* shared by all tiles and phases of this launch */
} weir_call;

/* Filled in by a kernel that finds bad data, e.g. an index out of range. */
typedef struct weir_fault {
  int32_t code;    /* a WEIR_FAULT_* value */
  int32_t ordinal; /* of the op in its group: the key into the kernel's location table */
  int64_t values[2];
} weir_fault;

enum {
  WEIR_FAULT_NONE = 0,
  WEIR_FAULT_INDEX = 1,   /* values: the index, the size it must be below; size 0: any index */
  WEIR_FAULT_SIZE = 2,    /* values: the size, the size that was expected */
  WEIR_FAULT_DIVISION = 3 /* an integer divided by 0; no values */
};

/* Both return 0 or the fault's code. */
typedef int32_t (*weir_prepare_fn)(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault);
typedef int32_t (*weir_run_fn)(const weir_call *call, int64_t first_tile, int64_t count, weir_fault *fault);

#endif

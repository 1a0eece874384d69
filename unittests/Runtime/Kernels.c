/* Kernels for the tests of the runtime, compiled to machine code that needs no other code or data. */
#include "include/weir/Runtime/KernelAbi.h"

#define TILE 256
#define KERNEL(name)                                                                                                   \
  int32_t name##_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault);                           \
  int32_t name##_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault)

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/* One tile per TILE elements of a first operand of rank 1. */
static int32_t tiled(const int64_t *sizes, weir_launch_plan *launch) {
  launch->tiles[0] = (sizes[0] + TILE - 1) / TILE;
  launch->scratch_bytes = launch->workspace_bytes = 0;
  return 0;
}

/* out = x + x; sizes: n, stride of x, n, stride of out */
KERNEL(double_f32);
int32_t double_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t double_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *x = call->pointers[0];
  float *out = call->pointers[1];
  const int64_t *s = call->sizes;
  for (int64_t i = first * TILE; i < min(s[0], (first + count) * TILE); ++i)
    out[i * s[3]] = x[i * s[1]] + x[i * s[1]];
  return 0;
}

/* out[i] = how many tiles are computed in one call together with that of i, which takes a while for each */
KERNEL(together_f32);
int32_t together_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t together_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  float *out = call->pointers[1];
  for (int64_t i = first * TILE; i < min(call->sizes[0], (first + count) * TILE); ++i)
    for (volatile int wait = 0; wait < 10; wait = wait + 1)
      out[i * call->sizes[3]] = (float)count;
  return 0;
}

/* out = a + b */
KERNEL(add_f32);
int32_t add_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  if (sizes[2] != sizes[0]) {
    fault->code = WEIR_FAULT_SIZE;
    fault->ordinal = 0;
    fault->values[0] = sizes[2];
    fault->values[1] = sizes[0];
    return WEIR_FAULT_SIZE;
  }
  return tiled(sizes, launch);
}
int32_t add_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *a = call->pointers[0], *b = call->pointers[1];
  float *out = call->pointers[2];
  const int64_t *s = call->sizes;
  for (int64_t i = first * TILE; i < min(s[0], (first + count) * TILE); ++i)
    out[i * s[5]] = a[i * s[1]] + b[i * s[3]];
  return 0;
}

/* w -= g, where it is */
KERNEL(subtract_f32);
int32_t subtract_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t subtract_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  float *w = call->pointers[0];
  const float *g = call->pointers[1];
  for (int64_t i = first * TILE; i < min(call->sizes[0], (first + count) * TILE); ++i)
    w[i] -= g[i];
  return 0;
}

/* out[i] = table[index[i]]; sizes: index, table, out */
KERNEL(gather_f32);
int32_t gather_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t gather_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const int64_t *index = call->pointers[0];
  const float *table = call->pointers[1];
  float *out = call->pointers[2];
  for (int64_t i = first * TILE; i < min(call->sizes[0], (first + count) * TILE); ++i) {
    if (index[i] < 0 || index[i] >= call->sizes[2]) {
      fault->code = WEIR_FAULT_INDEX;
      fault->ordinal = 1;
      fault->values[0] = index[i];
      fault->values[1] = call->sizes[2];
      return WEIR_FAULT_INDEX;
    }
    out[i] = table[index[i]];
  }
  return 0;
}

/* out[tile] = sum of the tile's elements of x, in the order of their places, by way of scratch; sizes: x, out */
KERNEL(partial_sums_f32);
int32_t partial_sums_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  tiled(sizes, launch);
  launch->scratch_bytes = TILE * sizeof(float);
  launch->workspace_bytes = launch->tiles[0] * (int64_t)sizeof(float);
  return 0;
}
int32_t partial_sums_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *x = call->pointers[0];
  float *out = call->pointers[1], *scratch = call->scratch, *workspace = call->workspace;
  for (int64_t tile = first; tile < first + count; ++tile) {
    int64_t length = min(TILE, call->sizes[0] - tile * TILE);
    for (int64_t i = 0; i < length; ++i)
      scratch[i] = x[tile * TILE + i];
    workspace[tile] = scratch[0];
    for (int64_t i = 1; i < length; ++i)
      workspace[tile] += scratch[i];
    out[tile] = workspace[tile];
  }
  return 0;
}

/* out = sum of x in order, one tile */
KERNEL(sum_f32);
int32_t sum_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  launch->tiles[0] = 1;
  launch->scratch_bytes = launch->workspace_bytes = 0;
  return 0;
}
int32_t sum_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *x = call->pointers[0];
  float sum = x[0];
  for (int64_t i = 1; i < call->sizes[0]; ++i)
    sum += x[i];
  *(float *)call->pointers[1] = sum;
  return 0;
}

/* out[i] = scalar + i, after `spins` rounds of doing nothing; host scalars: scalar, spins */
KERNEL(iota_i64);
int32_t iota_i64_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t iota_i64_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  int64_t *out = call->pointers[0];
  for (volatile int64_t spin = 0; spin < call->sizes[3]; ++spin)
    ;
  for (int64_t i = first * TILE; i < min(call->sizes[0], (first + count) * TILE); ++i)
    out[i] = call->sizes[2] + i;
  return 0;
}

/* b = a + 1 for one element; the shortest kernel that does something */
KERNEL(next_i64);
int32_t next_i64_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  launch->tiles[0] = 1;
  launch->scratch_bytes = launch->workspace_bytes = 0;
  return 0;
}
int32_t next_i64_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  *(int64_t *)call->pointers[1] = *(const int64_t *)call->pointers[0] + 1;
  return 0;
}

/* asks for more scratch than there is */
KERNEL(greedy);
int32_t greedy_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  launch->tiles[0] = 1;
  launch->scratch_bytes = 0;
  launch->workspace_bytes = (int64_t)1 << 40;
  return 0;
}
int32_t greedy_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) { return 0; }

/* The same sum in three phases: a tile adds up TILE elements into the workspace; one adds those up in order; one per
 * TILE elements of y stores the sum in each. sizes: x, y */
KERNEL(spread_sum_f32);
int32_t spread_sum_f32_combine(const weir_call *call, int64_t first, int64_t count, weir_fault *fault);
int32_t spread_sum_f32_spread(const weir_call *call, int64_t first, int64_t count, weir_fault *fault);
int32_t spread_sum_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  launch->tiles[0] = (sizes[0] + TILE - 1) / TILE;
  launch->tiles[1] = 1;
  launch->tiles[2] = (sizes[2] + TILE - 1) / TILE;
  launch->workspace_bytes = (launch->tiles[0] + 1) * (int64_t)sizeof(float);
  return 0;
}
int32_t spread_sum_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *x = call->pointers[0];
  float *partial = call->workspace;
  for (int64_t tile = first; tile < first + count; ++tile) {
    partial[tile] = 0;
    for (int64_t i = tile * TILE; i < min(call->sizes[0], (tile + 1) * TILE); ++i) {
      if (x[i] < 0) {
        fault->code = WEIR_FAULT_INDEX;
        fault->ordinal = 0;
        fault->values[0] = i;
        fault->values[1] = i;
        return WEIR_FAULT_INDEX;
      }
      partial[tile] += x[i];
    }
  }
  return 0;
}
int32_t spread_sum_f32_combine(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  float *partial = call->workspace;
  float sum = 0;
  for (int64_t tile = 0; tile < call->launch->tiles[0]; ++tile)
    sum += partial[tile];
  partial[call->launch->tiles[0]] = sum;
  return 0;
}
int32_t spread_sum_f32_spread(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  float *y = call->pointers[1];
  for (int64_t i = first * TILE; i < min(call->sizes[2], (first + count) * TILE); ++i)
    y[i] = ((const float *)call->workspace)[call->launch->tiles[0]];
  return 0;
}

/* out[i] = x[n - 1 - i], one tile, by way of scratch for all of x; sizes: x, out */
KERNEL(reverse_f32);
int32_t reverse_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  launch->tiles[0] = 1;
  launch->scratch_bytes = sizes[0] * (int64_t)sizeof(float);
  return 0;
}
int32_t reverse_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) {
  const float *x = call->pointers[0];
  float *out = call->pointers[1], *scratch = call->scratch;
  for (int64_t i = 0; i < call->sizes[0]; ++i)
    scratch[call->sizes[0] - 1 - i] = x[i];
  for (int64_t i = 0; i < call->sizes[0]; ++i)
    out[i] = scratch[i];
  return 0;
}

/* Device code alone writes too far. */
KERNEL(overrun_f32);
int32_t overrun_f32_prepare(const int64_t *sizes, weir_launch_plan *launch, weir_fault *fault) {
  return tiled(sizes, launch);
}
int32_t overrun_f32_run(const weir_call *call, int64_t first, int64_t count, weir_fault *fault) { return 0; }

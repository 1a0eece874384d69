/* What Kernels.c computes, as device code: a tile is a block of TILE threads. `prepare` is that of Kernels.c. */
#include "unittests/Runtime/DeviceKernels.h"

#define TILE 256

/* x + x; operands x, out; sizes n, stride of x, n, stride of out: 2 + 4 numbers */
PHASE(double_f32_run, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  int64_t i = (int64_t)block * TILE + tid;
  if (i < s[0])
    STORE((float *)OPERAND(1) + i * s[3], 2 * LOAD((const float *)OPERAND(0) + i * s[1]));
}

PHASE(add_f32_run, 9) {
  const int64_t *s = (const int64_t *)&OPERAND(3);
  int64_t i = (int64_t)block * TILE + tid;
  if (i < s[0])
    STORE((float *)OPERAND(2) + i * s[5],
          LOAD((const float *)OPERAND(0) + i * s[1]) + LOAD((const float *)OPERAND(1) + i * s[3]));
}

PHASE(subtract_f32_run, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  int64_t i = (int64_t)block * TILE + tid;
  float *w0 = (float *)OPERAND(0) + i;
  if (i < s[0])
    STORE(w0, LOAD(w0) - LOAD((const float *)OPERAND(1) + i));
}

PHASE(gather_f32_run, 9) {
  const int64_t *s = (const int64_t *)&OPERAND(3);
  int64_t i = (int64_t)block * TILE + tid;
  if (i >= s[0])
    return;
  int64_t index = LOAD((const int64_t *)OPERAND(0) + i);
  if (index < 0 || index >= s[2]) {
    REPORT_FAULT(WEIR_FAULT_INDEX, 1, index, s[2]);
    index = 0;
  }
  STORE((float *)OPERAND(2) + i, LOAD((const float *)OPERAND(1) + index));
}

PHASE(iota_i64_run, 5) {
  const int64_t *s = (const int64_t *)&OPERAND(1);
  int64_t i = (int64_t)block * TILE + tid;
  if (i < s[0])
    STORE((int64_t *)OPERAND(0) + i, s[2] + i);
}

PHASE(next_i64_run, 2) {
  if (tid == 0)
    STORE((int64_t *)OPERAND(1), LOAD((const int64_t *)OPERAND(0)) + 1);
}

/* Three phases, by way of the workspace. */
PHASE(spread_sum_f32_run, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  const float *x = (const float *)OPERAND(0);
  float sum = 0;
  if (tid != 0)
    return;
  for (int64_t i = (int64_t)block * TILE; i < s[0] && i < ((int64_t)block + 1) * TILE; ++i) {
    if (LOAD(x + i) < 0)
      REPORT_FAULT(WEIR_FAULT_INDEX, 0, i, i);
    sum += LOAD(x + i);
  }
  STORE((float *)WORKSPACE + block, sum);
}
PHASE(spread_sum_f32_combine, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  int64_t tiles = (s[0] + TILE - 1) / TILE;
  float *partial = (float *)WORKSPACE, sum = 0;
  if (tid != 0)
    return;
  for (int64_t tile = 0; tile < tiles; ++tile)
    sum += LOAD(partial + tile);
  STORE(partial + tiles, sum);
}
PHASE(spread_sum_f32_spread, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  int64_t i = (int64_t)block * TILE + tid;
  if (i < s[2])
    STORE((float *)OPERAND(1) + i, LOAD((const float *)WORKSPACE + (s[0] + TILE - 1) / TILE));
}

/* out[i] = the last element of x for each i, and one more element than there is room for; sizes as double_f32 */
PHASE(overrun_f32_run, 6) {
  const int64_t *s = (const int64_t *)&OPERAND(2);
  int64_t i = (int64_t)block * TILE + tid;
  if (i <= s[0])
    STORE((float *)OPERAND(1) + i, LOAD((const float *)OPERAND(0) + s[0] - 1));
}

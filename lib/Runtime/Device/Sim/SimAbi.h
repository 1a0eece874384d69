/* What code of target sim and the simulator that runs it agree on; lib/Target/Sim and this room include it. Plain C.
 *
 * An image has no undefined symbol, so a kernel reaches the simulator through a table of functions. Every function of a
 * kernel has a hidden first parameter, the thread that executes it; the entry of a phase is a weir_sim_phase. The words
 * are the kernel's parameters in the order of include/weir/Runtime/KernelAbi.h, each read as PTX would read its 8
 * bytes.
 *
 * A pointer is a host address, whatever its address space: shared memory is weir_sim_thread::shared and up, private
 * memory is the stack (keep it below WEIR_SIM_STACK_BYTES). Blocks and grids are one-dimensional: y and z of tid and
 * ctaid are 0, those of ntid and nctaid 1. A call may return on another thread's turn, never on another OS thread.
 *
 * A site numbers an op of the image: the key into its table of sites (weir::sim::Site). Ops that differ in the source
 * have different sites, copies of one op that LLVM makes keep theirs: barriers and collectives compare sites to find
 * threads that diverged. */
#ifndef WEIR_RUNTIME_DEVICE_SIM_SIMABI_H
#define WEIR_RUNTIME_DEVICE_SIM_SIMABI_H

#include <stdint.h>

#define WEIR_SIM_ABI 1
/* KernelImage::arch of images: what they expect of the simulator, and whether they call the checks of accesses. */
#define WEIR_SIM_TEXT_(number) #number
#define WEIR_SIM_TEXT(number) WEIR_SIM_TEXT_(number)
#define WEIR_SIM_ARCH "sim-" WEIR_SIM_TEXT(WEIR_SIM_ABI)
#define WEIR_SIM_ARCH_UNCHECKED WEIR_SIM_ARCH "-unchecked"
#define WEIR_SIM_WARP_SIZE 32
#define WEIR_SIM_MAX_SITES 65535
#define WEIR_SIM_STACK_BYTES (48 * 1024)

struct weir_sim_calls;

typedef struct weir_sim_thread {
  const struct weir_sim_calls *calls;
  char *shared; /* the block's shared memory, aligned to 1024 bytes */
  uint32_t tid, ntid, ctaid, nctaid;
  uint32_t lane, warp;
} weir_sim_thread;

typedef void (*weir_sim_phase)(weir_sim_thread *thread, const uint64_t *words);

typedef struct weir_sim_calls {
#define WEIR_SIM_CALL(name, signature, result, parameters) result(*name) parameters;
#include "lib/Runtime/Device/Sim/SimCalls.def"
} weir_sim_calls;

/* The numbers are those of the NVVM dialect where it has an enum. */
enum { WEIR_SIM_BARRIER_POPC = 0, WEIR_SIM_BARRIER_AND = 1, WEIR_SIM_BARRIER_OR = 2 };
enum { WEIR_SIM_SHFL_BFLY = 0, WEIR_SIM_SHFL_UP = 1, WEIR_SIM_SHFL_DOWN = 2, WEIR_SIM_SHFL_IDX = 3 };
enum { WEIR_SIM_VOTE_ANY = 0, WEIR_SIM_VOTE_ALL = 1, WEIR_SIM_VOTE_BALLOT = 2, WEIR_SIM_VOTE_UNI = 3 };
enum { WEIR_SIM_MATCH_ANY = 0, WEIR_SIM_MATCH_ALL = 1 };
enum {
  WEIR_SIM_REDUX_ADD = 1,
  WEIR_SIM_REDUX_AND = 2,
  WEIR_SIM_REDUX_MAX = 3,
  WEIR_SIM_REDUX_MIN = 4,
  WEIR_SIM_REDUX_OR = 5,
  WEIR_SIM_REDUX_UMAX = 6,
  WEIR_SIM_REDUX_UMIN = 7,
  WEIR_SIM_REDUX_XOR = 8
};
enum { WEIR_SIM_SCOPE_CTA = 0, WEIR_SIM_SCOPE_CLUSTER = 1, WEIR_SIM_SCOPE_GPU = 2, WEIR_SIM_SCOPE_SYS = 3 };
enum { WEIR_SIM_ROUND_NEAREST_EVEN = 1, WEIR_SIM_ROUND_ZERO = 4, WEIR_SIM_ROUND_NEAREST_AWAY = 5 };

/* Ours from here on. */
enum {
  WEIR_SIM_APPROX_RCP,
  WEIR_SIM_APPROX_SQRT,
  WEIR_SIM_APPROX_RSQRT,
  WEIR_SIM_APPROX_EX2,
  WEIR_SIM_APPROX_LG2,
  WEIR_SIM_APPROX_SIN,
  WEIR_SIM_APPROX_COS,
  WEIR_SIM_APPROX_TANH
};
enum { WEIR_SIM_MATRIX_TRANSPOSED = 1, WEIR_SIM_MATRIX_DEFERRED = 2 };

/* mma.m16n8k<depth>: multiplicands are WEIR_SIM_F16, _BF16 (depth 8 or 16) or _TF32 (depth 4 or 8); C and D are f32, or
 * f16 if f16_accumulator is 1, which F16 alone may have. Registers per lane: A depth * bits / 64, B half of A's, C and
 * D 4, or 2 for f16. */
enum { WEIR_SIM_F16 = 0, WEIR_SIM_BF16 = 1, WEIR_SIM_TF32 = 2 };
#define WEIR_SIM_MMA(type, depth, f16_accumulator) ((type) | (depth) << 8 | (f16_accumulator) << 16)

#endif

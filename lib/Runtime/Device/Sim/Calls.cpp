// The tables of functions that kernels call: each entry finds the thread behind the ABI's pointer, calls the op, and
// makes a report of memory that the host doesn't have.
#include "lib/Runtime/Device/Sim/Ops.h"

#include "lib/Support/Half.h"

#include <bit>
#include <cmath>
#include <new>

namespace weir::sim {

namespace {

template <auto op> struct Entry;

template <typename Result, typename... Operands, Result (*op)(Thread &, uint32_t, Operands...)> struct Entry<op> {
  static Result call(weir_sim_thread *self, uint32_t site, Operands... operands) {
    Thread &thread = static_cast<Thread &>(*self);
    try {
      return op(thread, site, operands...);
    } catch (const std::bad_alloc &) {
    }
    thread.processor->fail(thread, site, Problem::NoMemory, nullptr);
  }
};

template <MemoryAccess access>
void check(Thread &thread, uint32_t site, const void *address, uint32_t bytes, uint32_t alignment) {
  thread.processor->access(thread, site, address, bytes, alignment, access);
}

void checkNothing(weir_sim_thread *, uint32_t, const void *, uint32_t, uint32_t) {}

void fence(weir_sim_thread *, uint32_t, uint32_t) {}

uint32_t f32ToTf32(weir_sim_thread *, uint32_t, float value, uint32_t rounding) {
  auto bits = std::bit_cast<uint32_t>(value);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000)
    return 0x7FFFE000;
  if (rounding == WEIR_SIM_ROUND_NEAREST_AWAY)
    magnitude += 0x1000;
  else if (rounding != WEIR_SIM_ROUND_ZERO)
    magnitude += 0x0FFF + (magnitude >> 13 & 1);
  return (bits & 0x80000000) | (magnitude & 0xFFFFE000);
}

uint32_t f32ToBf16Bits(weir_sim_thread *, uint32_t, float value) { return f32ToBf16(value); }
uint32_t f32ToF16Bits(weir_sim_thread *, uint32_t, float value) { return f32ToF16(value); }
uint32_t f64ToBf16Bits(weir_sim_thread *, uint32_t, double value) { return f64ToBf16(value); }
uint32_t f64ToF16Bits(weir_sim_thread *, uint32_t, double value) { return f64ToF16(value); }

float approx(Thread &thread, uint32_t site, float value, uint32_t kind) {
  auto x = static_cast<double>(value);
  switch (kind) {
  case WEIR_SIM_APPROX_RCP:
    return static_cast<float>(1 / x);
  case WEIR_SIM_APPROX_SQRT:
    return static_cast<float>(std::sqrt(x));
  case WEIR_SIM_APPROX_RSQRT:
    return static_cast<float>(1 / std::sqrt(x));
  case WEIR_SIM_APPROX_EX2:
    return static_cast<float>(std::exp2(x));
  case WEIR_SIM_APPROX_LG2:
    return static_cast<float>(std::log2(x));
  case WEIR_SIM_APPROX_SIN:
    return static_cast<float>(std::sin(x));
  case WEIR_SIM_APPROX_COS:
    return static_cast<float>(std::cos(x));
  case WEIR_SIM_APPROX_TANH:
    return static_cast<float>(std::tanh(x));
  }
  thread.processor->fail(thread, site, Problem::Operand, "a kind that SimAbi.h lists", kind);
}

constexpr weir_sim_calls table(bool checked) {
  return {
      .check_load = checked ? Entry<check<MemoryAccess::Load>>::call : checkNothing,
      .check_store = checked ? Entry<check<MemoryAccess::Store>>::call : checkNothing,
      .check_atomic = checked ? Entry<check<MemoryAccess::Atomic>>::call : checkNothing,
      .barrier = Entry<barrier>::call,
      .barrier_reduce = Entry<barrierReduce>::call,
      .syncwarp = Entry<syncwarp>::call,
      .shfl = Entry<shfl>::call,
      .vote = Entry<vote>::call,
      .redux = Entry<redux>::call,
      .match = Entry<match>::call,
      .elect = Entry<elect>::call,
      .fence = fence,
      .cp_async = Entry<cpAsync>::call,
      .cp_async_commit = Entry<cpAsyncCommit>::call,
      .cp_async_wait = Entry<cpAsyncWait>::call,
      .cp_async_wait_all = Entry<cpAsyncWaitAll>::call,
      .ldmatrix = Entry<ldmatrix>::call,
      .stmatrix = Entry<stmatrix>::call,
      .mma = Entry<mma>::call,
      .matrix_flush = Entry<matrixFlush>::call,
      .f32_to_tf32 = f32ToTf32,
      .f32_to_bf16 = f32ToBf16Bits,
      .f32_to_f16 = f32ToF16Bits,
      .f64_to_bf16 = f64ToBf16Bits,
      .f64_to_f16 = f64ToF16Bits,
      .approx = Entry<approx>::call,
  };
}

} // namespace

const weir_sim_calls kCheckedCalls = table(true);
const weir_sim_calls kUncheckedCalls = table(false);

} // namespace weir::sim

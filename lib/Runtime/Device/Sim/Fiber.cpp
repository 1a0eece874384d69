// The switch saves the registers that a call preserves and nothing else: no system call, no signal mask.
#include "lib/Runtime/Device/Sim/Fiber.h"

#include <cstdint>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEIR_SIM_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define WEIR_SIM_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define WEIR_SIM_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define WEIR_SIM_TSAN 1
#endif

#if WEIR_SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if WEIR_SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

extern "C" {
/// Leaves the stack pointer in *save and goes on where `load` was left.
void weir_sim_switch(void **save, void *load);
/// Where a fresh stack begins: calls the function in one preserved register with the argument in another.
void weir_sim_begin();
}

#if defined(__x86_64__)
asm(R"(
.text
.hidden weir_sim_switch
.globl weir_sim_switch
.type weir_sim_switch,@function
weir_sim_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
.size weir_sim_switch, . - weir_sim_switch
.hidden weir_sim_begin
.globl weir_sim_begin
.type weir_sim_begin,@function
weir_sim_begin:
  movq %r12, %rdi
  callq *%r13
  ud2
.size weir_sim_begin, . - weir_sim_begin
)");
#elif defined(__aarch64__)
asm(R"(
.text
.hidden weir_sim_switch
.globl weir_sim_switch
.type weir_sim_switch,%function
weir_sim_switch:
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size weir_sim_switch, . - weir_sim_switch
.hidden weir_sim_begin
.globl weir_sim_begin
.type weir_sim_begin,%function
weir_sim_begin:
  mov x0, x19
  blr x20
  brk #0
.size weir_sim_begin, . - weir_sim_begin
)");
#else
#error "the simulator's switch of stacks is written for x86-64 and aarch64"
#endif

namespace weir::sim {

namespace {

constexpr size_t kStagger = 128, kStaggerSteps = 32; ///< a page in all

size_t pageBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

/// What weir_sim_switch expects on a stack whose code is to begin with run(fiber).
void *freshStack(char *top, void *function, void *argument) {
  auto **words = reinterpret_cast<void **>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t{63});
#if defined(__x86_64__)
  words -= 7; // r15 r14 r13 r12 rbx rbp and the address to go to
  words[2] = function;
  words[3] = argument;
  words[6] = reinterpret_cast<void *>(&weir_sim_begin);
  words[0] = words[1] = words[4] = words[5] = nullptr;
#else
  words -= 20;
  for (int i = 0; i < 20; ++i)
    words[i] = nullptr;
  words[0] = argument;
  words[1] = function;
  words[11] = reinterpret_cast<void *>(&weir_sim_begin);
#endif
  return words;
}

} // namespace

Fiber::Fiber(size_t stackBytes, unsigned number) : owned(true), topOffset(number % kStaggerSteps * kStagger) {
  size_t page = pageBytes();
  this->stackBytes = (stackBytes + kStagger * kStaggerSteps + page - 1) / page * page;
  void *block = mmap(nullptr, this->stackBytes + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    throw std::bad_alloc();
  if (mprotect(block, page, PROT_NONE) != 0) {
    munmap(block, this->stackBytes + page);
    throw std::bad_alloc();
  }
  stack = static_cast<char *>(block) + page;
}

Fiber::~Fiber() {
  if (!owned)
    return;
#if WEIR_SIM_TSAN
  if (sanitizerFiber)
    __tsan_destroy_fiber(sanitizerFiber);
#endif
  munmap(static_cast<char *>(stack) - pageBytes(), stackBytes + pageBytes());
}

void Fiber::run(Fiber *self) {
  self->arrive();
  self->body(self->context);
  __builtin_trap();
}

void Fiber::start(Body newBody, void *newContext) {
  body = newBody;
  context = newContext;
  fakeStack = nullptr;
#if WEIR_SIM_ASAN
  __asan_unpoison_memory_region(stack, stackBytes);
#endif
#if WEIR_SIM_TSAN
  if (sanitizerFiber)
    __tsan_destroy_fiber(sanitizerFiber);
  sanitizerFiber = __tsan_create_fiber(0);
#endif
  saved = freshStack(static_cast<char *>(stack) + stackBytes - topOffset, reinterpret_cast<void *>(&Fiber::run), this);
}

void Fiber::switchTo(Fiber &next, bool last) {
  next.cameFrom = this;
#if WEIR_SIM_ASAN
  __sanitizer_start_switch_fiber(last ? nullptr : &fakeStack, next.stack, next.stackBytes);
#endif
#if WEIR_SIM_TSAN
  if (!owned)
    sanitizerFiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(next.sanitizerFiber, 0);
#endif
  weir_sim_switch(&saved, next.saved);
  arrive();
}

/// On the new stack. The bounds of an OS thread's own stack are learnt here, when it is first left.
void Fiber::arrive() {
#if WEIR_SIM_ASAN
  const void *bottom = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(fakeStack, &bottom, &bytes);
  if (!cameFrom->stackBytes) {
    cameFrom->stack = const_cast<void *>(bottom);
    cameFrom->stackBytes = bytes;
  }
#endif
}

} // namespace weir::sim

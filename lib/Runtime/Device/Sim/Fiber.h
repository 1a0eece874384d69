// Stacks that one OS thread switches between: where the threads of a block stand while they wait. Knows no GPU.
#pragma once

#include <cstddef>

namespace weir::sim {

/// A stack and the place where its code was left. A default-made fiber is the stack of the OS thread that uses it.
class Fiber {
public:
  using Body = void (*)(void *context);

  Fiber() = default;
  /// Throws std::bad_alloc where there is no memory. `number` staggers the top of the stack: equal offsets in a page
  /// would make the stacks of a block conflict-miss in the cache.
  Fiber(size_t stackBytes, unsigned number);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// The next switch to this fiber calls the body, which never returns. Whatever stood on the stack is forgotten.
  void start(Body body, void *context);

  /// From this fiber, which is running, to another one; returns when someone switches back. `last`: nobody ever will.
  void switchTo(Fiber &next, bool last = false);

  bool contains(const void *address) const {
    return address >= stack && address < static_cast<const char *>(stack) + stackBytes;
  }

private:
  static void run(Fiber *self);
  void arrive();

  bool owned = false;
  void *stack = nullptr; ///< lowest usable byte; below an owned stack lies a page that may not be touched
  size_t stackBytes = 0;
  size_t topOffset = 0;
  void *saved = nullptr; ///< stack pointer where it was left
  Body body = nullptr;
  void *context = nullptr;

  // What sanitizers know of the stack.
  Fiber *cameFrom = nullptr;
  [[maybe_unused]] void *fakeStack = nullptr, *sanitizerFiber = nullptr;
};

} // namespace weir::sim

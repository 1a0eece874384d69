// See ReusedContext.h.
#include "lib/Compiler/ReusedContext.h"

#include "lib/Compiler/Register.h"

#include <mutex>
#include <vector>

#include <unistd.h>

using namespace mlir;

namespace weir {

namespace {

constexpr int kUses = 64;       ///< of one context
constexpr size_t kMostKept = 4; ///< of each kind

struct KeptContext {
  std::unique_ptr<MLIRContext> context;
  int usesLeft;
};

/// Never freed, as threads may compile until the process has gone.
struct KeptContexts {
  std::mutex mutex;
  pid_t process = getpid();
  std::vector<KeptContext> kept[2]; ///< by threading

  /// With the lock held. A child process has none of the threads of its parent's contexts.
  std::vector<KeptContext> &of(MLIRContext::Threading threading) {
    if (process != getpid()) {
      for (std::vector<KeptContext> &contexts : kept) {
        for (KeptContext &each : contexts)
          each.context.release();
        contexts.clear();
      }
      process = getpid();
    }
    return kept[threading == MLIRContext::Threading::ENABLED];
  }
};
KeptContexts &contexts() {
  static auto *const made = new KeptContexts;
  return *made;
}

std::unique_ptr<MLIRContext> make(MLIRContext::Threading threading,
                                  const std::function<void(DialectRegistry &)> &extend) {
  DialectRegistry registry;
  registerWeir(registry);
  if (extend)
    extend(registry);
  return std::make_unique<MLIRContext>(registry, threading);
}

} // namespace

ReusedContext::ReusedContext(Threading threading) : threading(threading) {
  {
    std::lock_guard lock(contexts().mutex);
    if (std::vector<KeptContext> &kept = contexts().of(threading); !kept.empty()) {
      context = std::move(kept.back().context);
      usesLeft = kept.back().usesLeft - 1;
      kept.pop_back();
    }
  }
  if (context)
    return;
  context = make(threading, nullptr);
  usesLeft = kUses;
}

ReusedContext::ReusedContext(const std::function<void(DialectRegistry &)> &extend)
    : context(make(Threading::ENABLED, extend)) {}

ReusedContext::~ReusedContext() {
  if (usesLeft == 0)
    return;
  std::lock_guard lock(contexts().mutex);
  if (std::vector<KeptContext> &kept = contexts().of(threading); kept.size() < kMostKept)
    kept.push_back({std::move(context), usesLeft});
}

} // namespace weir

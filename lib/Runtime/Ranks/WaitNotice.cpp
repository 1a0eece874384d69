// See WaitNotice.h. The handler calls nothing that may lock or allocate.
#include "lib/Runtime/Ranks/WaitNotice.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace weir {

namespace {

/// Of this process. A handler has nothing else to go by.
struct Notices {
  std::array<std::atomic<WaitNotice *>, 16> places{};
  std::atomic<pid_t> owner{0}; ///< who has installed the handler; a fork has it too, and waits for nobody
  struct sigaction before{};
};

} // namespace

static constinit Notices notices;

WaitNotice::WaitNotice() {
  for (std::atomic<WaitNotice *> &place : notices.places) {
    WaitNotice *none = nullptr;
    if (place.compare_exchange_strong(none, this))
      return;
  }
}

WaitNotice::~WaitNotice() {
  for (std::atomic<WaitNotice *> &place : notices.places) {
    WaitNotice *own = this;
    if (place.compare_exchange_strong(own, nullptr))
      return;
  }
}

void WaitNotice::show(const std::string &line) {
  clear();
  size_t size = std::min(line.size(), text.size() - 1);
  memcpy(text.data(), line.data(), size);
  text[size] = '\n';
  length.store(size + 1, std::memory_order_release);
}

void WaitNotice::clear() { length.store(0, std::memory_order_release); }

void writeNotices() {
  for (std::atomic<WaitNotice *> &place : notices.places)
    if (WaitNotice *notice = place.load(std::memory_order_acquire))
      if (size_t length = notice->length.load(std::memory_order_acquire))
        (void)!write(STDERR_FILENO, notice->text.data(), length);
}

static void onTermination(int number, siginfo_t *info, void *context) {
  int error = errno;
  if (getpid() == notices.owner.load(std::memory_order_relaxed))
    writeNotices();
  errno = error;
  const struct sigaction &before = notices.before;
  if (before.sa_flags & SA_SIGINFO)
    return before.sa_sigaction(number, info, context);
  if (before.sa_handler == SIG_IGN)
    return;
  if (before.sa_handler != SIG_DFL)
    return before.sa_handler(number);
  signal(number, SIG_DFL);
  raise(number); // which waits for the end of this handler
}

void WaitNotice::writeOnTermination() {
  if (notices.owner.exchange(getpid(), std::memory_order_relaxed) != 0)
    return;
  sigaction(SIGTERM, nullptr, &notices.before);
  // What a signal interrupts is up to the handler that was there.
  bool hasHandler = (notices.before.sa_flags & SA_SIGINFO) ||
                    (notices.before.sa_handler != SIG_DFL && notices.before.sa_handler != SIG_IGN);
  struct sigaction action{};
  action.sa_sigaction = onTermination;
  action.sa_mask = notices.before.sa_mask;
  action.sa_flags = SA_SIGINFO | (hasHandler ? notices.before.sa_flags & (SA_RESTART | SA_ONSTACK) : SA_RESTART);
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace weir

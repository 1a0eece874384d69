// See SideThread.h.
#include "lib/Runtime/Threads/SideThread.h"

#include "lib/Runtime/Threads/HostThreads.h"

#include <pthread.h>

namespace weir {

SideThread::SideThread(bool isAwaited) : queue(std::make_shared<Queue>()) { queue->isAwaited = isAwaited; }

SideThread::~SideThread() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard lock(queue->mutex);
    queue->isClosed = true;
  }
  queue->changed.notify_all();
  if (thread.get_id() == std::this_thread::get_id())
    thread.detach();
  else
    thread.join();
}

void SideThread::call(void (*function)(void *context), void *context) {
  {
    std::lock_guard lock(queue->mutex);
    queue->calls.push_back({function, context});
    if (!thread.joinable())
      thread = HostThread([queue = queue] { queue->work(); });
  }
  queue->changed.notify_all();
}

void SideThread::Queue::work() {
  pthread_setname_np(pthread_self(), "weir-host");
  if (isAwaited)
    askForShortTurns();
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isClosed || !calls.empty(); });
    if (calls.empty())
      return;
    Call next = calls.front();
    calls.pop_front();
    lock.unlock();
    next.function(next.context);
    lock.lock();
  }
}

} // namespace weir

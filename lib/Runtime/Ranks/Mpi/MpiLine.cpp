// See MpiLine.h.
#include "lib/Runtime/Ranks/Mpi/MpiLine.h"

#include <algorithm>
#include <cstring>

namespace weir {

namespace {

constexpr int32_t kBytes = 0, kNews = 1; ///< tags
constexpr auto kNap = std::chrono::microseconds(50);
/// News are short, so that they leave at once unless the other's host is out of reach.
constexpr auto kToSpeak = std::chrono::milliseconds(200);

} // namespace

MpiLine::MpiLine(MpiLibrary &library, int32_t rank, int32_t ranks)
    : library(library), self(rank), wires(size_t(ranks)), heard(size_t(ranks)) {}

Status MpiLine::connect(Clock::time_point deadline, const std::function<std::string()> &whyGone) {
  weir_mpi_handle request{};
  int32_t isDone = 0;
  if (Status failed = library.call("making a communicator", &weir_mpi_plugin::duplicate, &communicator, &request))
    return failed;
  while (!isDone) {
    if (Status failed = library.call("making a communicator", &weir_mpi_plugin::test, &request, &isDone))
      return failed;
    if (std::string why = isDone ? "" : whyGone(); !why.empty())
      return failure(WEIR_INTERNAL, message("rank ", self, " waits for others to join their world, ", why));
    if (!isDone && Clock::now() > deadline)
      return failure(WEIR_INTERNAL, message("rank ", self,
                                            " waited for others to join their world until its time was "
                                            "over (WEIR_TIMEOUT)"));
    if (!isDone)
      std::this_thread::sleep_for(kNap);
  }
  return library.call("making a communicator", &weir_mpi_plugin::return_errors, &communicator);
}

Status MpiLine::send(Message &message, int64_t to, int32_t size) {
  Status failed = library.call("sending", &weir_mpi_plugin::send, &communicator, message.bytes.data(), size,
                               int32_t(to), kBytes, &message.request);
  message.isUnderWay = !failed;
  return failed;
}

Status MpiLine::receive(Message &message, int64_t from, int32_t most) {
  if (message.bytes.size() < size_t(most))
    message.bytes.resize(size_t(most));
  Status failed = library.call("receiving", &weir_mpi_plugin::receive, &communicator, message.bytes.data(), most,
                               int32_t(from), kBytes, &message.request);
  message.isUnderWay = !failed;
  return failed;
}

Status MpiLine::testSent(Message &message) {
  int32_t isDone = 0;
  Status failed = library.call("sending", &weir_mpi_plugin::test, &message.request, &isDone);
  message.isUnderWay = !failed && !isDone;
  return failed;
}

Status MpiLine::testReceived(Message &message) {
  int32_t isDone = 0, from = 0;
  Status failed =
      library.call("receiving", &weir_mpi_plugin::test_received, &message.request, &isDone, &from, &message.size);
  message.isUnderWay = !failed && !isDone;
  return failed;
}

void MpiLine::say(State state, const std::string &why) {
  if (library.isOfParent())
    return;
  {
    std::lock_guard lock(speaking);
    if (said.state != State::Present || goodbye.isGoodbye)
      return;
    said.state = state;
    strncpy(said.text, why.c_str(), sizeof(said.text) - 1);
    if (state == State::Failed)
      hasFailed.store(true, std::memory_order_release);
    tell(said);
  }
  settle();
}

void MpiLine::sayGoodbye() {
  {
    std::lock_guard lock(speaking);
    goodbye.state = State::Ended;
    goodbye.isGoodbye = 1;
    tell(goodbye);
  }
  settle();
}

void MpiLine::tell(const News &news) {
  for (int32_t peer = 0; peer < numRanks(); ++peer) {
    weir_mpi_handle speech{};
    if (peer != self && !library.call("sending", &weir_mpi_plugin::send, &communicator, &news, int32_t(sizeof(news)),
                                      peer, kNews, &speech))
      speeches.push_back(speech);
  }
}

void MpiLine::settle() {
  Clock::time_point deadline = Clock::now() + kToSpeak;
  std::lock_guard lock(speaking);
  while (!speeches.empty()) {
    std::erase_if(speeches, [&](weir_mpi_handle &speech) {
      int32_t isDone = 0;
      Status failed = library.call("sending", &weir_mpi_plugin::test, &speech, &isDone);
      return failed || isDone;
    });
    if (speeches.empty() || Clock::now() > deadline)
      return;
    std::this_thread::sleep_for(kNap);
  }
}

/// A receive that waits for whatever may come would be left over where another part of the process finalizes MPI.
void MpiLine::listen() {
  std::lock_guard lock(hearing);
  while (true) {
    int32_t isThere = 0, isDone = 0, size = 0;
    if (!isListening) {
      if (library.call("receiving", &weir_mpi_plugin::probe, &communicator, kNews, &isThere, &speaker) || !isThere)
        return;
      if (library.call("receiving", &weir_mpi_plugin::receive, &communicator, &arriving, int32_t(sizeof(arriving)),
                       speaker, kNews, &listening))
        return;
      isListening = true;
    }
    if (library.call("receiving", &weir_mpi_plugin::test_received, &listening, &isDone, &speaker, &size) || !isDone)
      return;
    isListening = false;
    if (speaker < 0 || speaker >= numRanks() || size != int32_t(sizeof(arriving)))
      continue;
    News &before = heard[size_t(speaker)];
    if (before.state == State::Present)
      before = arriving;
    before.isGoodbye |= arriving.isGoodbye;
  }
}

MpiLine::State MpiLine::stateOf(int64_t peer, std::string &why) const {
  std::lock_guard lock(hearing);
  why = heard[size_t(peer)].text;
  return heard[size_t(peer)].state;
}

bool MpiLine::isBroken() const {
  std::lock_guard lock(hearing);
  return whyFailed() || std::ranges::any_of(heard, [](const News &news) { return news.state == State::Failed; });
}

int32_t MpiLine::whoHasSaidGoodbye() const {
  std::lock_guard lock(hearing);
  auto found = std::ranges::find_if(heard, [](const News &news) { return news.isGoodbye; });
  return found == heard.end() ? -1 : int32_t(found - heard.begin());
}

bool MpiLine::haveAllSaidGoodbye() const {
  std::lock_guard lock(hearing);
  for (int32_t peer = 0; peer < numRanks(); ++peer)
    if (peer != self && !heard[size_t(peer)].isGoodbye)
      return false;
  return true;
}

} // namespace weir

// Sends through rings in shared memory: each rank fills those that lead away from it, and empties those that lead to
// it.
#include "lib/Runtime/Ranks/PolledTransport.h"
#include "lib/Runtime/Ranks/SharedWorld.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace weir {

namespace {

/// When a process was started, in ticks of the system; 0 of one that is not there, or only waits to be buried.
uint64_t startOf(int64_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line) || line.rfind(')') == std::string::npos)
    return 0;
  std::istringstream words(line.substr(line.rfind(')') + 1)); // a name may have spaces
  std::string word;
  for (int number = 3; words >> word; ++number) {
    if (number == 3 && (word == "Z" || word == "X"))
      return 0;
    if (number == 22)
      return std::stoull(word);
  }
  return 0;
}

/// Whether a process is no more, even if another one has its number.
bool hasEnded(int64_t process, uint64_t started) { return startOf(process) != started; }

class RingTransport : public PolledTransport {
public:
  RingTransport(std::shared_ptr<SharedWorld> given, int64_t rank, World::Way way)
      : PolledTransport(rank, way, given->paceOf(rank)), world(std::move(given)) {
    RankState &mine = world->state(self);
    mine.process.store(getpid(), std::memory_order_relaxed);
    mine.started.store(startOf(getpid()), std::memory_order_relaxed);
    mine.state.store(RankState::Present, std::memory_order_release);
  }

  ~RingTransport() override {
    RankState &mine = world->state(self);
    if (mine.state.load(std::memory_order_relaxed) == RankState::Present)
      mine.state.store(RankState::Ended, std::memory_order_release);
  }

  int64_t numRanks() const override { return world->numRanks(); }

  void giveUp(const std::string &why) override {
    RankState &mine = world->state(self);
    if (mine.state.exchange(RankState::Failed, std::memory_order_acq_rel) == RankState::Failed)
      return;
    strncpy(mine.message, why.c_str(), sizeof(mine.message) - 1);
    mine.isMessageWhole.store(1, std::memory_order_release);
  }

private:
  const char *whyFailed() const override {
    RankState &mine = world->state(self);
    if (mine.state.load(std::memory_order_acquire) != RankState::Failed)
      return nullptr;
    return mine.isMessageWhole.load(std::memory_order_acquire) ? mine.message : "";
  }

  /// The pieces in which `size` bytes lie in a ring, from those on that it has as its `begin`th: `pass` is told where
  /// each is in the ring, how many bytes are before it, and how many are in it.
  void eachPiece(uint64_t begin, size_t size, auto pass) const {
    for (size_t done = 0; done < size;) {
      size_t at = (begin + done) % world->wireSize(), piece = std::min(size - done, world->wireSize() - at);
      pass(at, done, piece);
      done += piece;
    }
  }

  /// Puts what fits on the wire.
  Status send(Talk &talk, const Exchange &, bool &moved) override {
    Wire &wire = world->wire(way, self, talk.peer);
    uint64_t written = wire.written.load(std::memory_order_relaxed);
    uint64_t room = world->wireSize() - (written - wire.read.load(std::memory_order_acquire)), before = written;
    auto put = [&](const std::byte *data, size_t size) {
      std::byte *ring = world->bytesOf(way, self, talk.peer);
      eachPiece(written, size, [&](size_t at, size_t done, size_t piece) { memcpy(ring + at, data + done, piece); });
      written += size;
      room -= size;
    };
    if (talk.headingSent < sizeof(Heading)) {
      size_t piece = std::min<uint64_t>(room, sizeof(Heading) - talk.headingSent);
      put(reinterpret_cast<const std::byte *>(&talk.sent) + talk.headingSent, piece);
      talk.headingSent += piece;
    }
    if (talk.headingSent == sizeof(Heading)) {
      uint64_t behindHeading = written;
      talk.give.advance(mayGo(room), [&](std::byte *data, size_t size) { put(data, size); });
      talk.hasSent = talk.give.left() == 0;
      hasGone(written - behindHeading, !talk.hasSent && room > 0);
    }
    if (written != before)
      wire.written.store(written, std::memory_order_release);
    moved |= written != before;
    return nullptr;
  }

  /// Takes what is on the wire.
  Status take(Talk &talk, const Exchange &exchange, bool &moved) override {
    Wire &wire = world->wire(way, talk.peer, self);
    uint64_t read = wire.read.load(std::memory_order_relaxed), before = read;
    uint64_t there = wire.written.load(std::memory_order_acquire) - read;
    auto get = [&](std::byte *data, size_t size) {
      const std::byte *ring = world->bytesOf(way, talk.peer, self);
      eachPiece(read, size, [&](size_t at, size_t done, size_t piece) { memcpy(data + done, ring + at, piece); });
      read += size;
      there -= size;
    };
    if (talk.headingGot < sizeof(Heading)) {
      size_t piece = std::min<uint64_t>(there, sizeof(Heading) - talk.headingGot);
      get(reinterpret_cast<std::byte *>(&talk.got) + talk.headingGot, piece);
      talk.headingGot += piece;
      if (talk.headingGot == sizeof(Heading))
        if (Status failed = checkHeading(talk, exchange))
          return failed;
    }
    if (talk.headingGot == sizeof(Heading)) {
      talk.take.advance(there, [&](std::byte *data, size_t size) { get(data, size); });
      talk.hasTaken = talk.take.left() == 0;
    }
    moved |= read != before;
    if (read != before)
      wire.read.store(read, std::memory_order_release);
    return nullptr;
  }

  std::string whyGone(const Talk &talk) override {
    RankState &other = world->state(talk.peer);
    uint32_t state = other.state.load(std::memory_order_acquire);
    if (state == RankState::Failed && other.isMessageWhole.load(std::memory_order_acquire))
      return std::string("which has failed: ") + other.message;
    bool isGone = state == RankState::Present && world->isOfProcesses() &&
                  hasEnded(other.process.load(std::memory_order_relaxed), other.started.load());
    if (isGone)
      return "which has gone away";
    return state == RankState::Ended && !hasMore(talk) ? "which has ended" : "";
  }

  bool hasMore(const Talk &talk) const {
    Wire &wire = world->wire(way, talk.peer, self);
    return wire.written.load(std::memory_order_acquire) != wire.read.load(std::memory_order_relaxed);
  }

  std::shared_ptr<SharedWorld> world;
};

} // namespace

std::unique_ptr<Transport> makeTransport(std::shared_ptr<SharedWorld> world, int64_t rank, World::Way way) {
  return std::make_unique<RingTransport>(std::move(world), rank, way);
}

Status SharedWorld::connect(int64_t rank, Way way, std::unique_ptr<Transport> &transport) {
  transport = makeTransport(shared_from_this(), rank, way);
  return nullptr;
}

} // namespace weir

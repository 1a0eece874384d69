// Sends through rings in shared memory: each rank fills those that lead away from it, and empties those that lead to
// it.
#include "lib/Runtime/Ranks/Pace.h"
#include "lib/Runtime/Ranks/SharedWorld.h"
#include "lib/Runtime/Ranks/StripCursor.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace weir {

namespace {

/// In front of what one member gives to another in an exchange.
struct Heading {
  uint64_t what = 0;  ///< a hash of the group, its exchanges so far, and what this one is
  uint64_t bytes = 0; ///< behind it
  char text[112] = {};
};

/// How long one looks without sleeping, and how long one sleeps then.
constexpr int kLooks = 200;
constexpr auto kNap = std::chrono::microseconds(50);
/// How often one looks whether others live.
constexpr auto kBetweenChecks = std::chrono::milliseconds(20);

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

uint64_t hashed(uint64_t hash, const void *data, size_t size) {
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ static_cast<const unsigned char *>(data)[i]) * 0x100000001b3;
  return hash;
}

class RingTransport : public Transport {
public:
  RingTransport(std::shared_ptr<SharedWorld> given, int64_t rank) : world(std::move(given)), self(rank) {
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

  int64_t rank() const override { return self; }
  int64_t numRanks() const override { return world->numRanks(); }
  uint64_t bytesSent() const override { return given.load(std::memory_order_relaxed); }

  Status run(const Exchange &exchange, Clock::time_point deadline) override {
    if (Status failed = checkUsable(exchange))
      return failed;
    Status failed = exchanged(exchange, deadline);
    if (failed)
      giveUp(failed->message);
    return failed;
  }

  void giveUp(const std::string &why) override {
    RankState &mine = world->state(self);
    if (mine.state.exchange(RankState::Failed, std::memory_order_acq_rel) == RankState::Failed)
      return;
    strncpy(mine.message, why.c_str(), sizeof(mine.message) - 1);
    mine.isMessageWhole.store(1, std::memory_order_release);
  }

private:
  /// What a failed exchange has left on the wires would be taken for the next one's.
  Status checkUsable(const Exchange &exchange) const {
    RankState &mine = world->state(self);
    if (mine.state.load(std::memory_order_acquire) == RankState::Failed)
      return failure(WEIR_INTERNAL,
                     message("rank ", self, " meets nobody in ", exchange.what, ", as it has failed: ", mine.message));
    bool isWhole = exchange.give.size() == exchange.group.size() && exchange.take.size() == exchange.group.size();
    bool hasSelf = false;
    for (size_t i = 0; isWhole && i < exchange.group.size(); ++i) {
      int64_t member = exchange.group[i];
      hasSelf |= member == self;
      bool isAgain = std::count(exchange.group.begin(), exchange.group.end(), member) > 1;
      isWhole = member >= 0 && member < numRanks() && !isAgain;
    }
    if (isWhole && hasSelf)
      return nullptr;
    return failure(WEIR_INVALID_ARGUMENT, message("expects strips for each member of a group of ranks below ",
                                                  numRanks(), " with rank ", self, " among them, in ", exchange.what));
  }

  /// What goes on with another member.
  struct Talk {
    int64_t peer;
    Cursor give, take;
    Heading sent, got;
    uint64_t headingSent = 0, headingGot = 0; ///< bytes of them
    bool hasSent = false, hasTaken = false;
  };

  Status exchanged(const Exchange &exchange, Clock::time_point deadline) {
    std::vector<Talk> talks;
    uint64_t what = identify(exchange);
    for (size_t member = 0; member < exchange.group.size(); ++member) {
      if (exchange.group[member] == self) {
        if (Status failed = copyStrips(exchange.give[member], exchange.take[member], exchange.what))
          return failed;
        continue;
      }
      Talk talk{exchange.group[member], Cursor(exchange.give[member]), Cursor(exchange.take[member]), {}, {}};
      talk.sent.what = what;
      talk.sent.bytes = talk.give.left();
      strncpy(talk.sent.text, exchange.what.c_str(), sizeof(talk.sent.text) - 1);
      talks.push_back(std::move(talk));
    }
    return talked(talks, exchange, deadline);
  }

  Status talked(std::vector<Talk> &talks, const Exchange &exchange, Clock::time_point deadline) {
    int looks = 0;
    Clock::time_point lastCheck = Clock::now();
    for (;;) {
      bool moved = false, isDone = true;
      for (Talk &talk : talks) {
        moved |= send(talk);
        bool took = false;
        if (Status failed = take(talk, exchange, took))
          return failed;
        moved |= took;
        isDone &= talk.hasSent && talk.hasTaken;
      }
      if (isDone)
        return nullptr;
      if (moved) {
        looks = 0;
        continue;
      }
      if (++looks < kLooks) {
        yieldThread();
        continue;
      }
      Clock::time_point now = Clock::now();
      if (now - lastCheck > kBetweenChecks) {
        lastCheck = now;
        if (Status failed = checkOthers(talks, exchange))
          return failed;
      }
      if (now > deadline)
        return late(talks, exchange);
      std::this_thread::sleep_for(kNap);
    }
  }

  /// The same on all members that are at the same exchange.
  uint64_t identify(const Exchange &exchange) {
    uint64_t group = hashed(0xcbf29ce484222325, exchange.group.data(), exchange.group.size() * sizeof(int64_t));
    auto found = std::find_if(counts.begin(), counts.end(), [&](auto &count) { return count.first == group; });
    if (found == counts.end())
      found = counts.insert(found, {group, 0});
    uint64_t number = found->second++;
    return hashed(hashed(group, &number, sizeof(number)), exchange.what.data(), exchange.what.size());
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
  bool send(Talk &talk) {
    if (talk.hasSent)
      return false;
    Wire &wire = world->wire(self, talk.peer);
    uint64_t written = wire.written.load(std::memory_order_relaxed);
    uint64_t room = world->wireSize() - (written - wire.read.load(std::memory_order_acquire)), before = written;
    auto put = [&](const std::byte *data, size_t size) {
      std::byte *ring = world->bytesOf(self, talk.peer);
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
      talk.give.advance(pace.room(room), [&](std::byte *data, size_t size) { put(data, size); });
      talk.hasSent = talk.give.left() == 0;
      pace.passed(written - behindHeading);
      given.fetch_add(written - behindHeading, std::memory_order_relaxed);
    }
    if (written != before)
      wire.written.store(written, std::memory_order_release);
    return written != before;
  }

  /// Takes what is on the wire.
  Status take(Talk &talk, const Exchange &exchange, bool &moved) {
    if (talk.hasTaken)
      return nullptr;
    Wire &wire = world->wire(talk.peer, self);
    uint64_t read = wire.read.load(std::memory_order_relaxed), before = read;
    uint64_t there = wire.written.load(std::memory_order_acquire) - read;
    auto get = [&](std::byte *data, size_t size) {
      const std::byte *ring = world->bytesOf(talk.peer, self);
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
    moved = read != before;
    if (moved)
      wire.read.store(read, std::memory_order_release);
    return nullptr;
  }

  Status checkHeading(const Talk &talk, const Exchange &exchange) const {
    if (talk.got.what != talk.sent.what)
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects all members of a group to meet in one collective, got rank ", self, " in ",
                             exchange.what, " and rank ", talk.peer, " in ", talk.got.text));
    if (talk.got.bytes != talk.take.left())
      return failure(WEIR_INVALID_ARGUMENT, message("expects rank ", talk.peer, " to give ", talk.take.left(),
                                                    " bytes in ", exchange.what, ", got ", talk.got.bytes));
    return nullptr;
  }

  /// Whether one of those who are waited for is known to have failed or gone.
  Status checkOthers(const std::vector<Talk> &talks, const Exchange &exchange) {
    for (const Talk &talk : talks) {
      if (talk.hasSent && talk.hasTaken)
        continue;
      RankState &other = world->state(talk.peer);
      uint32_t state = other.state.load(std::memory_order_acquire);
      if (state == RankState::Failed && other.isMessageWhole.load(std::memory_order_acquire))
        return failure(WEIR_INTERNAL, message("rank ", self, " waits in ", exchange.what, " for rank ", talk.peer,
                                              ", which has failed: ", other.message));
      bool isGone = state == RankState::Present && world->isOfProcesses() &&
                    hasEnded(other.process.load(std::memory_order_relaxed), other.started.load());
      if (isGone || (state == RankState::Ended && !hasMore(talk)))
        return failure(WEIR_INTERNAL, message("rank ", self, " waits in ", exchange.what, " for rank ", talk.peer,
                                              ", which has ", isGone ? "gone away" : "ended"));
    }
    return nullptr;
  }

  bool hasMore(const Talk &talk) const {
    Wire &wire = world->wire(talk.peer, self);
    return wire.written.load(std::memory_order_acquire) != wire.read.load(std::memory_order_relaxed);
  }

  Status late(const std::vector<Talk> &talks, const Exchange &exchange) const {
    std::string missing;
    for (const Talk &talk : talks)
      if (!talk.hasTaken)
        missing += (missing.empty() ? "" : ", ") + std::to_string(talk.peer) +
                   (talk.headingGot == 0 ? "" : " (which has begun to give)");
    if (missing.empty())
      for (const Talk &talk : talks)
        if (!talk.hasSent)
          missing += (missing.empty() ? "" : ", ") + std::to_string(talk.peer) + " (which does not take)";
    return failure(WEIR_INTERNAL, message("rank ", self, " waited in ", exchange.what,
                                          " until its time was over (WEIR_TIMEOUT) for rank ", missing));
  }

  std::shared_ptr<SharedWorld> world;
  int64_t self;
  Pace pace = Pace::ofEnvironment();
  std::atomic<uint64_t> given{0};
  std::vector<std::pair<uint64_t, uint64_t>> counts; ///< exchanges so far, by the hash of their group
};

} // namespace

std::unique_ptr<Transport> makeTransport(std::shared_ptr<SharedWorld> world, int64_t rank) {
  return std::make_unique<RingTransport>(std::move(world), rank);
}

} // namespace weir

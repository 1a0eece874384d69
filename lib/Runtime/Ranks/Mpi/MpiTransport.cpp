// Sends strips in messages of MPI, of bounded size. The first one of an exchange begins with the heading; how many
// bytes each holds is up to the one who sends it.
#include "lib/Runtime/Ranks/Mpi/MpiTransport.h"
#include "lib/Runtime/Ranks/PolledTransport.h"

#include <algorithm>
#include <cstring>

namespace weir {

namespace {

/// What all messages under way take together, and a message at most: far below what a message of MPI may have.
constexpr size_t kAll = size_t{64} << 20, kLongest = size_t{1} << 20, kShortest = size_t{16} << 10;
/// The first message, which libraries send without asking the receiver.
constexpr size_t kFirst = size_t{4} << 10;

class MpiTransport : public PolledTransport {
public:
  MpiTransport(MpiLine &line, int32_t rank, World::Way way, std::shared_ptr<Pace> pace)
      : PolledTransport(rank, way, std::move(pace)), line(line),
        most(std::clamp(kAll / (4 * size_t(line.numRanks())), kShortest, kLongest)), endSeen(size_t(line.numRanks())) {}

  ~MpiTransport() override { line.say(MpiLine::State::Ended, ""); }

  int64_t numRanks() const override { return line.numRanks(); }
  void giveUp(const std::string &why) override { line.say(MpiLine::State::Failed, why); }

private:
  const char *whyFailed() const override { return line.whyFailed(); }

  Status send(Talk &talk, const Exchange &exchange, bool &moved) override {
    ++numLooks;
    return named(give(talk, moved), talk, exchange);
  }

  Status take(Talk &talk, const Exchange &exchange, bool &moved) override {
    ++numLooks;
    if (talk.headingGot > 0)
      return named(takeRest(talk, moved), talk, exchange);
    if (Status failed = takeFirst(talk, moved); failed || talk.headingGot == 0)
      return named(std::move(failed), talk, exchange);
    if (Status failed = checkHeading(talk, exchange))
      return failed;
    MpiLine::Wire &wire = line.wire(talk.peer);
    wire.toTake = talk.got.bytes;
    wire.numIn = wire.asked = 0;
    unpack(talk, wire, wire.in[0], sizeof(Heading));
    return named(takeRest(talk, moved), talk, exchange);
  }

  /// A failure of the library, which knows nothing of exchanges.
  Status named(Status failed, const Talk &talk, const Exchange &exchange) const {
    if (failed)
      failed->message =
          message("rank ", self, " can't meet rank ", talk.peer, " in ", exchange.what, ": ", failed->message);
    return failed;
  }

  Status give(Talk &talk, bool &moved) {
    MpiLine::Wire &wire = line.wire(talk.peer);
    for (MpiLine::Message &message : wire.out) {
      if (!message.isUnderWay)
        continue;
      if (Status failed = line.testSent(message))
        return failed;
      moved |= !message.isUnderWay;
    }
    if (talk.headingSent == 0) {
      wire.toGive = talk.sent.bytes;
      wire.numOut = 0;
    }
    while (talk.headingSent == 0 || wire.toGive > 0) {
      bool hasLeft = false;
      if (Status failed = sendNext(talk, wire, hasLeft))
        return failed;
      if (!hasLeft) {
        hasGone(0, !wire.out[wire.numOut % wire.out.size()].isUnderWay);
        return nullptr;
      }
      moved = true;
    }
    talk.hasSent = !wire.out[0].isUnderWay && !wire.out[1].isUnderWay;
    return nullptr;
  }

  /// Nothing leaves while the messages of before are under way, or where the link is slow.
  Status sendNext(Talk &talk, MpiLine::Wire &wire, bool &hasLeft) {
    MpiLine::Message &message = wire.out[wire.numOut % wire.out.size()];
    if (message.isUnderWay)
      return nullptr;
    size_t heading = talk.headingSent == 0 ? sizeof(Heading) : 0, room = (heading ? kFirst : most) - heading;
    size_t size = mayGo(std::min<uint64_t>(room, wire.toGive));
    if (size == 0 && !heading)
      return nullptr;
    if (message.bytes.size() < heading + size)
      message.bytes.resize(heading + size);
    memcpy(message.bytes.data(), &talk.sent, heading);
    std::byte *target = message.bytes.data() + heading;
    talk.give.advance(size, [&](std::byte *data, size_t piece) {
      memcpy(target, data, piece);
      target += piece;
    });
    if (Status failed = line.send(message, talk.peer, int32_t(heading + size)))
      return failed;
    ++wire.numOut;
    wire.toGive -= size;
    talk.headingSent = sizeof(Heading);
    hasGone(size, wire.toGive > 0);
    hasLeft = true;
    return nullptr;
  }

  Status takeRest(Talk &talk, bool &moved) {
    MpiLine::Wire &wire = line.wire(talk.peer);
    for (;;) {
      if (wire.toTake == 0) {
        talk.hasTaken = true;
        return nullptr;
      }
      // Each has `most` bytes or less, so that as many come as are asked for.
      for (; wire.asked < wire.in.size() && wire.toTake > wire.asked * most; ++wire.asked)
        if (Status failed = line.receive(wire.in[(wire.numIn + wire.asked) % wire.in.size()], talk.peer, int32_t(most)))
          return failed;
      MpiLine::Message &message = wire.in[wire.numIn % wire.in.size()];
      if (Status failed = line.testReceived(message); failed || message.isUnderWay)
        return failed;
      --wire.asked;
      unpack(talk, wire, message, 0);
      moved = true;
    }
  }

  Status takeFirst(Talk &talk, bool &moved) {
    MpiLine::Message &first = line.wire(talk.peer).in[0];
    if (!first.isUnderWay)
      if (Status failed = line.receive(first, talk.peer, int32_t(kFirst)))
        return failed;
    if (Status failed = line.testReceived(first); failed || first.isUnderWay)
      return failed;
    if (size_t(first.size) < sizeof(Heading))
      return failure(WEIR_INTERNAL, message("expects a heading, got ", first.size, " bytes"));
    moved = true;
    memcpy(&talk.got, first.bytes.data(), sizeof(Heading));
    talk.headingGot = sizeof(Heading);
    return nullptr;
  }

  static void unpack(Talk &talk, MpiLine::Wire &wire, const MpiLine::Message &message, size_t from) {
    const std::byte *source = message.bytes.data() + from;
    uint64_t size = std::min<uint64_t>(size_t(message.size) - from, wire.toTake);
    talk.take.advance(size, [&](std::byte *data, size_t piece) {
      memcpy(data, source, piece);
      source += piece;
    });
    wire.toTake -= size;
    ++wire.numIn;
  }

  std::string whyGone(const Talk &talk) override {
    line.listen();
    std::string why;
    switch (line.stateOf(talk.peer, why)) {
    case MpiLine::State::Present:
      return "";
    case MpiLine::State::Failed:
      return "which has failed: " + why;
    case MpiLine::State::Ended:
      break;
    }
    // What it has given before is there by now, but may not have been looked at since.
    uint64_t &seen = endSeen[size_t(talk.peer)];
    if (seen == 0)
      seen = numLooks;
    return seen == numLooks ? "" : "which has ended";
  }

  MpiLine &line;
  const size_t most;
  uint64_t numLooks = 0;
  std::vector<uint64_t> endSeen; ///< by rank, the number of the look before it was known to have ended
};

} // namespace

std::unique_ptr<Transport> makeMpiTransport(MpiLine &line, int32_t rank, World::Way way, std::shared_ptr<Pace> pace) {
  return std::make_unique<MpiTransport>(line, rank, way, std::move(pace));
}

} // namespace weir

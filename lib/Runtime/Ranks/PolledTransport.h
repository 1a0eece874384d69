// What transports share that look again and again whether bytes have moved: headings, naps, deadlines, and what is said
// of ranks that are elsewhere or missing. How bytes go is told by those that derive from it.
#pragma once

#include "lib/Runtime/Ranks/Pace.h"
#include "lib/Runtime/Ranks/StripCursor.h"
#include "lib/Runtime/Ranks/WaitNotice.h"
#include "lib/Runtime/Ranks/World.h"

namespace weir {

class PolledTransport : public Transport {
public:
  int64_t rank() const override { return self; }
  uint64_t bytesSent() const override { return given.load(std::memory_order_relaxed); }
  Status run(const Exchange &exchange, Clock::time_point deadline) override;

protected:
  /// One that nobody waits for looks rarely, as its thread takes time from those that compute.
  PolledTransport(int64_t rank, World::Way way, std::shared_ptr<Pace> pace)
      : self(rank), way(way), pace(std::move(pace)) {}

  /// In front of what one member gives to another in an exchange.
  struct Heading {
    uint64_t what = 0;  ///< a hash of the group, its exchanges so far, and what this one is
    uint64_t bytes = 0; ///< behind it
    char text[112] = {};
  };

  /// What goes on with another member.
  struct Talk {
    int64_t peer;
    Cursor give, take;
    Heading sent, got;
    uint64_t headingSent = 0, headingGot = 0; ///< bytes of them
    bool hasSent = false, hasTaken = false;
  };

  /// Gives what can be given now.
  virtual Status send(Talk &talk, const Exchange &exchange, bool &moved) = 0;
  /// Takes what is there. Calls checkHeading once the heading is.
  virtual Status take(Talk &talk, const Exchange &exchange, bool &moved) = 0;
  /// Why a member that is waited for will not come, as far as that is known: "which has ended". Empty if it may.
  virtual std::string whyGone(const Talk &talk) = 0;
  /// Why this rank has failed, if it has.
  virtual const char *whyFailed() const = 0;

  Status checkHeading(const Talk &talk, const Exchange &exchange) const;

  /// How many of so many bytes may go now.
  uint64_t mayGo(uint64_t wanted) { return pace->room(wanted, way == World::Way::Awaited); }
  /// So many have gone; `isMore` is to.
  void hasGone(uint64_t bytes, bool isMore) {
    pace->passed(bytes, isMore, way == World::Way::Awaited);
    given.fetch_add(bytes, std::memory_order_relaxed);
  }

  const int64_t self;
  const World::Way way;

private:
  const std::shared_ptr<Pace> pace; ///< of all that the rank sends
  std::atomic<uint64_t> given{0};   ///< bytes, without headings

  Status checkUsable(const Exchange &exchange) const;
  Status exchanged(const Exchange &exchange, Clock::time_point deadline);
  Status talked(std::vector<Talk> &talks, const Exchange &exchange, Clock::time_point deadline);
  Status move(std::vector<Talk> &talks, const Exchange &exchange, bool &moved, bool &isDone);
  Status checkOthers(const std::vector<Talk> &talks, const Exchange &exchange);
  uint64_t identify(const Exchange &exchange);

  std::vector<std::pair<uint64_t, uint64_t>> counts; ///< exchanges so far, by the hash of their group
  WaitNotice notice;
};

} // namespace weir

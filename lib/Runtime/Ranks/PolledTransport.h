// What transports share that look again and again whether bytes have moved: headings, naps, deadlines, and what is said
// of ranks that are elsewhere or missing. How bytes go is told by those that derive from it.
#pragma once

#include "lib/Runtime/Ranks/Pace.h"
#include "lib/Runtime/Ranks/StripCursor.h"
#include "lib/Runtime/Ranks/WaitNotice.h"

namespace weir {

class PolledTransport : public Transport {
public:
  int64_t rank() const override { return self; }
  uint64_t bytesSent() const override { return given.load(std::memory_order_relaxed); }
  Status run(const Exchange &exchange, Clock::time_point deadline) override;

protected:
  explicit PolledTransport(int64_t rank) : self(rank) {}

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

  const int64_t self;
  Pace pace = Pace::ofEnvironment();
  std::atomic<uint64_t> given{0}; ///< bytes, without headings

private:
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

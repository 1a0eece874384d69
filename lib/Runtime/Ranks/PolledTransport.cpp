// See PolledTransport.h.
#include "lib/Runtime/Ranks/PolledTransport.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace weir {

namespace {

/// How long one looks without sleeping, and how long one sleeps then, which is longer where nobody waits.
constexpr int kLooks = 200;
constexpr auto kNap = std::chrono::microseconds(50), kLongNap = std::chrono::microseconds(250);
/// How often one looks whether others live.
constexpr auto kBetweenChecks = std::chrono::milliseconds(20);

uint64_t hashed(uint64_t hash, const void *data, size_t size) {
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ static_cast<const unsigned char *>(data)[i]) * 0x100000001b3;
  return hash;
}

/// Those who are waited for: whoever has not given everything; if all have, whoever has not taken everything.
std::string missing(const auto &talks) {
  std::string names;
  auto name = [&](int64_t rank, const char *remark) {
    names += (names.empty() ? "" : ", ") + std::to_string(rank) + remark;
  };
  for (const auto &talk : talks)
    if (!talk.hasTaken)
      name(talk.peer, talk.headingGot == 0 ? "" : " (which has begun to give)");
  if (names.empty())
    for (const auto &talk : talks)
      if (!talk.hasSent)
        name(talk.peer, " (which does not take)");
  return names;
}

} // namespace

Status PolledTransport::run(const Exchange &exchange, Clock::time_point deadline) {
  if (Status failed = checkUsable(exchange))
    return failed;
  Status failed = exchanged(exchange, deadline);
  notice.clear();
  if (failed) {
    hasGone(0, /*isMore=*/false);
    giveUp(failed->message);
  }
  return failed;
}

/// What a failed exchange has left on the wires would be taken for the next one's.
Status PolledTransport::checkUsable(const Exchange &exchange) const {
  if (const char *why = whyFailed())
    return failure(WEIR_INTERNAL,
                   message("rank ", self, " meets nobody in ", exchange.what, ", as it has failed: ", why));
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
  return failure(WEIR_INVALID_ARGUMENT, message("expects strips for each member of a group of ranks below ", numRanks(),
                                                " with rank ", self, " among them, in ", exchange.what));
}

Status PolledTransport::exchanged(const Exchange &exchange, Clock::time_point deadline) {
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

Status PolledTransport::talked(std::vector<Talk> &talks, const Exchange &exchange, Clock::time_point deadline) {
  int looks = 0;
  Clock::time_point lastCheck = Clock::now();
  // Counted from the last byte on, also of what goes first: what takes long on a slow link is no failure.
  Clock::duration patience = deadline - lastCheck;
  uint64_t movesSeen = pace->moves();
  for (;;) {
    bool moved = false, isDone = true;
    if (Status failed = move(talks, exchange, moved, isDone))
      return failed;
    if (isDone)
      return nullptr;
    if (moved) {
      looks = 0;
      pace->noteMove();
      continue;
    }
    if (way == World::Way::Awaited && ++looks < kLooks) {
      yieldThread();
      continue;
    }
    Clock::time_point now = Clock::now();
    if (uint64_t moves = pace->moves(); moves != movesSeen) {
      movesSeen = moves;
      deadline = std::max(deadline, now + patience);
    }
    if (now - lastCheck > kBetweenChecks) {
      lastCheck = now;
      if (const char *why = whyFailed())
        return failure(WEIR_INTERNAL, message("rank ", self, " leaves ", exchange.what, ", as it has failed: ", why));
      notice.show(message("weir: rank ", self, " waits in ", exchange.what, " for rank ", missing(talks)));
      if (Status failed = checkOthers(talks, exchange))
        return failed;
    }
    if (now > deadline)
      return failure(WEIR_INTERNAL, message("rank ", self, " waited in ", exchange.what,
                                            " until its time was over (WEIR_TIMEOUT) for rank ", missing(talks)));
    std::this_thread::sleep_for(way == World::Way::Awaited ? kNap : kLongNap);
  }
}

Status PolledTransport::move(std::vector<Talk> &talks, const Exchange &exchange, bool &moved, bool &isDone) {
  for (Talk &talk : talks) {
    if (!talk.hasSent)
      if (Status failed = send(talk, exchange, moved))
        return failed;
    if (!talk.hasTaken)
      if (Status failed = take(talk, exchange, moved))
        return failed;
    isDone &= talk.hasSent && talk.hasTaken;
  }
  return nullptr;
}

/// The same on all members that are at the same exchange.
uint64_t PolledTransport::identify(const Exchange &exchange) {
  uint64_t group = hashed(0xcbf29ce484222325, exchange.group.data(), exchange.group.size() * sizeof(int64_t));
  auto found = std::find_if(counts.begin(), counts.end(), [&](auto &count) { return count.first == group; });
  if (found == counts.end())
    found = counts.insert(found, {group, 0});
  uint64_t number = found->second++;
  return hashed(hashed(group, &number, sizeof(number)), exchange.what.data(), exchange.what.size());
}

Status PolledTransport::checkHeading(const Talk &talk, const Exchange &exchange) const {
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
Status PolledTransport::checkOthers(const std::vector<Talk> &talks, const Exchange &exchange) {
  for (const Talk &talk : talks) {
    if (talk.hasSent && talk.hasTaken)
      continue;
    if (std::string why = whyGone(talk); !why.empty())
      return failure(WEIR_INTERNAL,
                     message("rank ", self, " waits in ", exchange.what, " for rank ", talk.peer, ", ", why));
  }
  return nullptr;
}

} // namespace weir

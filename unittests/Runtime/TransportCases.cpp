// What ranks do in each case, and what they have to say.
#include "unittests/Runtime/TransportCases.h"

#include "lib/Support/Philox.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace weir {

using namespace std::chrono_literals;

Clock::time_point soon(Clock::duration time) { return Clock::now() + time; }

/// The byte number `at` of what a rank gives to another in a round.
static std::byte byteOf(int64_t from, int64_t to, uint64_t round, uint64_t at) {
  return static_cast<std::byte>(from * 71 + to * 13 + round * 7 + at * 3 + at / 251);
}

/// Rounds of exchanges in groups, of drawn sizes, in several strips; "" if all bytes are right.
static std::string drawnRounds(Transport &transport, uint64_t seed, uint64_t rounds, uint64_t most) {
  int64_t numRanks = transport.numRanks(), self = transport.rank();
  for (uint64_t round = 0; round < rounds; ++round) {
    // All ranks, or those of the same parity.
    bool isWhole = randomBits(seed, 0, 0, round) % 2 == 0;
    Exchange exchange{.group = {}, .what = "round " + std::to_string(round), .give = {}, .take = {}};
    for (int64_t rank = 0; rank < numRanks; ++rank)
      if (isWhole || rank % 2 == self % 2)
        exchange.group.push_back(rank);
    std::vector<std::vector<std::byte>> given, taken;
    auto sizeOf = [&](int64_t from, int64_t to) { return randomBits(seed, from * 64 + to, 1, round) % most; };
    for (int64_t peer : exchange.group) {
      given.emplace_back(sizeOf(self, peer));
      for (uint64_t at = 0; at < given.back().size(); ++at)
        given.back()[at] = byteOf(self, peer, round, at);
      taken.emplace_back(sizeOf(peer, self));
    }
    auto strips = [&](std::vector<std::byte> &bytes, size_t pieces) {
      std::vector<Strip> all;
      for (size_t piece = 0; piece < pieces; ++piece) {
        size_t begin = bytes.size() * piece / pieces, end = bytes.size() * (piece + 1) / pieces;
        all.push_back({bytes.data() + begin, end - begin});
      }
      return all;
    };
    for (size_t member = 0; member < exchange.group.size(); ++member) {
      exchange.give.push_back(strips(given[member], 1 + round % 3));
      exchange.take.push_back(strips(taken[member], 1 + round % 4));
    }
    if (Status failed = transport.run(exchange, soon()))
      return failed->message;
    for (size_t member = 0; member < exchange.group.size(); ++member)
      for (uint64_t at = 0; at < taken[member].size(); ++at)
        if (taken[member][at] != byteOf(exchange.group[member], self, round, at))
          return "wrong byte " + std::to_string(at) + " of round " + std::to_string(round);
  }
  return "";
}

/// An exchange of one byte with each member.
std::string touch(Transport &transport, const std::string &what, size_t bytes, Clock::duration time) {
  std::vector<std::byte> given(16), taken(16 * static_cast<size_t>(transport.numRanks()));
  Exchange exchange{.group = {}, .what = what, .give = {}, .take = {}};
  for (int64_t rank = 0; rank < transport.numRanks(); ++rank) {
    exchange.group.push_back(rank);
    exchange.give.push_back({{given.data(), rank == transport.rank() ? 1 : bytes}});
    exchange.take.push_back({{taken.data() + 16 * rank, 1}});
  }
  Status failed = transport.run(exchange, soon(time));
  return failed ? failed->message : "";
}

/// What an all-reduce of floats gives: a part of it for each rank, added in the order of ranks, and then all parts.
static std::string addInOrder(Transport &transport) {
  constexpr size_t kPart = 3000;
  auto ranks = size_t(transport.numRanks()), self = size_t(transport.rank());
  auto number = [](size_t rank, size_t at) { return float(randomBits(5, rank, 0, at) % 100'000) * 1.1e-3f; };
  std::vector<float> mine(kPart * ranks), taken(mine.size()), all(mine.size());
  for (size_t at = 0; at < mine.size(); ++at)
    mine[at] = number(self, at);
  auto part = [](std::vector<float> &of, size_t rank) {
    return std::vector<Strip>{{reinterpret_cast<std::byte *>(&of[rank * kPart]), kPart * sizeof(float)}};
  };
  Exchange scatter{.group = {}, .what = "scatter", .give = {}, .take = {}}, gather = scatter;
  std::vector<float> sums(kPart);
  for (size_t rank = 0; rank < ranks; ++rank) {
    scatter.group.push_back(int64_t(rank));
    scatter.give.push_back(part(mine, rank));
    scatter.take.push_back(part(taken, rank));
    gather.give.push_back(part(sums, 0));
    gather.take.push_back(part(all, rank));
  }
  gather.group = scatter.group;
  if (Status failed = transport.run(scatter, soon()))
    return failed->message;
  auto add = [&](size_t rank, size_t at, float value) { return rank == 0 ? value : sums[at] + value; };
  for (size_t rank = 0; rank < ranks; ++rank)
    for (size_t at = 0; at < kPart; ++at)
      sums[at] = add(rank, at, taken[rank * kPart + at]);
  if (Status failed = transport.run(gather, soon()))
    return failed->message;
  for (size_t at = 0; at < all.size(); ++at) {
    float sum = number(0, at);
    for (size_t rank = 1; rank < ranks; ++rank)
      sum += number(rank, at);
    if (memcmp(&sum, &all[at], sizeof(sum)) != 0)
      return "other bits in number " + std::to_string(at);
  }
  return "";
}

static std::string sendSlowly(Transport &transport) {
  std::vector<std::byte> given(100'000), taken(given.size());
  Exchange exchange{.group = {0, 1}, .what = "slow", .give = {{}, {}}, .take = {{}, {}}};
  auto other = static_cast<size_t>(1 - transport.rank());
  exchange.give[other] = {{given.data(), given.size()}};
  exchange.take[other] = {{taken.data(), taken.size()}};
  Clock::time_point start = Clock::now();
  Status failed = transport.run(exchange, soon());
  // Those of the last piece may be read before their time is over.
  bool isSlow = Clock::now() - start > 45ms;
  return failed ? std::string(failed->message) : isSlow && transport.bytesSent() == 100'000 ? "" : "too fast";
}

static std::string meetNobodyAgain(Transport &transport) {
  std::string first = touch(transport, transport.rank() == 0 ? "x" : "y");
  return first.empty() ? first : touch(transport, "z");
}

static std::string meetRankTwo(Transport &transport) {
  Exchange exchange{.group = {0, 1, 2}, .what = "x", .give = {{}, {}, {}}, .take = {{}, {}, {}}};
  Status failed = transport.run(exchange, soon());
  return failed ? failed->message : "";
}

static std::string beElsewhere(Transport &transport) {
  return touch(transport, transport.rank() == 0 ? "comm.all_reduce (a.py:3)" : "comm.all_gather (a.py:4)");
}

static std::string comeLate(Transport &transport) {
  if (transport.rank() != 1)
    return touch(transport, "comm.all_reduce (a.py:3)", 1, 100ms);
  std::this_thread::sleep_for(2s); // long enough for the others to begin, on a busy machine, too
  return "";
}

static bool saysNothing(const std::vector<std::string> &said) {
  return std::ranges::all_of(said, [](const std::string &each) { return each.empty(); });
}

static bool saysSomething(const std::vector<std::string> &said) {
  return std::ranges::none_of(said, [](const std::string &each) { return each.empty(); });
}

static bool namesBothPlaces(const std::vector<std::string> &said) {
  return saysSomething(said) &&
         (contains(said[0], "expects all members of a group to meet in one collective, got rank 0 in "
                            "comm.all_reduce (a.py:3) and rank 1 in comm.all_gather (a.py:4)") ||
          contains(said[1], "got rank 1 in comm.all_gather (a.py:4) and rank 0 in comm.all_reduce (a.py:3)"));
}

static bool namesWhoIsLate(const std::vector<std::string> &said) {
  return contains(said[0], "for rank 1") && contains(said[2], "for rank 1") &&
         (contains(said[0], "rank 0 waited in comm.all_reduce (a.py:3) until its time was over (WEIR_TIMEOUT)") ||
          contains(said[2], "rank 2 waited in comm.all_reduce (a.py:3) until its time was over (WEIR_TIMEOUT)"));
}

static bool namesWhoHasEnded(const std::vector<std::string> &said) {
  auto names = [](const std::string &each) {
    return contains(each, "for rank 1, which has ended") || contains(each, "which has failed");
  };
  return names(said[0]) && names(said[2]);
}

static bool meetsNobody(const std::vector<std::string> &said) {
  return std::ranges::all_of(
      said, [](const std::string &each) { return contains(each, "meets nobody in z, as it has failed: "); });
}

std::span<const TransportCase> transportCases() {
  static const std::vector<TransportCase> cases = {
      {"BytesArrive", 4, [](Transport &transport) { return drawnRounds(transport, 8, 40, 5000); }, saysNothing},
      {"BytesArriveAmongThree", 3, [](Transport &transport) { return drawnRounds(transport, 7, 60, 5000); },
       saysNothing},
      {"MoreThanAWireHolds", 3, [](Transport &transport) { return drawnRounds(transport, 9, 4, 5 << 20); },
       saysNothing},
      {"SumsHaveTheSameBits", 4, addInOrder, saysNothing},
      {"RanksInDifferentCollectivesAreTold", 2, beElsewhere, namesBothPlaces},
      {"AnotherNumberOfBytesIsTold", 2,
       [](Transport &transport) { return touch(transport, "x", transport.rank() == 0 ? 2 : 1); },
       [](const auto &said) { return said[1] == "expects rank 0 to give 1 bytes in x, got 2"; }},
      {"WhoIsNotThereIsNamed", 3, comeLate, namesWhoIsLate},
      {"WhoHasEndedIsNamed", 3,
       [](Transport &transport) { return transport.rank() == 1 ? std::string() : touch(transport, "x"); },
       namesWhoHasEnded},
      {"ARankThatHasFailedMeetsNobody", 2, meetNobodyAgain, meetsNobody},
      {"GroupsOfNoRanksAreRefused", 2, meetRankTwo,
       [](const auto &said) {
         return said[1] == "expects strips for each member of a group of ranks below 2 with rank 1 among them, in x";
       }},
      {"AFailureReachesAll", 3,
       [](Transport &transport) { return touch(transport, transport.rank() == 2 ? "y" : "x"); }, saysSomething},
      {"ASlowLinkTakesItsTime", 2, sendSlowly, saysNothing, "2e6"},
  };
  return cases;
}

} // namespace weir

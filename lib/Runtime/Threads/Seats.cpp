// A range is handed out by one atomic counter.
#include "lib/Runtime/Threads/Seats.h"
#include "lib/Runtime/Threads/Spin.h"

#include <bit>

namespace weir {

/// Of one who waits in the middle of a run: others can't use his seat meanwhile, and to wake him takes up to 20 us of
/// whoever does, on virtual machines, and as long again until he goes on.
static constexpr std::chrono::microseconds kLaneSpin(100);

static uint64_t bitOf(int seat) { return uint64_t(1) << (seat % 64); }

Seats::Seats(int count, void (*freed)(void *context), void *context)
    : numSeats(numHostThreads(std::max(1, count))), freed(freed), freedContext(context),
      ranges(std::make_unique<Range[]>(size_t(numSeats))), teams(std::make_unique<Team[]>(size_t(numSeats))) {
  for (int seat = 0; seat < numSeats; ++seat)
    free[size_t(seat / kPerWord)] |= bitOf(seat);
}

int Seats::take() {
  for (size_t word = 0; word < free.size(); ++word) {
    uint64_t seen = free[word].load();
    while (seen != 0)
      if (free[word].compare_exchange_weak(seen, seen & (seen - 1)))
        return int(word) * kPerWord + std::countr_zero(seen);
  }
  return -1;
}

void Seats::leave(int seat) {
  free[size_t(seat / kPerWord)].fetch_or(bitOf(seat));
  if (freed)
    freed(freedContext);
}

bool Seats::hasFree() const {
  return std::any_of(free.begin(), free.end(), [](const auto &word) { return word.load() != 0; });
}

int Seats::numFree() const {
  int number = 0;
  for (const Atomic<uint64_t> &word : free)
    number += std::popcount(word.load());
  return number;
}

void Seats::Range::begin(int64_t newCount, int64_t newGrain, Body newBody, void *newContext) {
  body = newBody;
  context = newContext;
  grain = newGrain;
  count.store(newCount, std::memory_order_relaxed);
  next.store(0, std::memory_order_relaxed);
  open.store(true);
}

void Seats::Range::work(int seat) {
  int64_t end = count.load(std::memory_order_relaxed);
  for (int64_t first; (first = next.fetch_add(grain, std::memory_order_relaxed)) < end;)
    body(context, seat, first, std::min(grain, end - first));
}

bool Seats::Range::help(int seat) {
  if (!hasWork())
    return false;
  inside.fetch_add(1);
  bool isOpen = open.load();
  if (isOpen)
    work(seat);
  if (inside.fetch_sub(1) == 1)
    inside.notify_all();
  return isOpen;
}

void Seats::Range::end() {
  open.store(false);
  auto isEmpty = [&] { return inside.load() == 0; };
  while (!spinUntil(isEmpty))
    if (uint32_t still = inside.load())
      inside.wait(still);
}

/// Of 18 in pieces of two, one seat of two gets ten; in pieces of three each gets nine. Fewer pieces are worth a gain
/// that is more than what a slow seat would cost with them.
int64_t Seats::grainOf(int64_t count, int64_t seats) {
  constexpr int64_t kPieces = 4, kFewestPieces = 3; // of a seat
  constexpr double kGain = 1.03;
  auto most = [&](int64_t grain) { // that a seat gets; the last piece may be shorter
    int64_t whole = count / grain;
    return static_cast<double>(whole / seats * grain + (whole % seats != 0 ? grain : count % grain));
  };
  int64_t best = std::max<int64_t>(1, count / (seats * kPieces));
  for (int64_t pieces : {seats * kPieces, seats * kFewestPieces})
    if (int64_t grain = (count + pieces - 1) / pieces; kGain * most(grain) < most(best))
      best = grain;
  return best;
}

void Seats::share(int seat, int64_t count, int64_t grain, Body body, void *context) {
  Range &range = ranges[size_t(seat)];
  if (count <= grain || numSeats == 1 || range.isPrivate) {
    if (count > 0)
      body(context, seat, 0, count);
    return;
  }
  range.begin(count, grain, body, context);
  wakeForRange();
  range.work(seat);
  range.end();
}

/// There are as many seats as helpers. Those that are awake have a seat or look for one, so a seat stays free for each
/// that sleeps, but for those of guests.
void Seats::wakeForRange() {
  if (int asleep = idle.number(); asleep > 0)
    idle.wake(asleep - guests.load() - helpers.load() + numSeats);
}

/// Of the helpers as many have no seat as seats are free: somebody comes for each that is taken here, or it is claimed.
bool Seats::runTogether(int seat, int64_t count, Body body, void *context, Haste haste) {
  if (helpers.load() < numSeats)
    return false;
  Team &team = teams[size_t(seat)];
  team.all = this;
  team.body = body;
  team.context = context;
  team.seats.assign(1, seat);
  while (int64_t(team.seats.size()) < count) {
    int other = take();
    if (other < 0) {
      std::for_each(team.seats.begin() + 1, team.seats.end(), [&](int taken) { leave(taken); });
      return false;
    }
    team.seats.push_back(other);
  }
  team.takesGuests.store(haste != Haste::None);
  team.range.begin(count - 1, 1, Team::runOther, &team);
  wakeForTeam(count - 1, haste);
  body(context, seat, 0, 1);
  if (team.range.hasWork())
    idle.wakeAll();
  while (team.range.hasWork())
    yieldThread();
  endTeam(seat, team.range);
  return true;
}

/// Takes part in ranges of those who are not done yet.
void Seats::endTeam(int seat, Range &range) {
  range.open.store(false);
  auto areDone = [&] { return range.inside.load() == 0; };
  while (!areDone()) {
    if (helpWithRanges(seat) || spinUntil([&] { return areDone() || hasRange(); }, kLaneSpin))
      continue;
    if (uint32_t still = range.inside.load())
      range.inside.wait(still);
  }
}

/// Its thread may take part in ranges of those who are not done yet, too, on the seat that is free then.
void Seats::Team::runOther(void *opaque, int, int64_t index, int64_t) {
  const auto &team = *static_cast<Team *>(opaque);
  int seat = team.seats[size_t(index + 1)];
  team.body(team.context, seat, index + 1, 1);
  team.all->leave(seat);
}

/// To wake somebody takes time, up to 20 us on virtual machines.
void Seats::wakeForTeam(int64_t others, Haste haste) {
  if (haste != Haste::Quick)
    return idle.wakeAll();
  int elsewhere = numSeats - numFree() - int(others) - 1;
  int looking = helpers.load() - idle.number() + guests.load() - 1 - elsewhere;
  idle.wake(int(others) - looking);
}

int64_t Seats::claim(int seat) {
  Team &team = teams[size_t(seat)];
  if (!team.range.hasWork())
    return -1;
  int64_t index = team.range.next.fetch_add(1, std::memory_order_relaxed);
  if (index >= team.range.count.load(std::memory_order_relaxed))
    return -1;
  leave(team.seats[size_t(index + 1)]);
  return index + 1;
}

void Seats::helpUntil(int seat, Atomic<uint32_t> &counter, uint32_t count) {
  for (uint32_t seen; (seen = counter.load()) < count;) {
    if (helpWithRanges(seat))
      continue;
    if (!spinUntil([&] { return counter.load() != seen || hasRange(); }, kLaneSpin))
      counter.wait(seen);
  }
}

bool Seats::helpWithRanges(int seat) {
  bool helped = false;
  for (int i = 0; i < numSeats; ++i)
    helped |= ranges[size_t(i)].help(seat);
  return helped;
}

bool Seats::help(Who who) {
  for (int i = 0; i < numSeats; ++i)
    if (Team &team = teams[size_t(i)]; team.isFor(who) && team.range.help(/*seat=*/-1))
      return true;
  return helpOnce();
}

bool Seats::helpOnce() {
  if (!hasRange())
    return false;
  int seat = take();
  if (seat < 0)
    return false;
  bool helped = helpWithRanges(seat);
  leave(seat);
  return helped;
}

bool Seats::hasRange() const {
  return std::any_of(ranges.get(), ranges.get() + numSeats, [](const Range &range) { return range.hasWork(); });
}

bool Seats::canHelp(Who who) const {
  return std::any_of(teams.get(), teams.get() + numSeats, [&](const Team &team) { return team.isFor(who); }) ||
         (hasRange() && hasFree());
}

} // namespace weir

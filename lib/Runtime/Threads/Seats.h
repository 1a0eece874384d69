// Who works for a device has one of its seats, of which there are as many as it has threads: no more work at a time,
// and each has scratch of its own. Who runs something shares ranges of indices with those who take a free seat
// meanwhile. Knows nothing of kernels; a range is a function and a context.
#pragma once

#include "lib/Runtime/Threads/HostThreads.h"
#include "lib/Runtime/Threads/Sleepers.h"

#include <array>
#include <memory>
#include <vector>

namespace weir {

class Seats {
public:
  using Body = void (*)(void *context, int seat, int64_t first, int64_t count);
  /// Helpers come whenever there is something to do; guests are other threads, who mostly wait for something and should
  /// see its end soon.
  enum class Who { Helper, Guest };
  /// Of what runs together. Guests take part in what is short. What is so quick that the first call of the body claims
  /// what nobody has come for, whenever it would wait and in the end, wakes threads only where too few are awake.
  enum class Haste { None, Short, Quick };

  /// Calls `freed` whenever somebody has left a seat.
  explicit Seats(int count, void (*freed)(void *context) = nullptr, void *context = nullptr);
  Seats(const Seats &) = delete;
  Seats &operator=(const Seats &) = delete;

  int count() const { return numSeats; }

  /// A free one, -1 if there is none.
  int take();
  void leave(int seat);
  bool hasFree() const;
  int numFree() const;

  /// Of pieces of [0, count) that are about as long as each other: so many that seats which are as fast end together,
  /// and more of them than seats, so that one who comes late or is slow doesn't hold up the rest. The count isn't 0.
  static int64_t grainOf(int64_t count, int64_t seats);
  /// Calls the body for all of [0, count) in pieces of `grain` (the last may be shorter), on the caller's seat and on
  /// free ones; returns when all calls have.
  void share(int seat, int64_t count, int64_t grain, Body body, void *context);
  /// While there is one, ranges of a seat's are not shared.
  class Alone {
  public:
    Alone(Seats &seats, int seat) : seats(seats), seat(seat) { seats.ranges[size_t(seat)].isPrivate = true; }
    ~Alone() { seats.ranges[size_t(seat)].isPrivate = false; }
    Alone(const Alone &) = delete;
    Alone &operator=(const Alone &) = delete;

  private:
    Seats &seats;
    const int seat;
  };
  /// Calls the body once for each of [0, count), all of them at the same time: they may wait for each other with
  /// `helpUntil`, and share ranges. False, and none is called, where fewer seats are free.
  bool runTogether(int seat, int64_t count, Body body, void *context, Haste haste = Haste::None);
  /// For the first call of the body: the index of another one that nobody has begun, for it to make on the first's
  /// seat; -1 if there is none.
  int64_t claim(int seat);
  /// Takes part in shared ranges until the counter has reached `count`; sleeps on it where there is nothing to do for
  /// long. Whoever counts does so with sequential consistency and notifies.
  void helpUntil(int seat, Atomic<uint32_t> &counter, uint32_t count);

  /// Takes part in shared ranges as long as there are any; whether there were.
  bool helpWithRanges(int seat);

  /// For threads that have no seat: runs one of what shall run together, or takes a seat and part in a range; whether
  /// there was something of the kind.
  bool help(Who who);
  bool canHelp(Who who) const;

  /// While a guest works or looks for work, one of the helpers may sleep.
  class Guest {
  public:
    explicit Guest(Seats &seats) : seats(seats) { seats.guests.fetch_add(1); }
    ~Guest() { seats.guests.fetch_sub(1); }
    Guest(const Guest &) = delete;
    Guest &operator=(const Guest &) = delete;

  private:
    Seats &seats;
  };

  /// Who comes when there is something to do. Nothing runs together before there is one for each seat.
  Atomic<int> helpers{0};
  Sleepers idle; ///< helpers who have found nothing to do

private:
  /// On cache lines of its own. A helper first counts itself in, then looks whether the range is open; the owner first
  /// closes it, then waits until nobody is inside. So what a helper sees inside belongs to the open range.
  struct alignas(64) Range {
    Atomic<bool> open{false};
    Atomic<uint32_t> inside{0};
    Body body = nullptr;
    void *context = nullptr;
    int64_t grain = 1;
    bool isPrivate = false; ///< whoever has the seat shares nothing
    Atomic<int64_t> count{0};
    alignas(64) Atomic<int64_t> next{0};

    bool hasWork() const {
      return open.load() && next.load(std::memory_order_relaxed) < count.load(std::memory_order_relaxed);
    }
    void begin(int64_t count, int64_t grain, Body body, void *context);
    void work(int seat);
    bool help(int seat);
    void end();
  };
  /// What runs together. The range is of all but the first, which whoever began it runs himself.
  struct Team {
    Seats *all = nullptr;
    Body body = nullptr;
    void *context = nullptr;
    std::vector<int> seats; ///< taken for them, each until its call has returned or been claimed
    Atomic<bool> takesGuests{false};
    Range range;

    bool isFor(Who who) const { return range.hasWork() && (who == Who::Helper || takesGuests.load()); }
    static void runOther(void *team, int seat, int64_t index, int64_t count);
  };

  void wakeForRange();
  void wakeForTeam(int64_t others, Haste haste);
  void endTeam(int seat, Range &range);
  bool hasRange() const;
  bool helpOnce();

  static constexpr int kPerWord = 64;

  const int numSeats;
  void (*const freed)(void *context);
  void *const freedContext;
  std::unique_ptr<Range[]> ranges; ///< by seat
  std::unique_ptr<Team[]> teams;   ///< by seat of who began it
  Atomic<int> guests{0};
  alignas(64) std::array<Atomic<uint64_t>, kMostThreads / kPerWord> free = {};
};

} // namespace weir

// Greedy placement in several orders, of which the best is kept; then a search from there where it isn't perfect.
#include "lib/Support/MemoryPlan.h"

#include "lib/Support/MemorySweep.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>

namespace weir {

namespace {

/// Buffers that share one offset: one alone, or a chain of which each is in place of the one before. As a later member
/// is never larger, the bytes that it leaves are free again for others.
using Group = std::vector<uint32_t>;
using Order = std::vector<uint32_t>; ///< of groups

constexpr int64_t kUnplaced = -1;
constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

/// What an order of placing leads to.
struct Placement {
  Order order;
  std::vector<int64_t> offsets; ///< one per buffer
  int64_t peak = kNoLimit;
};

/// Pairs of buffers that all attempts together may look at: some 20 ms.
constexpr uint64_t kBudget = 8'000'000;
constexpr int kMovesPerStart = 300;

/// Placing more looks at too many pairs to do it even once.
constexpr size_t kMostSearched = 2048;

class Planner {
public:
  Planner(std::span<const BufferLifetime> buffers, int64_t alignment);
  MemoryPlan plan();

private:
  enum class Fit { Best, Lowest };
  struct Placed {
    int64_t begin, end; ///< bytes
    uint32_t first, last;
  };
  struct Forbidden {
    int64_t begin, end; ///< offsets strictly between would overlap a placed buffer
  };
  /// Looks for an offset between what is forbidden, which comes in ascending order.
  class Gaps {
  public:
    explicit Gaps(Fit fit) : fit(fit) {}
    bool isFound() const { return chosen != kUnplaced && fit == Fit::Lowest; }
    void add(Forbidden next) {
      int64_t slack = next.begin - reach;
      if (slack >= 0 && (chosen == kUnplaced || slack < chosenSlack))
        chosen = reach, chosenSlack = slack;
      reach = std::max(reach, next.end);
    }
    int64_t offset() const { return chosen == kUnplaced ? reach : chosen; }

  private:
    Fit fit;
    int64_t reach = 0, chosen = kUnplaced, chosenSlack = 0;
  };
  void formGroups(std::span<const BufferLifetime> buffers);
  int64_t liveBound() const;
  std::vector<Order> orders() const;
  Order orderBy(const std::function<double(uint32_t)> &key) const;

  MemoryPlan sweep() const;
  Placement place(Order order, Fit fit, int64_t limit);
  int64_t findOffset(const Group &group, Fit fit);
  void keep(uint32_t buffer);
  void improve(Placement &placement);

  int64_t groupBytes(uint32_t group) const { return bytes[groups[group].front()]; }
  uint32_t groupFirst(uint32_t group) const { return first[groups[group].front()]; }
  uint32_t groupLast(uint32_t group) const { return last[groups[group].back()]; }

  size_t count;
  std::vector<int64_t> bytes; ///< rounded up to the alignment
  std::vector<uint32_t> first, last;
  std::vector<Group> groups;

  int64_t bound = 0;
  uint64_t work = 0;
  std::mt19937 random; ///< of a fixed seed: the same buffers get the same plan

  std::vector<int64_t> offsets; ///< of the placement at hand
  std::vector<Placed> placed;   ///< buffers of the placement at hand, in the order of their bytes
  std::vector<Forbidden> forbidden;
};

Planner::Planner(std::span<const BufferLifetime> buffers, int64_t alignment) : count(buffers.size()) {
  for (const BufferLifetime &buffer : buffers) {
    bytes.push_back((buffer.bytes + alignment - 1) / alignment * alignment);
    first.push_back(buffer.first);
    last.push_back(buffer.last);
  }
  formGroups(buffers);
  bound = liveBound();
}

void Planner::formGroups(std::span<const BufferLifetime> buffers) {
  constexpr uint32_t kNobody = ~0u;
  std::vector<uint32_t> taker(count, kNobody);
  std::vector<bool> isTaker(count);
  std::vector<uint32_t> largestFirst(count);
  std::iota(largestFirst.begin(), largestFirst.end(), 0);
  std::sort(largestFirst.begin(), largestFirst.end(),
            [&](uint32_t a, uint32_t b) { return bytes[a] != bytes[b] ? bytes[a] > bytes[b] : a < b; });
  for (uint32_t buffer : largestFirst) {
    std::optional<uint32_t> donor = buffers[buffer].inPlaceOf;
    if (donor && taker[*donor] == kNobody && bytes[buffer] <= bytes[*donor]) {
      taker[*donor] = buffer;
      isTaker[buffer] = true;
    }
  }
  for (uint32_t buffer = 0; buffer < count; ++buffer) {
    if (isTaker[buffer])
      continue;
    Group group;
    for (uint32_t member = buffer; member != kNobody; member = taker[member])
      group.push_back(member);
    groups.push_back(std::move(group));
  }
}

/// A member of a chain counts from the position after its donor's last, as both have the same bytes there.
int64_t Planner::liveBound() const {
  uint32_t end = 0;
  for (uint32_t position : last)
    end = std::max(end, position + 1);
  std::vector<int64_t> change(end + 1);
  for (const Group &group : groups)
    for (size_t i = 0; i < group.size(); ++i) {
      uint32_t begin = first[group[i]] + (i > 0);
      if (begin > last[group[i]])
        continue;
      change[begin] += bytes[group[i]];
      change[last[group[i]] + 1] -= bytes[group[i]];
    }
  int64_t live = 0, most = 0;
  for (int64_t delta : change)
    most = std::max(most, live += delta);
  return most;
}

Order Planner::orderBy(const std::function<double(uint32_t)> &key) const {
  Order order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    double keyA = key(a), keyB = key(b);
    if (keyA != keyB)
      return keyA > keyB;
    if (groupBytes(a) != groupBytes(b))
      return groupBytes(a) > groupBytes(b);
    return groupFirst(a) != groupFirst(b) ? groupFirst(a) < groupFirst(b) : a < b;
  });
  return order;
}

std::vector<Order> Planner::orders() const {
  auto length = [&](uint32_t g) { return double(groupLast(g) - groupFirst(g)) + 1; };
  return {
      orderBy([&](uint32_t g) { return double(groupBytes(g)); }),
      orderBy([&](uint32_t g) { return double(groupBytes(g)) * length(g); }),
      orderBy([&](uint32_t g) { return length(g); }),
      orderBy([&](uint32_t g) { return -double(groupFirst(g)); }),
      orderBy([&](uint32_t g) { return double(groupLast(g)); }),
  };
}

int64_t Planner::findOffset(const Group &group, Fit fit) {
  work += group.size() * placed.size();
  Gaps gaps(fit);
  auto forEach = [&](uint32_t member, auto body) {
    for (const Placed &other : placed)
      if (first[member] <= other.last && other.first <= last[member] &&
          !body(Forbidden{other.begin - bytes[member], other.end}))
        return;
  };
  if (group.size() == 1) { // as most are: then it is in order already
    forEach(group.front(), [&](Forbidden next) {
      gaps.add(next);
      return !gaps.isFound();
    });
    return gaps.offset();
  }
  forbidden.clear();
  for (uint32_t member : group)
    forEach(member, [&](Forbidden next) {
      forbidden.push_back(next);
      return true;
    });
  std::sort(forbidden.begin(), forbidden.end(), [](auto a, auto b) { return a.begin < b.begin; });
  for (size_t i = 0; i < forbidden.size() && !gaps.isFound(); ++i)
    gaps.add(forbidden[i]);
  return gaps.offset();
}

void Planner::keep(uint32_t buffer) {
  Placed own{offsets[buffer], offsets[buffer] + bytes[buffer], first[buffer], last[buffer]};
  auto isBefore = [](const Placed &a, const Placed &b) { return a.begin < b.begin; };
  placed.insert(std::upper_bound(placed.begin(), placed.end(), own, isBefore), own);
}

/// Places all groups; gives up, with a peak of kNoLimit, once the peak is above the limit.
Placement Planner::place(Order order, Fit fit, int64_t limit) {
  offsets.assign(count, kUnplaced);
  placed.clear();
  int64_t peak = 0;
  for (uint32_t index : order) {
    const Group &group = groups[index];
    bool isEmpty = groupBytes(index) == 0;
    int64_t offset = isEmpty ? 0 : findOffset(group, fit);
    peak = std::max(peak, offset + groupBytes(index));
    if (peak > limit)
      return {};
    for (uint32_t member : group) {
      offsets[member] = offset;
      if (!isEmpty)
        keep(member);
    }
  }
  return {std::move(order), offsets, peak};
}

/// What stands above the bound was placed too late: moves one such group to an earlier place, again and again. Moves
/// that change nothing are kept too, as they lead on to others.
void Planner::improve(Placement &placement) {
  for (int move = 0; move < kMovesPerStart && placement.peak > bound && work < kBudget; ++move) {
    std::vector<size_t> late; // positions in the order
    for (size_t i = 1; i < placement.order.size(); ++i)
      if (placement.offsets[groups[placement.order[i]].front()] + groupBytes(placement.order[i]) > bound)
        late.push_back(i);
    if (late.empty())
      return;
    auto from = ptrdiff_t(late[random() % late.size()]);
    auto to = ptrdiff_t(random() % size_t(from));
    Order order = placement.order;
    std::rotate(order.begin() + to, order.begin() + from, order.begin() + from + 1);
    Placement moved = place(std::move(order), random() % 2 ? Fit::Best : Fit::Lowest, placement.peak);
    if (moved.peak <= placement.peak)
      placement = std::move(moved);
  }
}

MemoryPlan Planner::sweep() const {
  std::vector<MemoryBlock> blocks;
  for (const Group &group : groups) {
    MemoryBlock &block = blocks.emplace_back();
    for (uint32_t member : group)
      block.parts.push_back({bytes[member], first[member], last[member]});
  }
  std::vector<int64_t> places = sweepMemory(blocks);
  MemoryPlan plan{std::vector<int64_t>(count), 0, bound};
  for (size_t group = 0; group < groups.size(); ++group)
    for (uint32_t member : groups[group]) {
      plan.offsets[member] = places[group];
      plan.peakBytes = std::max(plan.peakBytes, places[group] + bytes[member]);
    }
  return plan;
}

MemoryPlan Planner::plan() {
  if (groups.size() > kMostSearched)
    return sweep();
  std::vector<Placement> starts;
  auto isBetter = [](const Placement &a, const Placement &b) { return a.peak < b.peak; };
  for (const Order &order : orders())
    for (Fit fit : {Fit::Best, Fit::Lowest}) {
      if (!starts.empty() && work > kBudget)
        break;
      starts.push_back(place(order, fit, kNoLimit));
      if (starts.back().peak == bound)
        return {std::move(starts.back().offsets), bound, bound};
    }
  std::sort(starts.begin(), starts.end(), isBetter);
  Placement best = starts.front();
  for (Placement &start : starts) {
    improve(start);
    if (start.peak < best.peak)
      best = start;
    if (best.peak == bound)
      break;
  }
  return {std::move(best.offsets), best.peak, bound};
}

} // namespace

Result<MemoryPlan> planMemory(std::span<const BufferLifetime> buffers, int64_t alignment) {
  constexpr int64_t kMaxSum = int64_t(1) << 62;
  int64_t sum = 0;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const BufferLifetime &buffer = buffers[i];
    auto fail = [&](const char *rule) { return Failure{"expects buffer " + std::to_string(i) + rule}; };
    if (buffer.first > buffer.last)
      return fail(" not to die before it is born");
    if (buffer.bytes < 0 || buffer.bytes > kMaxSum - alignment - sum)
      return fail(" and those before it to have sizes that are not negative and sum up to less than 2^62");
    sum += buffer.bytes + alignment;
    if (buffer.inPlaceOf && (*buffer.inPlaceOf >= i || buffers[*buffer.inPlaceOf].last != buffer.first))
      return fail(" to be in place of an earlier one that dies where it begins");
  }
  if (buffers.empty())
    return MemoryPlan();
  return Planner(buffers, alignment).plan();
}

} // namespace weir

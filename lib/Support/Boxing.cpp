// Searches the ways in which a value can be held for the cheapest path.
#include "lib/Support/Boxing.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace weir {

namespace {

using Kind = Holding::Kind;
using StepKind = BoxingStep::Kind;
using Holdings = std::vector<Holding>;

bool isSplit(const Holding &held) { return held.kind == Kind::Split; }

bool isSameFactor(const Holding &a, const Holding &b) {
  return isSplit(a) && isSplit(b) && a.dim == b.dim && a.outer == b.outer && a.inner == b.inner;
}

/// Whether no later axis splits the factor that this one splits: their parts lie inside of its parts, and neither
/// appear nor go away with them.
bool isMinor(const Holdings &axes, size_t axis) {
  for (size_t later = axis + 1; later < axes.size(); ++later)
    if (isSameFactor(axes[axis], axes[later]))
      return false;
  return true;
}

/// A total order of holdings, for sets of them.
auto keyOf(const Holding &held) {
  bool isPartial = held.kind == Kind::Partial;
  return std::tuple(held.kind, isSplit(held) ? held.dim : 0, isPartial ? static_cast<int>(held.combiner) : 0,
                    held.outer, held.inner);
}
struct Before {
  bool operator()(const Holdings &a, const Holdings &b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const Holding &x, const Holding &y) { return keyOf(x) < keyOf(y); });
  }
};

class Search {
public:
  Search(const MovedValue &value, const Holdings &from, const Holdings &to, const MeshAxes &mesh)
      : value(value), from(from), to(to), mesh(mesh), origin(mesh.shape.size(), 0) {}

  /// Dijkstra's search: there are few ways to hold a value, and paths are short.
  std::vector<BoxingStep> run() {
    reached[from] = Arrival();
    std::set<std::pair<double, Holdings>, ByCost> open = {{0, from}};
    while (!open.empty()) {
      auto [seconds, axes] = *open.begin();
      open.erase(open.begin());
      if (isHeldAlike(value.shape, axes, to, mesh))
        return pathTo(axes);
      for (BoxingStep &step : stepsFrom(axes)) {
        double total = seconds + step.seconds;
        auto known = reached.find(step.after);
        if (known != reached.end() && known->second.seconds <= total)
          continue;
        if (known != reached.end())
          open.erase({known->second.seconds, step.after});
        open.insert({total, step.after});
        Holdings after = step.after;
        reached.insert_or_assign(std::move(after), Arrival{total, axes, std::move(step)});
      }
    }
    return {};
  }

  std::vector<BoxingStep> stepsFrom(const Holdings &axes) const {
    std::vector<BoxingStep> steps;
    for (size_t axis = 0; axis < axes.size(); ++axis)
      addStepsAlong(axes, axis, steps);
    auto isPartial = [](const Holding &held) { return held.kind == Kind::Partial; };
    if (std::none_of(axes.begin(), axes.end(), isPartial) && std::none_of(to.begin(), to.end(), isPartial))
      if (double lacking = mostLacking(axes); lacking > 0) // else cuts will do
        steps.push_back({StepKind::Exchange, -1, to, secondsToExchange(lacking)});
    return steps;
  }

private:
  struct Arrival {
    double seconds = 0;
    Holdings before;
    BoxingStep step;
  };
  struct ByCost {
    bool operator()(const std::pair<double, Holdings> &a, const std::pair<double, Holdings> &b) const {
      if (a.first != b.first)
        return a.first < b.first;
      return Before()(a.second, b.second);
    }
  };

  std::vector<BoxingStep> pathTo(Holdings axes) const {
    std::vector<BoxingStep> steps;
    while (axes != from) {
      const Arrival &arrival = reached.at(axes);
      steps.push_back(arrival.step);
      axes = arrival.before;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  HeldRanges positions(const Holdings &axes, size_t dim, std::span<const int64_t> place) const {
    return heldPositions(value.shape[dim], static_cast<int>(dim), axes, mesh.shape, place);
  }

  /// Bytes that the rank with the largest part holds.
  double most(const Holdings &axes) const {
    return static_cast<double>(numHeld(value.shape, axes, mesh, origin) * value.bytes);
  }

  void addStepsAlong(const Holdings &axes, size_t axis, std::vector<BoxingStep> &steps) const {
    const Holding &now = axes[axis];
    if (isSplit(now) && !isMinor(axes, axis))
      return;
    auto change = [&](StepKind kind, const Holding &then) {
      Holdings after = axes;
      after[axis] = then;
      if (isSplit(then) && (!isMinor(after, axis) || misfitOf(DimSize(value.shape[then.dim]), then.dim, after)))
        return;
      double seconds = secondsAlong(kind, axis, axes, after);
      steps.push_back({kind, static_cast<int>(axis), std::move(after), seconds});
    };
    for (const Holding &split : {from[axis], to[axis]})
      if (!isSplit(split))
        continue;
      else if (now.kind == Kind::Broadcast)
        change(StepKind::Cut, split);
      else if (now.kind == Kind::Partial)
        change(StepKind::ReduceScatter, split);
      else if (now.dim != split.dim)
        change(StepKind::AllToAll, split);
    if (now.kind == Kind::Split)
      change(StepKind::AllGather, Holding());
    if (now.kind == Kind::Partial)
      change(StepKind::AllReduce, Holding());
    if (now.kind == Kind::Broadcast && to[axis].kind == Kind::Partial)
      change(StepKind::Keep, to[axis]);
  }

  double secondsAlong(StepKind kind, size_t axis, const Holdings &before, const Holdings &after) const {
    auto ranks = static_cast<double>(mesh.shape[axis]);
    const Link &link = mesh.links[axis];
    double in = most(before), out = most(after), sent = 0;
    bool isAtOnce = false;
    switch (kind) {
    case StepKind::Cut:
    case StepKind::Keep:
      return out * kPerOwnByte;
    case StepKind::AllGather:
      sent = out;
      break;
    case StepKind::AllReduce:
      isAtOnce = isJoinedAtOnce(static_cast<int64_t>(in), mesh.shape[axis]);
      sent = isAtOnce ? ranks * in : 2 * in;
      break;
    case StepKind::ReduceScatter:
      sent = in;
      break;
    default:
      sent = std::max(in, out);
    }
    double messages = kind == StepKind::AllReduce && !isAtOnce ? 2 * (ranks - 1) : ranks - 1;
    return messages * link.perMessage + sent * (ranks - 1) / ranks * link.perByte + out * kPerOwnByte;
  }

  /// As long as it takes the rank that lacks most, on the slowest axis.
  double secondsToExchange(double lacking) const {
    Link slowest{0, 0};
    for (const Link &link : mesh.links)
      slowest = {std::max(slowest.perMessage, link.perMessage), std::max(slowest.perByte, link.perByte)};
    auto peers = static_cast<double>(mesh.numRanks() - 1);
    return peers * slowest.perMessage + lacking * slowest.perByte + most(to) * kPerOwnByte;
  }

  /// Bytes of what the rank that lacks most is to hold and does not.
  double mostLacking(const Holdings &axes) const {
    double most = 0;
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
      Sizes place = mesh.placeOf(rank);
      double common = 1, all = 1;
      for (size_t dim = 0; dim < value.shape.size(); ++dim) {
        HeldRanges then = positions(to, dim, place);
        all *= static_cast<double>(numPositions(then));
        common *= static_cast<double>(numPositions(commonPositions(positions(axes, dim, place), then)));
      }
      most = std::max(most, (all - common) * static_cast<double>(value.bytes));
    }
    return most;
  }

  const MovedValue &value;
  const Holdings &from, &to;
  const MeshAxes &mesh;
  Sizes origin;
  std::map<Holdings, Arrival, Before> reached;
};

} // namespace

std::string_view name(BoxingStep::Kind kind) {
  constexpr std::string_view names[] = {"cut",        "keep",    "all_gather", "all_reduce", "reduce_scatter",
                                        "all_to_all", "exchange"};
  return names[static_cast<size_t>(kind)];
}

int64_t MeshAxes::numRanks() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

Sizes MeshAxes::placeOf(int64_t rank) const {
  Sizes place(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; rank /= shape[axis])
    place[axis] = rank % shape[axis];
  return place;
}

int64_t numHeld(const Sizes &shape, std::span<const Holding> axes, const MeshAxes &mesh,
                std::span<const int64_t> place) {
  int64_t count = 1;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    count *= numPositions(heldPositions(shape[dim], static_cast<int>(dim), axes, mesh.shape, place));
  return count;
}

bool isHeldAlike(const Sizes &shape, const std::vector<Holding> &a, const std::vector<Holding> &b,
                 const MeshAxes &mesh) {
  if (a == b)
    return true;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    bool isPartial = a[axis].kind == Kind::Partial;
    if (isPartial != (b[axis].kind == Kind::Partial) || (isPartial && a[axis].combiner != b[axis].combiner))
      return false;
  }
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    Sizes place = mesh.placeOf(rank);
    for (size_t d = 0; d < shape.size(); ++d) {
      auto dim = static_cast<int>(d);
      if (heldPositions(shape[d], dim, a, mesh.shape, place) != heldPositions(shape[d], dim, b, mesh.shape, place))
        return false;
    }
  }
  return true;
}

std::vector<BoxingStep> boxingSteps(const MovedValue &value, const std::vector<Holding> &axes,
                                    const std::vector<Holding> &from, const std::vector<Holding> &to,
                                    const MeshAxes &mesh) {
  return Search(value, from, to, mesh).stepsFrom(axes);
}

std::vector<BoxingStep> boxing(const MovedValue &value, const std::vector<Holding> &from,
                               const std::vector<Holding> &to, const MeshAxes &mesh) {
  return Search(value, from, to, mesh).run();
}

double secondsOf(const std::vector<BoxingStep> &steps) {
  double seconds = 0;
  for (const BoxingStep &step : steps)
    seconds += step.seconds;
  return seconds;
}

} // namespace weir

// Numbers of a file are believed by nobody: all that positions are worked out from is checked here.
#include "lib/Artifact/VerifyRanks.h"
#include "lib/Artifact/Message.h"

#include <algorithm>
#include <set>

namespace weir {

namespace {

std::optional<std::string> misfitOfHeld(const Sizes &whole, const std::vector<Holding> &held, size_t axes) {
  if (held.size() != axes)
    return message("expects a holding for each of ", axes, " axes, got ", held.size());
  for (const Holding &axis : held)
    if (axis.kind == Holding::Kind::Split &&
        (axis.dim < 0 || size_t(axis.dim) >= whole.size() || axis.outer < 1 || axis.inner < 1))
      return message("expects a split of one of ", whole.size(), " dimensions, got ", toString(axis));
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    DimSize size = whole[dim] == kDynamic ? DimSize() : DimSize(whole[dim]);
    if (auto wrong = misfitOf(size, int(dim), held))
      return wrong;
  }
  return std::nullopt;
}

/// Of a value of which some of so many members have parts.
std::optional<std::string> misfitOf(const Grid &grid, int64_t members, const Sizes &whole) {
  if (whole.empty())
    return "expects a value of some dimensions where members may have no rows of it";
  return misfitOf(grid, members);
}

} // namespace

std::optional<std::string> misfitOf(const std::optional<Ranks> &ranks, const std::optional<ValuePart> &part) {
  if (!ranks)
    return part ? std::optional<std::string>("expects to be of some ranks, as it is a part") : std::nullopt;
  std::optional<int64_t> count = numPlaces(ranks->mesh);
  if (!count || size_t(*count) != ranks->devices.size())
    return message("expects a device for each place of a mesh of ", toString(ranks->mesh), ", got ",
                   ranks->devices.size());
  std::set<int64_t> devices, places;
  for (int64_t device : ranks->devices)
    if (device < 0 || device >= kMostPlaces || !devices.insert(device).second)
      return message("expects each place of a mesh to be another rank, got ", device);
  for (int64_t place : ranks->places)
    if (place < 0 || place >= *count || !places.insert(place).second)
      return message("expects places of a mesh of ", *count, ", each once, got ", place);
  if (!part)
    return std::nullopt;
  if (part->whole.size() > kMaxRank ||
      std::ranges::any_of(part->whole, [](int64_t size) { return size < 0 && size != kDynamic; }))
    return message("expects the sizes of a whole value, got ", toString(part->whole));
  if (part->grid)
    if (auto wrong = misfitOf(*part->grid, *count, part->whole))
      return wrong;
  return misfitOfHeld(part->whole, part->held, part->grid ? part->grid->mesh.size() : ranks->mesh.size());
}

std::optional<std::string> misfitOf(const Collective &collective) {
  std::optional<int64_t> members = numPlaces(collective.mesh);
  if (!members || collective.ranks.empty() || collective.ranks.size() % size_t(*members) != 0)
    return message("expects groups of as many ranks as a mesh of ", toString(collective.mesh), " has places, got ",
                   collective.ranks.size());
  std::set<int64_t> known;
  for (int64_t rank : collective.ranks)
    if (rank < 0 || rank >= kMostPlaces || !known.insert(rank).second)
      return message("expects each rank in one group, once, got ", rank);
  // The dtype is the buffers'.
  if (collective.whole.size() > kMaxRank || !checkedNumBytes(collective.whole, DType::F64))
    return message("expects the sizes of a whole value, got ", toString(collective.whole));
  for (const auto &[held, some] :
       {std::pair(&collective.from, &collective.givers), {&collective.to, &collective.takers}}) {
    if (*some)
      if (auto wrong = misfitOf(**some, *members, collective.whole))
        return wrong;
    if (auto wrong = misfitOfHeld(collective.whole, *held, *some ? (*some)->mesh.size() : collective.mesh.size()))
      return wrong;
    if (std::ranges::any_of(*held, [](const Holding &axis) { return axis.kind == Holding::Kind::Partial; }))
      return "expects no partial values to be exchanged";
  }
  return std::nullopt;
}

} // namespace weir

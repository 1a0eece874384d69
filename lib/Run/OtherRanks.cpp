// See OtherRanks.h.
#include "lib/Run/OtherRanks.h"

#include <cstdlib>

namespace weir {

static std::optional<Failure> failureOf(weir_status *status) {
  if (!status)
    return std::nullopt;
  Failure failure{weir_status_message(status)};
  weir_status_free(status);
  return failure;
}

Result<OtherRanks> OtherRanks::of(weir_world *world, int32_t rank) {
  weir_rank *made = nullptr;
  if (auto failure = failureOf(weir_rank_create(world, rank, &made)))
    return *failure;
  OtherRanks others;
  others.handle.reset(made);
  others.self = rank;
  others.ranks = weir_world_ranks(world);
  return others;
}

Result<std::vector<std::vector<uint8_t>>> OtherRanks::gather(std::span<const uint8_t> own,
                                                             const std::string &what) const {
  const char *asked = std::getenv("WEIR_TIMEOUT");
  double seconds = asked ? std::strtod(asked, nullptr) : 0;
  auto broadcast = [&](int32_t root, void *data, size_t size) {
    return failureOf(weir_rank_broadcast(handle.get(), root, data, size, what.c_str(), seconds > 0 ? seconds : 60));
  };
  std::vector<std::vector<uint8_t>> all(static_cast<size_t>(ranks));
  all[static_cast<size_t>(self)].assign(own.begin(), own.end());
  for (int32_t root = 0; root < ranks; ++root) {
    std::vector<uint8_t> &bytes = all[static_cast<size_t>(root)];
    uint64_t size = bytes.size();
    if (auto failure = broadcast(root, &size, sizeof(size)))
      return *failure;
    bytes.resize(size);
    if (auto failure = broadcast(root, bytes.data(), size))
      return *failure;
  }
  return all;
}

} // namespace weir

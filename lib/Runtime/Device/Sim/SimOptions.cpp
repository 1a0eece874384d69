// A word at a time.
#include "lib/Runtime/Device/Sim/SimOptions.h"

#include <charconv>
#include <set>
#include <string>

namespace weir::sim {

namespace {

constexpr std::string_view kLandings[] = {"late", "early", "random"}; // in the order of sim::Landing

bool setOption(sim::Options &options, std::string_view key, std::string_view value) {
  if (key == "check" && (value == "0" || value == "1")) {
    options.check = value == "1";
    return true;
  }
  if (key == "seed") {
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.seed);
    return error == std::errc() && end == value.data() + value.size();
  }
  for (size_t i = 0; key == "landing" && i < std::size(kLandings); ++i)
    if (value == kLandings[i]) {
      options.landing = sim::Landing(i);
      return true;
    }
  return false;
}

} // namespace

Result<sim::Options> parseSimOptions(std::string_view text) {
  sim::Options options;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    size_t equals = word.find('=');
    std::string_view key = word.substr(0, equals);
    if (equals == word.npos || !seen.insert(key).second || !setOption(options, key, word.substr(equals + 1)))
      return Failure{"expects WEIR_SIM to be check=0|1,seed=N,landing=late|early|random, each at most once, got '" +
                     std::string(word) + "'"};
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
  return options;
}

} // namespace weir::sim

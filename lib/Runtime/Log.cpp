// The only file that sees the logging library.
#include "lib/Runtime/Log.h"

#include <cstdlib>

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace weir {

namespace {

/// Of our own and in no registry, so that a program that uses spdlog too keeps its settings. Never destroyed, as
/// threads may log while the process ends.
spdlog::logger &logger() {
  static auto *instance = [] {
    auto *created = new spdlog::logger("weir", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    const char *level = std::getenv("WEIR_LOG");
    created->set_level(level ? spdlog::level::from_str(level) : spdlog::level::off);
    return created;
  }();
  return *instance;
}

} // namespace

void logDebug(const std::string &text) { logger().debug(text); }

} // namespace weir

// Jobs of an artifact on a device, described as text. What weir-run does with a .weir file.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <span>
#include <string>

namespace weir {

/// Runs the jobs that the artifact has for the device, or the one named, on inputs of ones (a size that may be any is
/// 1). A line for each result: job, name, type and its first elements.
Result<std::string> runArtifact(std::span<const uint8_t> artifact, const std::string &device, const std::string &job);

} // namespace weir

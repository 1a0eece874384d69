// What this processor can do, in LLVM's names for features.
#pragma once

#include <string_view>

namespace weir {

enum class FeatureSupport { Present, Absent, Unknown };

/// Present only if the operating system saves the registers too. "amx-*" also asks it for permission to use tiles.
FeatureSupport cpuSupports(std::string_view llvmFeature);

/// The architecture part of target triples that run here: "x86_64".
std::string_view hostArchitecture();

} // namespace weir

// The rules for ranks, parts and collectives. Private to lib/Artifact.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// What is wrong with which ranks have something, or with what they have of it; nothing if all is right.
std::optional<std::string> misfitOf(const std::optional<Ranks> &ranks, const std::optional<ValuePart> &part);

/// What is wrong with a collective, but for its buffers.
std::optional<std::string> misfitOf(const Collective &collective);

} // namespace weir

// An artifact for cpu, sim and cuda that uses every table and every kind of instruction once.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

Artifact sampleArtifact();

} // namespace weir

// Artifacts as bytes and files. What is read is checked in full before it is given out: bytes, metadata and meaning.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// Grows when a reader of the previous version would misread a file.
inline constexpr uint32_t kArtifactVersion = 4;

/// The bytes of a file; fails where `verify` does.
Result<std::vector<uint8_t>> serialize(const Artifact &artifact);
/// Writes beside `path` and renames, so that nobody ever sees half a file.
std::optional<Failure> writeArtifact(const Artifact &artifact, const std::string &path);

/// Copies `bytes`; the images and constants of the artifact share the copy, aligned to 64 bytes.
Result<Artifact> readArtifact(std::span<const uint8_t> bytes);
Result<Artifact> readArtifact(const std::string &path);

} // namespace weir

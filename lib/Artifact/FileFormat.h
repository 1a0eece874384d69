// The layout of an artifact file: a header of 64 bytes, raw sections, the metadata. Private to the writer and reader.
#pragma once

#define XXH_INLINE_ALL // header-only, so that the runtime needs no further library
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace weir::file {

/// Begins with a byte outside ASCII and holds both line endings, so that transfers in text mode show.
inline constexpr char kMagic[8] = {'\x89', 'W', 'E', 'I', 'R', '\r', '\n', '\x1a'};
inline constexpr uint64_t kSectionAlignment = 64;

struct SectionEntry {
  uint64_t offset = 0, length = 0;
  uint64_t hashLow = 0, hashHigh = 0; ///< XXH3, 128 bits
};

struct Header {
  char magic[8] = {};
  uint32_t version = 0;
  uint32_t reserved = 0;
  uint64_t fileBytes = 0;
  SectionEntry metadata;
  uint64_t headerHash = 0; ///< XXH3, 64 bits, of all that stands before it
};
static_assert(sizeof(Header) == 64);

inline uint64_t hashOfHeader(const Header &header) { return XXH3_64bits(&header, offsetof(Header, headerHash)); }

inline SectionEntry describeSection(uint64_t offset, std::span<const uint8_t> bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {offset, bytes.size(), hash.low64, hash.high64};
}

inline uint64_t alignSection(uint64_t offset) { return (offset + kSectionAlignment - 1) & ~(kSectionAlignment - 1); }

} // namespace weir::file

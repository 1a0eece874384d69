// Reads the central directory of a zip archive, then each file that it lists.
#include "lib/Tensors/ZipFile.h"

#include <algorithm>
#include <optional>
#include <zlib.h>

namespace weir {

namespace {

using Archive = std::span<const uint8_t>;

constexpr uint32_t kEndMark = 0x06054b50, kEntryMark = 0x02014b50, kFileMark = 0x04034b50, kIn64Bits = 0xFFFFFFFF;
constexpr size_t kEndSize = 22, kEntrySize = 46, kFileSize = 30, kMostComment = 0xFFFF;
constexpr uint32_t kStored = 0, kDeflated = 8;

/// A little-endian number of `size` bytes; the caller has checked that they are there.
uint32_t number(Archive bytes, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = size; i-- > 0;)
    value = value << 8 | bytes[at + i];
  return value;
}

/// Where the record that ends the archive begins.
std::optional<size_t> findEnd(Archive archive) {
  if (archive.size() < kEndSize)
    return std::nullopt;
  size_t last = archive.size() - kEndSize, first = last - std::min(last, kMostComment);
  for (size_t at = last + 1; at-- > first;)
    if (number(archive, at, 4) == kEndMark)
      return at;
  return std::nullopt;
}

struct ZipEntry {
  std::string name;
  uint32_t method = 0, crc = 0, packedSize = 0, size = 0, offset = 0;
};

Result<std::vector<uint8_t>> inflated(Archive packed, const ZipEntry &entry) {
  std::vector<uint8_t> bytes(entry.size);
  z_stream stream{};
  constexpr int kRawDeflate = -15;
  if (inflateInit2(&stream, kRawDeflate) != Z_OK)
    return Failure{"expects memory for unpacking"};
  stream.next_in = const_cast<uint8_t *>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = bytes.data();
  stream.avail_out = static_cast<uInt>(bytes.size());
  int status = inflate(&stream, Z_FINISH);
  bool whole = status == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return whole ? Result<std::vector<uint8_t>>(std::move(bytes))
               : Failure{"expects '" + entry.name + "' to unpack to " + std::to_string(entry.size) + " bytes"};
}

Result<std::vector<uint8_t>> contentsOf(Archive archive, const ZipEntry &entry) {
  if (entry.size == kIn64Bits || entry.packedSize == kIn64Bits || entry.offset == kIn64Bits)
    return Failure{"expects files below 4 GiB, got '" + entry.name + "'"};
  Failure damaged{"expects '" + entry.name + "' to be whole"};
  if (entry.offset > archive.size() || archive.size() - entry.offset < kFileSize ||
      number(archive, entry.offset, 4) != kFileMark)
    return damaged;
  size_t begin =
      entry.offset + kFileSize + number(archive, entry.offset + 26, 2) + number(archive, entry.offset + 28, 2);
  if (begin > archive.size() || archive.size() - begin < entry.packedSize)
    return damaged;
  Archive packed = archive.subspan(begin, entry.packedSize);
  if (entry.method != kStored && entry.method != kDeflated)
    return Failure{"expects '" + entry.name + "' to be stored or deflated, got method " + std::to_string(entry.method)};
  Result<std::vector<uint8_t>> contents =
      entry.method == kDeflated ? inflated(packed, entry) : Result(std::vector<uint8_t>(packed.begin(), packed.end()));
  if (contents &&
      (contents->size() != entry.size || crc32(0, contents->data(), static_cast<uInt>(contents->size())) != entry.crc))
    return damaged;
  return contents;
}

} // namespace

Result<std::vector<std::pair<std::string, std::vector<uint8_t>>>> readZip(std::span<const uint8_t> archive) {
  std::optional<size_t> end = findEnd(archive);
  if (!end)
    return Failure{"expects a zip archive, got other bytes"};
  std::vector<std::pair<std::string, std::vector<uint8_t>>> files;
  uint32_t count = number(archive, *end + 10, 2);
  size_t at = number(archive, *end + 16, 4);
  for (uint32_t i = 0; i < count; ++i) {
    if (at > archive.size() || archive.size() - at < kEntrySize || number(archive, at, 4) != kEntryMark)
      return Failure{"expects a list of " + std::to_string(count) + " files in the archive"};
    size_t nameSize = number(archive, at + 28, 2);
    if (archive.size() - at - kEntrySize < nameSize)
      return Failure{"expects whole names in the archive"};
    const auto *name = reinterpret_cast<const char *>(archive.data() + at + kEntrySize);
    ZipEntry entry{.name = std::string(name, nameSize),
                   .method = number(archive, at + 10, 2),
                   .crc = number(archive, at + 16, 4),
                   .packedSize = number(archive, at + 20, 4),
                   .size = number(archive, at + 24, 4),
                   .offset = number(archive, at + 42, 4)};
    Result<std::vector<uint8_t>> contents = contentsOf(archive, entry);
    if (!contents)
      return contents.failure();
    files.emplace_back(std::move(entry.name), std::move(*contents));
    at += kEntrySize + nameSize + number(archive, at + 30, 2) + number(archive, at + 32, 2);
  }
  return files;
}

} // namespace weir

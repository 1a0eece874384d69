// The .npy format: magic, version, a Python dictionary as text, elements.
#include "lib/Tensors/NpyFile.h"

#include "lib/Tensors/StoredTensor.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace weir {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct Description {
  const char *descr;
  DType dtype;
};
constexpr Description kDescriptions[] = {{"<f8", DType::F64}, {"<f4", DType::F32}, {"<f2", DType::F16},
                                         {"<i8", DType::I64}, {"<i4", DType::I32}, {"|i1", DType::I8},
                                         {"|u1", DType::U8},  {"|b1", DType::Bool}};

/// What stands behind `key` and the colon in the header, up to the end of the header; empty if there is no such key.
std::string_view valueOf(std::string_view header, std::string_view key) {
  size_t at = header.find("'" + std::string(key) + "'");
  size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  size_t value = colon == std::string_view::npos ? colon : header.find_first_not_of(" ", colon + 1);
  return value == std::string_view::npos ? "" : header.substr(value);
}

Result<DType> parseDescr(std::string_view value) {
  std::string_view descr = value.substr(std::min<size_t>(value.size(), 1), 3);
  std::string known;
  for (const Description &description : kDescriptions) {
    if (descr == description.descr)
      return description.dtype;
    known += (known.empty() ? "" : ", ") + std::string(description.descr);
  }
  return Failure{"expects elements of a type in " + known + "; got '" + std::string(descr) + "'"};
}

/// "(2, 3)", "(4,)", "()"
Result<Sizes> parseShape(std::string_view value) {
  size_t end = value.find(')');
  if (!value.starts_with('(') || end == std::string_view::npos)
    return Failure{"expects a shape in its header"};
  std::string_view list = value.substr(1, end - 1);
  Sizes shape;
  while (list.find_first_not_of(" ,") != std::string_view::npos) {
    list.remove_prefix(list.find_first_not_of(" ,"));
    int64_t size = 0;
    auto [rest, error] = std::from_chars(list.data(), list.data() + list.size(), size);
    if (error != std::errc() || size < 0)
      return Failure{"expects sizes that are numbers, got (" + std::string(value.substr(1, end - 1)) + ")"};
    shape.push_back(size);
    list.remove_prefix(static_cast<size_t>(rest - list.data()));
  }
  return shape;
}

/// Elements in row-major order, of those in column-major order.
std::vector<uint8_t> rowMajor(std::span<const uint8_t> elements, const StaticMeta &meta) {
  auto size = static_cast<size_t>(byteSize(meta.dtype));
  std::vector<uint8_t> ordered(elements.size());
  for (size_t i = 0; i < elements.size() / size; ++i) {
    size_t rest = i, from = 0, step = 1;
    std::vector<int64_t> position(meta.shape.size());
    for (size_t dim = meta.shape.size(); dim-- > 0; rest /= static_cast<size_t>(meta.shape[dim]))
      position[dim] = static_cast<int64_t>(rest % static_cast<size_t>(meta.shape[dim]));
    for (size_t dim = 0; dim < meta.shape.size(); step *= static_cast<size_t>(meta.shape[dim++]))
      from += static_cast<size_t>(position[dim]) * step;
    std::copy_n(elements.begin() + static_cast<ptrdiff_t>(from * size), size,
                ordered.begin() + static_cast<ptrdiff_t>(i * size));
  }
  return ordered;
}

/// The header's text and what follows it.
Result<std::pair<std::string_view, std::span<const uint8_t>>> split(std::span<const uint8_t> bytes) {
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagic) || bytes.size() < 12)
    return Failure{"expects a .npy file, got other bytes"};
  size_t begin = bytes[6] == 1 ? 10 : 12, length = bytes[8] | size_t(bytes[9]) << 8;
  if (begin == 12)
    length |= size_t(bytes[10]) << 16 | size_t(bytes[11]) << 24;
  if (length > bytes.size() - begin)
    return Failure{"expects a whole .npy file, got one that ends in its header"};
  return std::pair(text.substr(begin, length), bytes.subspan(begin + length));
}

} // namespace

Result<HostTensor> parseNpy(std::span<const uint8_t> bytes) {
  auto parts = split(bytes);
  if (!parts)
    return parts.failure();
  auto [header, elements] = *parts;
  Result<DType> dtype = parseDescr(valueOf(header, "descr"));
  if (!dtype)
    return dtype.failure();
  Result<Sizes> shape = parseShape(valueOf(header, "shape"));
  if (!shape)
    return shape.failure();
  StaticMeta meta{*dtype, *shape};
  Result<int64_t> size = checkedNumBytes(meta.shape, meta.dtype);
  if (!size)
    return size.failure();
  if (elements.size() != static_cast<size_t>(*size))
    return Failure{"expects " + std::to_string(*size) + " bytes of elements for " + toString(meta) + ", got " +
                   std::to_string(elements.size())};
  if (valueOf(header, "fortran_order").starts_with("True"))
    return loadTensor(meta, rowMajor(elements, meta).data());
  return loadTensor(meta, elements.data());
}

std::vector<uint8_t> npyBytes(const HostTensor &tensor) {
  HostTensor stored = tensor;
  if (stored.meta.dtype == DType::BF16)
    stored.meta.dtype = DType::F32;
  const Description *description = std::ranges::find(kDescriptions, stored.meta.dtype, &Description::dtype);
  std::string shape;
  for (int64_t size : stored.meta.shape)
    shape += std::to_string(size) + ", ";
  std::string header =
      "{'descr': '" + std::string(description->descr) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr size_t kPrefix = 10, kAlignment = 64;
  header.append(kAlignment - 1 - (kPrefix + header.size()) % kAlignment, ' ');
  header += '\n';
  std::string file(kMagic);
  file += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  std::vector<uint8_t> bytes(file.begin(), file.end());
  StoredTensor elements = storeTensor(stored, ElementLayout::RowMajor);
  auto count = static_cast<ptrdiff_t>(stored.numElements() * byteSize(stored.meta.dtype));
  bytes.insert(bytes.end(), elements.bytes.begin(), elements.bytes.begin() + count);
  return bytes;
}

} // namespace weir

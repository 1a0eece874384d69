// See InputFiles.h.
#include "lib/Tensors/InputFiles.h"

#include "lib/Support/Half.h"
#include "lib/Support/WriteFile.h"
#include "lib/Tensors/NpyFile.h"
#include "lib/Tensors/ZipFile.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

namespace weir {

namespace {

Result<std::vector<uint8_t>> readFile(const std::string &path) {
  auto close = [](std::FILE *file) { std::fclose(file); };
  std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  std::vector<uint8_t> bytes;
  uint8_t piece[1 << 16];
  while (size_t count = file ? std::fread(piece, 1, sizeof piece, file.get()) : 0)
    bytes.insert(bytes.end(), piece, piece + count);
  if (!file || std::ferror(file.get()))
    return Failure{"expects to read " + path + ": " + std::strerror(errno)};
  return bytes;
}

class InputReader {
public:
  explicit InputReader(std::span<const NamedMeta> inputs) : inputs(inputs), tensors(inputs.size()) {}

  std::optional<Failure> addArchive(const std::string &path, std::span<const uint8_t> bytes) {
    auto files = readZip(bytes);
    if (!files)
      return Failure{path + ": " + files.message()};
    for (const auto &[file, contents] : *files) {
      std::string name = file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
      std::optional<size_t> input = find(name);
      if (!input)
        return Failure{path + ": expects tensors for " + names() + ", got '" + name + "'"};
      if (auto failure = set(*input, path + ": " + name, contents))
        return failure;
    }
    return std::nullopt;
  }

  /// The first input that has no tensor yet.
  std::optional<Failure> addTensor(const std::string &path, std::span<const uint8_t> bytes) {
    auto missing = std::ranges::find_if(tensors, [](const auto &tensor) { return !tensor; });
    if (missing == tensors.end())
      return Failure{"expects tensors for " + names() + ", got " + path + " as one more"};
    return set(static_cast<size_t>(missing - tensors.begin()), path, bytes);
  }

  std::vector<std::optional<HostTensor>> take() { return std::move(tensors); }

private:
  std::string names() const {
    std::string list;
    for (const NamedMeta &input : inputs)
      list += (list.empty() ? "" : ", ") + input.name;
    return list.empty() ? "nothing" : list;
  }

  std::optional<size_t> find(const std::string &name) const {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == name || "arr_" + std::to_string(i) == name)
        return i;
    return std::nullopt;
  }

  std::optional<Failure> set(size_t position, const std::string &where, std::span<const uint8_t> bytes) {
    const auto &[name, expected] = inputs[position];
    Result<HostTensor> tensor = parseNpy(bytes);
    if (!tensor)
      return Failure{where + ": " + tensor.message()};
    if (expected.dtype == DType::BF16 && tensor->meta.dtype == DType::F32) {
      for (double &number : tensor->floats)
        number = bf16ToF32(f64ToBf16(number));
      tensor->meta.dtype = DType::BF16;
    }
    const TensorMeta &got = tensor->meta;
    bool fits = got.dtype == expected.dtype && std::ranges::equal(got.shape, expected.shape, mayEqual);
    if (!fits)
      return Failure{where + ": expects '" + name + "' to be " + toString(expected) + ", got " + toString(got)};
    tensors[position] = std::move(*tensor);
    return std::nullopt;
  }

  std::span<const NamedMeta> inputs;
  std::vector<std::optional<HostTensor>> tensors;
};

} // namespace

Result<std::vector<std::optional<HostTensor>>> readInputs(std::span<const std::string> files,
                                                          std::span<const NamedMeta> inputs) {
  InputReader reader(inputs);
  std::vector<std::pair<std::string, std::vector<uint8_t>>> single;
  for (const std::string &path : files) {
    Result<std::vector<uint8_t>> bytes = readFile(path);
    if (!bytes)
      return bytes.failure();
    if (!path.ends_with(".npz"))
      single.emplace_back(path, std::move(*bytes));
    else if (auto failure = reader.addArchive(path, *bytes))
      return *failure;
  }
  for (const auto &[path, bytes] : single)
    if (auto failure = reader.addTensor(path, bytes))
      return *failure;
  return reader.take();
}

std::optional<Failure> checkComplete(std::span<const std::string> files, std::span<const NamedMeta> inputs,
                                     std::span<const std::optional<HostTensor>> tensors) {
  std::string missing;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!tensors[i])
      missing += (missing.empty() ? "'" : ", '") + inputs[i].name + "' of " + toString(inputs[i].meta);
  if (files.empty() || missing.empty())
    return std::nullopt;
  return Failure{"expects files for all inputs, or a seed to draw the others from, got no file for " + missing};
}

std::optional<Failure> writeNpyFiles(const std::string &folder, std::span<const NamedTensor> tensors) {
  std::error_code error, unused;
  bool isNew = std::filesystem::create_directories(folder, error);
  for (size_t i = 0; i < tensors.size(); ++i) {
    auto pathOf = [&](size_t j) { return folder + "/" + tensors[j].name + ".npy"; };
    std::vector<uint8_t> bytes = npyBytes(tensors[i].tensor);
    error = writeFile(pathOf(i), {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    if (!error)
      continue;
    for (size_t j = 0; j < i; ++j)
      std::filesystem::remove(pathOf(j), unused);
    if (isNew)
      std::filesystem::remove(folder, unused);
    return Failure{"expects to write " + pathOf(i) + ": " + error.message()};
  }
  return std::nullopt;
}

std::string describe(const HostTensor &tensor, int64_t shown) {
  std::ostringstream text;
  text << toString(tensor.meta) << ":";
  for (int64_t i = 0; i < std::min(tensor.numElements(), shown); ++i) {
    auto index = static_cast<size_t>(i);
    text << " ";
    if (isFloat(tensor.meta.dtype))
      text << tensor.floats[index];
    else
      text << tensor.integers[index];
  }
  text << (tensor.numElements() > shown ? " ..." : "");
  return text.str();
}

} // namespace weir

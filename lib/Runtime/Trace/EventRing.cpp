// The ring and its Chrome JSON.
#include "lib/Runtime/Trace/EventRing.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iomanip>

namespace weir {

namespace {

/// Two writers of one slot would have to be a whole ring apart.
constexpr int64_t kMinCapacity = 4096;

std::atomic<uint64_t> numRings{0};

std::string quoted(const std::string &text) {
  std::ostringstream stream;
  stream << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      stream << '\\' << c;
    else if (static_cast<unsigned char>(c) < 0x20)
      stream << "\\u" << std::hex << std::setw(4) << std::setfill('0') << int(c) << std::dec;
    else
      stream << c;
  }
  stream << '"';
  return stream.str();
}

} // namespace

EventRing::EventRing(int64_t capacity) : identity(++numRings), records(size_t(std::max(capacity, kMinCapacity))) {}

uint32_t EventRing::addNames(const Job &job) {
  auto first = uint32_t(names.size());
  for (const Instruction &instruction : job.instructions) {
    const std::string &op = instruction.location.op;
    names.push_back({job.name, op.empty() ? std::string(name(instruction.kind())) : op, instruction.location});
  }
  return first;
}

int64_t EventRing::now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

void EventRing::add(uint32_t name, int stream, int64_t begin, int64_t end) {
  records[next.fetch_add(1, std::memory_order_relaxed) % records.size()] = {name, stream, begin, end};
}

Status EventRing::exportTo(const std::string &path) const {
  std::ofstream file(path);
  file << std::fixed << std::setprecision(3) << "{\"traceEvents\":[";
  uint64_t end = next.load(), begin = end - std::min<uint64_t>(end, records.size());
  for (uint64_t i = begin; i < end; ++i) {
    const Record &record = records[i % records.size()];
    const Name &name = names[record.name];
    file << (i == begin ? "\n" : ",\n") << "{\"ph\":\"X\",\"pid\":1,\"tid\":" << record.stream
         << ",\"ts\":" << double(record.begin) / 1e3 << ",\"dur\":" << double(record.end - record.begin) / 1e3
         << ",\"name\":" << quoted(name.text) << ",\"cat\":" << quoted(name.job)
         << ",\"args\":{\"file\":" << quoted(name.location.file) << ",\"line\":" << name.location.line << "}}";
  }
  file << "\n]}\n";
  file.close();
  if (!file)
    return failure(WEIR_IO, message("can't write trace '", path, "': ", std::strerror(errno)));
  return nullptr;
}

} // namespace weir

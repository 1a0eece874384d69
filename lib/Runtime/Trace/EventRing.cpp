// The ring and its Chrome JSON.
#include "lib/Runtime/Trace/EventRing.h"

#include "lib/Support/WriteFile.h"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <sstream>

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

uint32_t EventRing::addNames(const Job &job, std::span<const Kernel> kernels) {
  std::lock_guard lock(naming);
  auto first = uint32_t(names.size());
  for (const Instruction &instruction : job.instructions) {
    const auto *call = std::get_if<Call>(&instruction.body);
    names.push_back(
        {job.name, call ? kernels[call->kernel].name : std::string(name(instruction.kind())), instruction.location});
  }
  return first;
}

int64_t EventRing::now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

void EventRing::add(uint32_t name, int stream, int64_t begin, int64_t end) {
  records[next.fetch_add(1, std::memory_order_relaxed) % records.size()] = {name, stream, begin, end};
}

void EventRing::visit(const std::function<void(const weir_trace_event &event)> &visitor) const {
  uint64_t end = next.load(), begin = end - std::min<uint64_t>(end, records.size());
  for (uint64_t i = begin; i < end; ++i) {
    const Record &record = records[i % records.size()];
    const auto &[job, text, location] = names[record.name];
    visitor({job.c_str(), text.c_str(), location.op.c_str(), location.file.c_str(), location.line, record.stream,
             record.begin, record.end});
  }
}

Status EventRing::exportTo(const std::string &path) const {
  std::ostringstream file;
  file << std::fixed << std::setprecision(3) << "{\"traceEvents\":[";
  const char *separator = "\n";
  visit([&](const weir_trace_event &event) {
    file << separator << "{\"ph\":\"X\",\"pid\":1,\"tid\":" << event.stream
         << ",\"ts\":" << double(event.begin_ns) / 1e3 << ",\"dur\":" << double(event.end_ns - event.begin_ns) / 1e3
         << ",\"name\":" << quoted(event.name) << ",\"cat\":" << quoted(event.job)
         << ",\"args\":{\"op\":" << quoted(event.op) << ",\"file\":" << quoted(event.file) << ",\"line\":" << event.line
         << "}}";
    separator = ",\n";
  });
  file << "\n]}\n";
  if (std::error_code error = writeFile(path, file.view()))
    return failure(WEIR_IO, message("can't write trace '", path, "': ", error.message()));
  return nullptr;
}

} // namespace weir

// The form of Chrome's trace viewer: a row for each thread, and counters of tasks under way and of bytes in use.
#include "lib/Runtime/Trace/Trace.h"

#include "lib/Support/WriteFile.h"

#include <iomanip>
#include <set>
#include <sstream>
#include <string_view>

namespace weir {

namespace {

std::string quoted(std::string_view text) {
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

class ChromeTrace {
public:
  ChromeTrace() { file << std::fixed << std::setprecision(3) << "{\"traceEvents\":["; }

  void add(const weir_trace_event &event) {
    if (threads.insert(event.thread).second)
      entry("M", event.thread) << ",\"name\":\"thread_name\",\"args\":{\"name\":" << quoted(event.thread_name) << "}}";
    std::string_view kind = event.kind;
    if (kind == "allocate" || kind == "release")
      return addCounter(event, "bytes in use");
    if (kind == "submit")
      addCounter(event, "tasks under way");
    entry("X", event.thread) << ",\"ts\":" << double(event.begin_ns) / 1e3
                             << ",\"dur\":" << double(event.end_ns - event.begin_ns) / 1e3
                             << ",\"name\":" << quoted(event.name) << ",\"cat\":" << quoted(kind)
                             << ",\"args\":{\"job\":" << quoted(event.job) << ",\"stream\":" << event.stream;
    if (*event.op)
      file << ",\"op\":" << quoted(event.op) << ",\"file\":" << quoted(event.file) << ",\"line\":" << event.line;
    if (*event.layer)
      file << ",\"layer\":" << quoted(event.layer);
    if (event.value != 0 && kind != "submit")
      file << ",\"launch\":" << event.value;
    file << "}}";
  }

  std::string finish() {
    file << "\n]}\n";
    return std::move(file).str();
  }

private:
  void addCounter(const weir_trace_event &event, const char *name) {
    entry("C", event.thread) << ",\"ts\":" << double(event.end_ns) / 1e3 << ",\"name\":" << quoted(name)
                             << ",\"cat\":" << quoted(event.kind) << ",\"args\":{\"value\":" << event.value << "}}";
  }
  std::ostream &entry(const char *phase, int thread) {
    file << separator << "{\"ph\":\"" << phase << "\",\"pid\":1,\"tid\":" << thread;
    separator = ",\n";
    return file;
  }

  std::ostringstream file;
  const char *separator = "\n";
  std::set<int> threads;
};

} // namespace

Status Trace::exportTo(const std::string &path) const {
  ChromeTrace file;
  visit([&](const weir_trace_event &event) { file.add(event); });
  if (std::error_code error = writeFile(path, file.finish()))
    return failure(WEIR_IO, message("can't write trace '", path, "': ", error.message()));
  return nullptr;
}

} // namespace weir

// The wording of reports.
#include "lib/Runtime/Device/Sim/Report.h"

#include <cstdio>

namespace weir::sim {

namespace {

class ReportWriter {
public:
  explicit ReportWriter(std::span<const Site> sites) : sites(sites) {}

  std::string text;

  ReportWriter &operator<<(std::string_view part) {
    text += part;
    return *this;
  }
  ReportWriter &operator<<(int64_t number) {
    text += std::to_string(number);
    return *this;
  }

  void site(uint32_t number) {
    if (number >= sites.size()) {
      *this << "op " << int64_t{number};
      return;
    }
    *this << sites[number].op;
    if (!sites[number].location.empty())
      *this << " (" << sites[number].location << ")";
  }

  void actor(const Actor &actor) {
    *this << "thread " << int64_t{actor.thread} << " of block " << actor.block << " at ";
    site(actor.site);
  }

  void place(const Place &place) {
    *this << "byte " << place.byte << " of ";
    switch (place.space) {
    case Place::Space::Shared:
      *this << "shared memory";
      break;
    case Place::Space::Operand:
      *this << "operand " << int64_t{place.operand};
      break;
    case Place::Space::Workspace:
      *this << "the workspace";
      break;
    case Place::Space::Fault:
      *this << "the fault record";
      break;
    case Place::Space::Stop:
      *this << "the word that stops a failed run";
      break;
    case Place::Space::Constants:
      *this << "the kernel's constants";
      break;
    case Place::Space::None:
    case Place::Space::Unknown:
      *this << "unknown memory";
    }
  }

  void got(const Report &report) {
    if (!report.got)
      return;
    *this << ", got ";
    if (!report.gotMask) {
      *this << std::to_string(*report.got);
      return;
    }
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", static_cast<unsigned>(*report.got));
    *this << mask;
  }

private:
  std::span<const Site> sites;
};

const char *verb(MemoryAccess access) {
  switch (access) {
  case MemoryAccess::Store:
    return "stores";
  case MemoryAccess::Atomic:
    return "updates";
  default:
    return "loads";
  }
}

const char *noun(MemoryAccess access) {
  switch (access) {
  case MemoryAccess::Store:
    return "a store";
  case MemoryAccess::Atomic:
    return "an atomic";
  default:
    return "a load";
  }
}

/// "thread 3 of block 0 at llvm.store (model.py:12) stores 4 bytes"
void writeAccess(ReportWriter &out, const Report &report) {
  out.actor(report.actor);
  out << " " << verb(report.actor.access) << " " << int64_t{report.bytes} << " bytes";
}

void writeOutOfBounds(ReportWriter &out, const Report &report) {
  writeAccess(out, report);
  if (report.place.space == Place::Space::Unknown) {
    out << " far from everything that this launch was given";
    return;
  }
  out << " at ";
  out.place(report.place);
  out << ", which has " << std::to_string(report.place.bytes) << " bytes";
}

void writeRace(ReportWriter &out, const Report &report) {
  writeAccess(out, report);
  out << " at ";
  out.place(report.place);
  bool sameBlock = report.other && report.other->block == report.actor.block;
  out << (sameBlock ? ", and no barrier orders that after " : ", and nothing orders that after ");
  out << noun(report.otherAccess) << " by ";
  if (report.other)
    out.actor(*report.other);
  else
    out << "another block";
}

void writeDeadlock(ReportWriter &out, const Report &report) {
  out << "block " << report.actor.block << " is in a deadlock: ";
  const char *separator = "";
  for (const Waiters &waiters : report.waiters) {
    out << separator << int64_t{waiters.count} << (waiters.count == 1 ? " thread" : " threads");
    if (waiters.what) {
      out << (waiters.count == 1 ? " waits at a " : " wait at a ") << waiters.what << ", ";
      out.site(waiters.site);
    } else {
      out << (waiters.count == 1 ? " has ended" : " have ended");
    }
    out << " (first: thread " << int64_t{waiters.first} << ")";
    separator = "; ";
  }
}

/// "thread 3 of block 0 at nvvm.barrier (model.py:12) expects …, got …, unlike thread …"
void writeRule(ReportWriter &out, const Report &report) {
  out.actor(report.actor);
  out << " expects " << report.expected;
  out.got(report);
  if (report.other) {
    out << "; the other one is ";
    out.actor(*report.other);
  }
}

void writeAccessAt(ReportWriter &out, const Report &report) {
  writeAccess(out, report);
  out << " at ";
  out.place(report.place);
}

std::string_view nameOf(Problem problem) {
  switch (problem) {
  case Problem::Limit:
    return "a launch expects ";
  case Problem::OutOfBounds:
    return "access out of bounds: ";
  case Problem::Forbidden:
    return "forbidden access: ";
  case Problem::Misaligned:
    return "misaligned access: ";
  case Problem::Unwritten:
    return "unwritten memory: ";
  case Problem::Race:
    return "data race: ";
  case Problem::InFlight:
    return "missing wait: ";
  case Problem::DivergentBarrier:
    return "divergent barrier: ";
  case Problem::DivergentWarp:
    return "divergent warp: ";
  case Problem::Operand:
    return "bad operand: ";
  case Problem::Endless:
    return "endless kernel: ";
  case Problem::Deadlock:
    return "";
  case Problem::NoMemory:
    return "the simulator is out of memory";
  }
}

void writeFacts(ReportWriter &out, const Report &report) {
  switch (report.problem) {
  case Problem::Limit:
    out << report.expected;
    return out.got(report);
  case Problem::OutOfBounds:
    return writeOutOfBounds(out, report);
  case Problem::Forbidden:
    writeAccessAt(out, report);
    out << ", which this launch may only " << (report.actor.access == MemoryAccess::Load ? "store to" : "load");
    return;
  case Problem::Misaligned:
    writeAccessAt(out, report);
    out << "; expects an address that is a multiple of " << std::to_string(report.got.value_or(0));
    return;
  case Problem::Unwritten:
    writeAccessAt(out, report);
    out << ", which nobody has written";
    return;
  case Problem::Race:
    return writeRace(out, report);
  case Problem::InFlight:
    writeAccessAt(out, report);
    out << ", into which an asynchronous copy by ";
    out.actor(*report.other);
    out << " may still be writing";
    return;
  case Problem::DivergentBarrier:
  case Problem::DivergentWarp:
  case Problem::Operand:
  case Problem::Endless:
    return writeRule(out, report);
  case Problem::Deadlock:
    return writeDeadlock(out, report);
  case Problem::NoMemory:
    return;
  }
}

} // namespace

std::string describe(const Report &report, std::string_view kernel, std::span<const Site> sites) {
  ReportWriter out(sites);
  out << "kernel '" << kernel << "': " << nameOf(report.problem);
  writeFacts(out, report);
  return std::move(out.text);
}

} // namespace weir::sim

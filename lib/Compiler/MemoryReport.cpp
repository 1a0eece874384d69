// The planned memory of programs as text.
#include "lib/Compiler/MemoryReport.h"

#include "dialects/Vm/Accesses.h"
#include "lib/Compiler/CallLocations.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace weir {

namespace {

/// "1024", or "?" where sizes are not known.
std::string bytesOf(vm::BufferType type) {
  Result<int64_t> bytes = type.numBytes();
  return type.hasStaticShape() && bytes ? std::to_string(*bytes) : "?";
}

/// The bytes of all buffers that `Op` declares, as "64" or "64 + ?".
template <typename Op> std::string sumOf(vm::ProgramOp program) {
  int64_t sum = 0;
  bool isKnown = true;
  for (Op op : program.getBody().getOps<Op>()) {
    vm::BufferType type = op.getBuffer().getType();
    Result<int64_t> bytes = type.numBytes();
    isKnown &= type.hasStaticShape();
    if (type.hasStaticShape() && bytes)
      sum += *bytes;
  }
  return std::to_string(sum) + (isKnown ? "" : " + ?");
}

void describe(vm::ProgramOp program, llvm::raw_ostream &stream) {
  vm::Accesses accesses(program);
  SymbolTableCollection symbols;
  std::vector<vm::ArenaLifetime> lifetimes = accesses.arenaLifetimes();
  stream << "@" << program.getSymName() << ": " << accesses.instructions().size() << " instructions, bytes of ";
  if (program.getPeakBytes())
    stream << "arena " << *program.getPeakBytes() << " (live bound " << program.getLiveBound().value_or(0) << ")";
  else
    stream << "arena ?, planned when sizes are known";
  stream << ", inputs " << sumOf<vm::InputOp>(program) << ", results " << sumOf<vm::ResultOp>(program) << ", variables "
         << sumOf<vm::VariableOp>(program) << ", constants " << sumOf<vm::ConstantOp>(program) << "\n";
  if (lifetimes.empty())
    return;
  stream << "      offset       bytes  instructions  buffer\n";
  for (const vm::ArenaLifetime &lifetime : lifetimes) {
    vm::ArenaOp arena = lifetime.arena;
    Operation *first = accesses.instructions()[lifetime.first].op;
    Location writer = instructionLocation(first, symbols);
    if (auto call = dyn_cast<vm::CallOp>(first))
      writer.op = call.getCallee().str();
    std::string offset = arena.getOffset() ? std::to_string(*arena.getOffset()) : "?";
    std::string range = std::to_string(lifetime.first) + " to " + std::to_string(lifetime.last);
    stream << llvm::formatv("{0,12}{1,12}  {2,-12}  ", offset, bytesOf(arena.getType()), range) << arena.getType()
           << " of " << writer.op;
    if (!writer.file.empty())
      stream << ", " << writer.file << ":" << writer.line;
    stream << (lifetime.inPlaceOf ? ", in place\n" : "\n");
  }
}

} // namespace

std::string memoryReport(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (auto program : module.getOps<vm::ProgramOp>())
    describe(program, stream);
  return text;
}

} // namespace weir

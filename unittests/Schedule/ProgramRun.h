// Runs jobs and programs on tokens instead of numbers: a kernel's result is a hash of its name and its operands.
#pragma once

#include "dialects/Vm/Accesses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace weir {

using Token = uint64_t;

/// What a job leaves: results by index, variables by name.
struct RunOutcome {
  std::vector<Token> results;
  std::map<std::string, Token> variables;
  bool operator==(const RunOutcome &) const = default;
};

/// By the meaning of the job's ops, values being immutable.
RunOutcome runJob(mlir::func::FuncOp job);

/// Instruction by instruction in the given order, on bytes: arena buffers where the plan puts them. `complaint` is set
/// if an instruction reads bytes that are not all of one value, or writes over an operand without being allowed to.
RunOutcome runProgram(vm::ProgramOp program, llvm::ArrayRef<uint32_t> order, std::string &complaint);

} // namespace weir

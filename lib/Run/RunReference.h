// Functions of a module on the interpreter, described as text. What weir-opt --run-reference and weir-run --interpret
// do.
#pragma once

#include "lib/Tensors/InputFiles.h"
#include "lib/Verify/RandomInputs.h"

namespace weir {

/// Where the tensors come from that a job starts from.
struct InputChoice {
  std::vector<std::string> inputs;    ///< files for the job's inputs; see readInputs
  std::vector<std::string> variables; ///< files for variables, by their names
  std::optional<uint64_t> seed;       ///< of inputs that no file gives; without it files give all or none, from 0
};

/// Inputs that the job's ops accept: numbers in their domains, sizes that agree. Variables that no file gives have
/// their initial values.
Result<RunInputs> inputsFor(mlir::func::FuncOp job, const InputChoice &choice);

/// What a job is called with, by the names of its ports.
std::vector<NamedMeta> inputPorts(mlir::func::FuncOp job);

struct ReferenceOptions {
  std::string function; ///< the one that runs; empty: all test functions and jobs
  InputChoice inputs;
  InterpretOptions interpret;
  int64_t shownElements = 8;
  std::string outputFolder; ///< if set: FUNCTION.RESULT.npy of every result goes there
};

/// Takes functions for jobs where the module has none. Writes `FUNCTION: ok`, or what is wrong, for a function that
/// tests itself, and for others a line for each result and each variable that has changed. False where a function
/// fails; a failure where none can run.
Result<bool> runReference(mlir::ModuleOp module, const ReferenceOptions &options, llvm::raw_ostream &stream);

} // namespace weir

// Compiles modules of matrix products to code in this process and calls them, for tests of the generator alone: without
// kernel groups, artifacts or the runtime.
#pragma once

#include "lib/Target/Cpu/Gemm/Gemm.h"

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace weir::cpu::testing {

/// Machine code of a module; `assembly` is there if asked for.
class CompiledModule {
public:
  CompiledModule(mlir::ModuleOp module, const std::string &cpu, const std::vector<std::string> &functions,
                 bool wantAssembly = false);
  ~CompiledModule();
  void *find(const std::string &function) const; ///< of the C interface

  std::string assembly;

private:
  struct Code;
  std::unique_ptr<Code> code;
};

/// A memref argument: `sizes` and `strides` of any rank, in elements.
struct Tensor {
  void *data;
  std::vector<int64_t> sizes, strides;
};

/// A context with the dialects that products use.
std::unique_ptr<mlir::MLIRContext> makeContext();

using OwnedEpilogue = std::function<mlir::Value(mlir::OpBuilder &, mlir::Location, const EpilogueSite &)>;

/// A compiled product and how to call it. Tile registers are emulated where the CPU that code is made for has none.
class GemmKernel {
public:
  GemmKernel(const GemmDescription &description, const GemmParameters &parameters, const std::string &cpu,
             OwnedEpilogue epilogue = nullptr, bool wantAssembly = false);

  struct Launch {
    int64_t tiles, scratchBytes, workspaceBytes, scalars[16];
  };
  Launch prepare(int64_t m, int64_t n, int64_t k, int64_t batch = 1) const;
  void run(const Launch &launch, const std::vector<Tensor> &operands, void *scratch, int64_t first,
           int64_t count) const;

  const GemmDescription description;
  const GemmParameters parameters;
  std::unique_ptr<CompiledModule> code;

private:
  int64_t scalars = 0;
  void *prepareEntry = nullptr, *runEntry = nullptr;
};

/// Memory of `bytes` at a multiple of a cache line, of zeros.
struct AlignedMemory {
  explicit AlignedMemory(size_t bytes);
  ~AlignedMemory() { std::free(data); }
  AlignedMemory(const AlignedMemory &) = delete;
  AlignedMemory &operator=(const AlignedMemory &) = delete;
  void *data;
  size_t bytes;
};

} // namespace weir::cpu::testing

// A kernel for GPUs and inputs for it: runs it in the simulator, as it is and mutated.
#pragma once

#include "lib/Compiler/StoredTensor.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Sim/SimRunner.h"
#include "test/lib/GpuMutations/GpuMutations.h"

namespace weir {

class KernelTrials {
public:
  /// `function` has the attribute kernel.kernel. There are no inputs yet.
  static mlir::FailureOr<KernelTrials> make(mlir::func::FuncOp function, mlir::DictionaryAttr description);

  llvm::ArrayRef<std::string> mutations() const { return texts; }
  /// The same for kernels with the same code.
  std::string code() const;

  /// Chooses the sizes that the function leaves open, several times, and inputs.
  void addTrials(mlir::func::FuncOp function);

  /// The kernel as it is, and mutated.
  mlir::FailureOr<Kernel> build() const;
  mlir::FailureOr<Kernel> build(size_t mutation, GpuMutationKind kind) const;

  /// How many inputs there are; the first `numSmall` are small ones.
  size_t size() const { return trials.size(); }
  size_t numSmall() const { return smallTrials; }
  /// Runs the kernel on one of them: what the simulator reports, or that the kernel itself finds bad data; else
  /// nothing.
  std::optional<std::string> run(const Kernel &kernel, const sim::Options &options, size_t trial);
  /// The bytes of the results that the latest run on these inputs left.
  std::vector<uint8_t> results(size_t trial) const;

private:
  /// Arguments and room for results.
  struct Trial {
    std::vector<StoredTensor> operands;
    std::vector<int64_t> scalars;
    size_t numInputs = 0; ///< of the operands
  };

  mlir::FailureOr<Kernel> compile(mlir::ModuleOp device) const;
  void addTrial(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> arguments);

  GpuKernel gpu;
  std::vector<std::string> texts;
  std::vector<Trial> trials;
  size_t smallTrials = 0;
};

} // namespace weir

// A kernel for GPUs and inputs for it: runs it in the simulator, as it is and mutated.
#pragma once

#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Sim/SimRunner.h"
#include "lib/Tensors/StoredTensor.h"
#include "test/lib/GpuMutations/GpuMutations.h"

namespace weir {

class KernelTrials {
public:
  /// `function` has the attribute kernel.kernel. There are no inputs yet.
  static mlir::FailureOr<KernelTrials> make(mlir::func::FuncOp function, mlir::DictionaryAttr description);

  llvm::ArrayRef<std::string> mutations() const { return texts; }
  /// The same for kernels with the same code.
  std::string code() const;

  /// Chooses the sizes that the function leaves open, several times, and inputs; `calls` are some that it takes.
  void addTrials(mlir::func::FuncOp function, llvm::ArrayRef<std::vector<HostTensor>> calls);
  /// Where these don't reach all mutations of the kernel that was built: of each call, single sizes change. An op may
  /// ask for sizes that its loops don't tell, and sums may be longer than those that were chosen.
  mlir::LogicalResult addVariations(mlir::func::FuncOp function, llvm::ArrayRef<std::vector<HostTensor>> calls);

  /// The kernel as it is; and mutated, after that.
  mlir::FailureOr<Kernel> build();
  mlir::FailureOr<Kernel> buildMutated(size_t mutation) const;

  /// Drops inputs that reach nothing which others don't.
  mlir::LogicalResult dropSuperfluous();

  /// How many inputs there are.
  size_t size() const { return trials.size(); }
  /// Those that can tell something about a mutation.
  llvm::SmallVector<size_t> reaching(size_t mutation) const;
  /// Whether there are inputs, and a run on each launched no block.
  bool neverLaunches() const;
  /// Those for which few blocks were launched, after a run on each: what threads do to each other is all there.
  std::vector<size_t> withFewBlocks() const;
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
    size_t numInputs = 0;         ///< of the operands
    int64_t blocks = 0;           ///< of the latest launch
    std::vector<uint8_t> reached; ///< by mutation: 1 where it is
  };

  /// Finds out which inputs reach which mutations. The kernel runs on each without checks.
  mlir::LogicalResult note();
  /// As products do.
  bool copiesTiles() const;
  /// The module of one phase.
  mlir::OwningOpRef<mlir::ModuleOp> only(size_t phase) const;
  /// None where the function refuses the arguments.
  void addTrial(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> arguments);

  gpu::GpuKernel gpu;
  Kernel built;
  std::vector<std::string> texts;
  std::vector<size_t> firstOfPhase; ///< the number of each phase's first mutation
  std::vector<Trial> trials;
};

} // namespace weir

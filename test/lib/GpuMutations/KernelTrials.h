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

  /// The kernel as it is; before there are inputs. And mutated.
  mlir::LogicalResult build();
  const Kernel &kernel() const { return built; }
  mlir::FailureOr<Kernel> buildMutated(size_t mutation) const;

  /// Chooses the sizes that the function leaves open, several times, and inputs; `calls` are some that it takes. Inputs
  /// stay that reach a mutation which few others do.
  void addTrials(mlir::func::FuncOp function, llvm::ArrayRef<std::vector<HostTensor>> calls);
  /// While a mutation is not reached: of each call, one size changes or two. An op may ask for sizes that its loops
  /// don't tell, and sums may be longer than those that were chosen.
  void addVariations(mlir::func::FuncOp function, llvm::ArrayRef<std::vector<HostTensor>> calls);

  /// What is wrong with the kernel as it is, on one of the inputs that were tried.
  const std::optional<std::string> &wrong() const { return complaint; }
  /// How many inputs were tried.
  size_t tried() const { return numTried; }
  /// Those that can tell something about a mutation.
  llvm::SmallVector<size_t> reaching(size_t mutation) const;
  /// Whether there are inputs, and a run on each launched no block.
  bool neverLaunches() const;
  /// Those for which few blocks were launched, after a run on each: what threads do to each other is all there.
  llvm::SmallVector<size_t> withFewBlocks() const;
  /// Runs the kernel on one of them: what the simulator reports, or that the kernel itself finds bad data; else
  /// nothing.
  std::optional<std::string> run(const Kernel &kernel, const sim::Options &options, size_t trial) {
    return run(kernel, options, trials[trial]);
  }
  /// The bytes of the results that the latest run on these inputs left.
  std::vector<uint8_t> results(size_t trial) const { return resultsOf(trials[trial]); }

private:
  /// Of a tensor's first element: where vectors may start, or an element behind that.
  enum class Place { Aligned, Misaligned };

  /// Arguments and room for results.
  struct Trial {
    std::vector<StoredTensor> operands;
    std::vector<int64_t> scalars;
    Place place = Place::Aligned;
    size_t numInputs = 0;         ///< of the operands
    int64_t blocks = 0;           ///< of the latest launch
    std::vector<uint8_t> reached; ///< by mutation: 1 where it is

    bool hasFewBlocks() const { return blocks > 0 && blocks <= 4; }
  };

  /// Finds out which mutations the inputs reach. The kernel runs without checks.
  void note(Trial &trial);
  bool tellsMore(const Trial &trial) const;
  bool reachesAll() const;
  static std::optional<std::string> run(const Kernel &kernel, const sim::Options &options, Trial &trial);
  static std::vector<uint8_t> resultsOf(const Trial &trial);
  /// As products do.
  bool copiesTiles() const;
  /// The module of one phase.
  mlir::OwningOpRef<mlir::ModuleOp> only(size_t phase) const;
  /// None where the function refuses the arguments.
  void addTrial(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> arguments);

  gpu::GpuKernel gpu;
  Kernel built, noting;
  std::unique_ptr<std::vector<uint8_t>> notes; ///< by mutation; `noting` holds its address
  std::vector<std::string> texts;
  std::vector<size_t> firstOfPhase; ///< the number of each phase's first mutation
  std::vector<Trial> trials;
  std::vector<int> reachedBy;   ///< by mutation: how many of the inputs
  Place place = Place::Aligned; ///< of inputs that are added
  std::optional<std::string> complaint;
  size_t numTried = 0;
};

} // namespace weir

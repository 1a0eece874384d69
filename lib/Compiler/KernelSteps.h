// What the lowering of kernels leaves after each step: as files, and as one text.
#pragma once

#include "lib/Compiler/Compile.h"
#include "lib/Compiler/KernelCompiler.h"

#include <map>
#include <mutex>

namespace weir {

class KernelSteps {
public:
  /// Writes `KERNEL.NN.STEP.mlir`, or `.ll` and the like, of every step to `folder`, if that is not empty, and keeps
  /// the texts of `kept`.
  KernelSteps(std::string folder, KernelText kept) : folder(std::move(folder)), kept(kept) {}

  bool isWanted() const { return !folder.empty() || kept != KernelText::None; }

  /// See KernelStepFn.
  mlir::LogicalResult operator()(mlir::func::FuncOp kernel, int number, llvm::StringRef step, const Lowered &lowered);

  /// The kept texts, kernels in the order of their names.
  std::string text() const;

private:
  std::string folder;
  KernelText kept;
  std::mutex mutex; ///< of `texts`
  std::map<std::string, std::string> texts;
};

} // namespace weir

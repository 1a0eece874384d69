// See KernelSteps.h.
#include "lib/Compiler/KernelSteps.h"

#include "lib/Compiler/DumpIr.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace weir {

static constexpr StringRef kLlvm = "ll";

LogicalResult KernelSteps::operator()(func::FuncOp kernel, int number, StringRef step, const Lowered &lowered) {
  auto file = [&](StringRef extension) {
    return llvm::formatv("{0}.{1,0+2}.{2}.{3}", kernel.getSymName(), number, step, extension).str();
  };
  if (const auto *module = std::get_if<ModuleOp>(&lowered))
    return folder.empty() ? success() : dumpIr(*module, folder, file("mlir"));
  const auto &text = std::get<LoweredText>(lowered);
  bool isKept = kept == (text.extension == kLlvm ? KernelText::Llvm : KernelText::Assembly);
  if (folder.empty() && !isKept)
    return success();
  std::string printed = text.print();
  if (isKept) {
    std::lock_guard lock(mutex);
    std::string comment = text.extension == kLlvm ? ";" : text.extension == "s" ? "#" : "//";
    texts[kernel.getSymName().str()] += comment + " " + kernel.getSymName().str() + ", " + step.str() + "\n" + printed;
  }
  auto print = [&](llvm::raw_ostream &stream) { stream << printed; };
  return folder.empty() ? success()
                        : dumpText(kernel->getParentOfType<ModuleOp>(), folder, file(text.extension), print);
}

std::string KernelSteps::text() const {
  std::string all;
  for (const auto &[kernel, text] : texts)
    all += text;
  return all;
}

} // namespace weir

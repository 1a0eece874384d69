// A module of arith and math ops after weir-expand-math and weir-expand-casts, as machine code in this process.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace weir::test {

/// The CPU that has neither 16-bit float arithmetic nor casts of bf16.
inline constexpr const char *kPlainCpu = "x86-64-v3";

/// The plain CPU, and the one that runs the tests if it can do more.
std::vector<std::string> testedCpus();

/// Text of a function that loads its operands from the pointers given first, applies `op` and stores to the last one.
/// `op` names its operands %x and %y, for instance `math.exp %x : vector<8xf32>`.
std::string function(const std::string &name, const std::string &op, const std::vector<std::string> &operandTypes,
                     const std::string &resultType);

class CompiledModule {
public:
  /// Expands, lowers, optimizes and compiles; a failure is a failure of the test that asks.
  CompiledModule(const std::string &text, const std::string &cpu);
  ~CompiledModule();

  /// Names that the object code expects from a library.
  std::vector<std::string> undefinedSymbols() const;

  template <typename Function> Function *get(const std::string &name) {
    return reinterpret_cast<Function *>(address(name));
  }

private:
  void *address(const std::string &name);

  std::unique_ptr<llvm::MemoryBuffer> object;
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace weir::test

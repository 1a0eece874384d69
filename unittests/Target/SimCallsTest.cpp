// The table of functions as code generation has it, against the struct that the simulator fills in.
#include "lib/Target/Sim/SimCalls.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <type_traits>

namespace weir {
namespace {

template <typename T> constexpr char letterOf() {
  if constexpr (std::is_void_v<T>)
    return 'v';
  else if constexpr (std::is_same_v<T, weir_sim_thread *>)
    return 't';
  else if constexpr (std::is_pointer_v<T>)
    return 'p';
  else if constexpr (std::is_same_v<T, uint32_t>)
    return 'i';
  else if constexpr (std::is_same_v<T, uint64_t>)
    return 'l';
  else if constexpr (std::is_same_v<T, float>)
    return 'f';
  else if constexpr (std::is_same_v<T, double>)
    return 'd';
  else
    return '?';
}

template <typename Result, typename... Parameters> std::string signatureOf(Result (*)(Parameters...)) {
  return {letterOf<Result>(), letterOf<Parameters>()...};
}

TEST(SimCallsTest, TableAndStructAgree) {
  size_t position = 0;
  weir_sim_calls calls = {};
#define WEIR_SIM_CALL(name, signature, result, parameters)                                                             \
  EXPECT_EQ(sim::simCallName(sim::SimCall::name), #name);                                                              \
  EXPECT_EQ(sim::simCallOffset(sim::SimCall::name), sizeof(void *) * position++);                                      \
  EXPECT_EQ(sim::simCallSignature(sim::SimCall::name), signatureOf(calls.name)) << #name;
#include "lib/Runtime/Device/Sim/SimCalls.def"
  EXPECT_EQ(sizeof(weir_sim_calls), sizeof(void *) * position);
}

TEST(SimCallsTest, TypesFollowFromSignatures) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::LLVM::LLVMDialect>();
#define WEIR_SIM_CALL(name, signature, result, parameters)                                                             \
  EXPECT_EQ(sim::simCallType(&context, sim::SimCall::name).getNumParams() + 1, sizeof(signature) - 1) << #name;
#include "lib/Runtime/Device/Sim/SimCalls.def"
  std::string text;
  llvm::raw_string_ostream(text) << sim::simCallType(&context, sim::SimCall::f64_to_bf16);
  EXPECT_EQ(text, "!llvm.func<i32 (ptr, i32, f64)>");
  text.clear();
  llvm::raw_string_ostream(text) << sim::simCallType(&context, sim::SimCall::check_load);
  EXPECT_EQ(text, "!llvm.func<void (ptr, i32, ptr, i32, i32)>");
}

} // namespace
} // namespace weir

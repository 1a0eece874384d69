// Compares what the runtime declares of the driver's interface with NVIDIA's own header. Built where that is installed.
#include "lib/Runtime/Device/Cuda/Driver.h"

#include <gtest/gtest.h>

#include <cuda.h>

namespace weir::cuda {
namespace {

/// Whether values of both types are passed alike: numbers and enums of one size, pointers to what is alike.
template <typename Ours, typename Theirs> constexpr bool isAlike() {
  if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>)
    return isAlike<std::remove_cv_t<std::remove_pointer_t<Ours>>, std::remove_cv_t<std::remove_pointer_t<Theirs>>>();
  else if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>)
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  else if constexpr (std::is_class_v<Ours> || std::is_class_v<Theirs>)
    return std::is_class_v<Ours> && std::is_class_v<Theirs>; // behind handles
  else
    return !std::is_pointer_v<Ours> && !std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs);
}

template <typename... Ours, typename... Theirs>
constexpr bool isAlike(DriverResult (*)(Ours...), CUresult (*)(Theirs...)) {
  if constexpr (sizeof...(Ours) != sizeof...(Theirs))
    return false;
  else
    return (isAlike<Ours, Theirs>() && ...);
}

#define WEIR_CUDA_FUNCTION(field, symbol, parameters)                                                                  \
  static_assert(isAlike(decltype(Driver::field)(nullptr), decltype (&::symbol)(nullptr)), #symbol);
#include "lib/Runtime/Device/Cuda/DriverFunctions.def"

TEST(DriverHeader, HasOurNumbers) {
  EXPECT_EQ(kSuccess, CUDA_SUCCESS);
  EXPECT_EQ(kErrorOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(kErrorIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(kErrorLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(kErrorAssert, CUDA_ERROR_ASSERT);
  EXPECT_EQ(kErrorHardwareStack, CUDA_ERROR_HARDWARE_STACK_ERROR);
  EXPECT_EQ(kErrorIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION);
  EXPECT_EQ(kErrorMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS);
  EXPECT_EQ(kErrorInvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE);
  EXPECT_EQ(kErrorInvalidPc, CUDA_ERROR_INVALID_PC);
  EXPECT_EQ(kErrorLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(kMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(kMaxGridX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  EXPECT_EQ(kMaxRegistersPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  EXPECT_EQ(kComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(kComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(kMaxSharedPerBlockOptIn, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  EXPECT_EQ(kMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
  EXPECT_EQ(kFunctionMaxThreads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(kFunctionRegisters, CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(kFunctionMaxDynamicShared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(kJitErrorLog, CU_JIT_ERROR_LOG_BUFFER);
  EXPECT_EQ(kJitErrorLogBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  EXPECT_EQ(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
  EXPECT_EQ(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
  EXPECT_EQ(kHostAllocPortable, CU_MEMHOSTALLOC_PORTABLE);
  EXPECT_EQ(kParamEnd, CU_LAUNCH_PARAM_END);
  EXPECT_EQ(kParamBufferPointer, CU_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(kParamBufferSize, CU_LAUNCH_PARAM_BUFFER_SIZE);
}

} // namespace
} // namespace weir::cuda

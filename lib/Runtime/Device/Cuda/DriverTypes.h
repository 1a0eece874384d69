// The types and numbers of the CUDA driver API that the runtime uses, declared here so that no header of CUDA's is
// needed; unittests/Runtime/DriverHeaderTest.cpp compares them with cuda.h where that is installed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weir::cuda {

using DriverResult = int;
using DeviceNumber = int;
using DevicePtr = uint64_t;
using Context = struct ContextHandle *;
using Module = struct ModuleHandle *;
using Function = struct FunctionHandle *;
using StreamRef = struct StreamHandle *;
using EventRef = struct EventHandle *;

// CUresult
inline constexpr DriverResult kSuccess = 0, kErrorOutOfMemory = 2, kErrorIllegalAddress = 700,
                              kErrorLaunchTimeout = 702, kErrorAssert = 710, kErrorHardwareStack = 714,
                              kErrorIllegalInstruction = 715, kErrorMisalignedAddress = 716,
                              kErrorInvalidAddressSpace = 717, kErrorInvalidPc = 718, kErrorLaunchFailed = 719;

// CUdevice_attribute
inline constexpr int kMaxThreadsPerBlock = 1, kMaxGridX = 5, kMaxRegistersPerBlock = 12, kComputeCapabilityMajor = 75,
                     kComputeCapabilityMinor = 76, kMaxSharedPerBlockOptIn = 97, kMemoryPoolsSupported = 115;

// CUfunction_attribute
inline constexpr int kFunctionMaxThreads = 0, kFunctionRegisters = 4, kFunctionMaxDynamicShared = 8;

// CUjit_option
inline constexpr int kJitErrorLog = 5, kJitErrorLogBytes = 6;

// Flags
inline constexpr unsigned kStreamNonBlocking = 1, kEventDisableTiming = 2, kHostAllocPortable = 1;

/// The keys of the list that passes all parameters of a launch as one buffer.
inline void *const kParamEnd = nullptr;
inline void *const kParamBufferPointer = reinterpret_cast<void *>(1);
inline void *const kParamBufferSize = reinterpret_cast<void *>(2);

} // namespace weir::cuda

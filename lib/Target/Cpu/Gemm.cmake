# The matrix-product code generator, included by this folder's CMakeLists.txt.
weir_mlir_library(WeirCpuGemm
  ${CMAKE_CURRENT_LIST_DIR}/CpuThroughput.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmBlockFunction.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmBlocking.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmDriver.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmEpilogue.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmFlat.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmForm.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmIndexMath.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmMicroKernel.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmPack.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmPackFunctions.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmParameters.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmTranspose.cpp
  ${CMAKE_CURRENT_LIST_DIR}/X86/GemmDot.cpp)

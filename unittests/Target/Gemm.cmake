# Tests of the matrix-product generator, included by this folder's CMakeLists.txt, and what they
# compile kernels with.
weir_mlir_library(WeirGemmCompile
  ${CMAKE_CURRENT_LIST_DIR}/EmulatedTiles.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmAssembly.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmCheck.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmCompile.cpp
  LINK WeirCpuGemm WeirNativeTarget)
weir_mlir_test(GemmTests
  ${CMAKE_CURRENT_LIST_DIR}/GemmParametersTest.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmTest.cpp
  LINK WeirGemmCompile WeirRuntime)

# Tests of the matrix-product generator, included by this folder's CMakeLists.txt, and what they and its benchmark
# compile kernels with.
find_package(GTest REQUIRED)
include(GoogleTest)
weir_mlir_library(WeirGemmCompile
  ${CMAKE_CURRENT_LIST_DIR}/GemmAssembly.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmCheck.cpp
  ${CMAKE_CURRENT_LIST_DIR}/GemmCompile.cpp
  LINK WeirCpuGemm)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/GemmTest.cpp)
  add_executable(GemmTests ${CMAKE_CURRENT_LIST_DIR}/GemmTest.cpp)
  target_link_libraries(GemmTests PRIVATE WeirGemmCompile GTest::gtest_main)
  gtest_discover_tests(GemmTests DISCOVERY_MODE PRE_TEST)
endif()

# Finds LLVM and MLIR and adds what rooms of dialects and passes need: TableGen, a shared precompiled header of upstream
# headers (ours stay out of it, so that editing a record rebuilds little), and linking against the shared libMLIR alone,
# because a static piece of MLIR beside it would be a second MLIR in the process.

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

separate_arguments(WEIR_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${WEIR_LLVM_DEFINITIONS})
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

add_library(weir_pch OBJECT ${CMAKE_SOURCE_DIR}/cmake/weir_pch.cpp)
target_precompile_headers(weir_pch PRIVATE
  <mlir/Bytecode/BytecodeOpInterface.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/IR/BuiltinOps.h>
  <mlir/IR/DialectImplementation.h>
  <mlir/IR/PatternMatch.h>
  <mlir/IR/SymbolTable.h>
  <mlir/Interfaces/InferTypeOpInterface.h>
  <mlir/Interfaces/SideEffectInterfaces.h>
  <mlir/Pass/Pass.h>
  <mlir/Transforms/GreedyPatternRewriteDriver.h>)
# ccache can only reuse objects if the header's build time is not part of it.
target_compile_options(weir_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")

# weir_tablegen(td-file LIBRARY name commands...): each command is "output|flag|flag…"; the generated headers stand in the
# build tree at the path of their room.
function(weir_tablegen td target)
  set(LLVM_TARGET_DEFINITIONS ${td})
  foreach(command ${ARGN})
    string(REPLACE "|" ";" parts "${command}")
    list(POP_FRONT parts output)
    mlir_tablegen(${output} ${parts} EXTRA_INCLUDES ${CMAKE_SOURCE_DIR})
  endforeach()
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY WEIR_TABLEGEN_TARGETS ${target})
endfunction()

# weir_mlir_library(NAME sources... [LINK libraries...]): a static library that includes MLIR headers.
function(weir_mlir_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_precompile_headers(${name} REUSE_FROM weir_pch)
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  target_include_directories(${name} INTERFACE "$<INSTALL_INTERFACE:${MLIR_INCLUDE_DIRS};${LLVM_INCLUDE_DIRS}>")
  get_property(generated GLOBAL PROPERTY WEIR_TABLEGEN_TARGETS)
  if(generated)
    add_dependencies(${name} ${generated})
  endif()
endfunction()

# weir_mlir_test(NAME sources... [LINK libraries...]): GoogleTests that include MLIR headers. Objects are built as for a
# library, because an executable's flags (PIE) would not fit the precompiled header.
function(weir_mlir_test name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name}Objects OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_precompile_headers(${name}Objects REUSE_FROM weir_pch)
  target_compile_options(${name}Objects PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(${name}Objects PUBLIC ${ARG_LINK} GTest::gtest MLIR LLVM)
  get_property(generated GLOBAL PROPERTY WEIR_TABLEGEN_TARGETS)
  add_dependencies(${name}Objects ${generated})
  add_executable(${name})
  target_link_libraries(${name} PRIVATE ${name}Objects GTest::gtest_main)
  gtest_discover_tests(${name})
endfunction()

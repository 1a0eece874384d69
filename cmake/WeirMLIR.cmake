# Finds LLVM and MLIR and adds what rooms of dialects and passes need: TableGen, precompiled headers of upstream headers
# (ours stay out of them, so that editing a record rebuilds little), and linking against MLIR: the shared library alone,
# because a static piece of MLIR beside it would be a second MLIR in the process, or the archives alone.

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

# MLIR and LLVM as every library of ours links them. A program with the property WEIR_HOLDS_MLIR contains what it needs of
# them: it starts in 8 ms instead of 34, compiles 7 % faster, and takes 200 MB of disk and two seconds to link.
option(WEIR_TOOLS_HOLD_MLIR "Link the tools that people wait for with the archives of LLVM and MLIR" OFF)
add_library(weir_upstream INTERFACE)
if(WEIR_TOOLS_HOLD_MLIR)
  file(GLOB mlir_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  if(NOT mlir_archives)
    message(FATAL_ERROR "WEIR_TOOLS_HOLD_MLIR expects archives of MLIR and LLVM in ${LLVM_LIBRARY_DIR}")
  endif()
  find_library(WEIR_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
  find_library(WEIR_XML2 NAMES xml2 libxml2.so.2 REQUIRED)
  find_library(WEIR_Z3 NAMES z3 libz3.so.4 REQUIRED)
  set(held ${mlir_archives} z ${WEIR_ZSTD} ${WEIR_XML2} ${WEIR_Z3} rt dl m)
  set_property(TARGET weir_upstream PROPERTY INTERFACE_LINK_LIBRARIES
    "$<IF:$<BOOL:$<TARGET_PROPERTY:WEIR_HOLDS_MLIR>>,${held},MLIR;LLVM>")
else()
  target_link_libraries(weir_upstream INTERFACE MLIR LLVM)
endif()

# weir_precompile(NAME headers...): a precompiled header, made in an object library of one empty file.
function(weir_precompile name)
  add_library(${name} OBJECT ${CMAKE_SOURCE_DIR}/cmake/weir_pch.cpp)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  # ccache can only reuse objects if the header's build time is not part of it.
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

# Rooms of dialects and graph passes include little more than the core of MLIR.
set(core_headers
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
weir_precompile(weir_pch ${core_headers})

# Rooms that lower kernels include the dialects that they lower to, which take a compiler 15 seconds a file to read. The
# others stay with the smaller header, because loading this one takes 3 seconds.
weir_precompile(weir_lowering_pch
  ${core_headers}
  <mlir/Conversion/LLVMCommon/TypeConverter.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/GPU/IR/GPUDialect.h>
  <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/LLVMIR/NVVMDialect.h>
  <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/Dialect/Vector/IR/VectorOps.h>)

# The precompiled header of the libraries of a folder and those below it, where it sets no other.
set(WEIR_PCH weir_pch)

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
  target_precompile_headers(${name} REUSE_FROM ${WEIR_PCH})
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(${name} PUBLIC ${ARG_LINK} $<BUILD_INTERFACE:weir_upstream>
    $<INSTALL_INTERFACE:MLIR> $<INSTALL_INTERFACE:LLVM>)
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
  target_precompile_headers(${name}Objects REUSE_FROM ${WEIR_PCH})
  target_compile_options(${name}Objects PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(${name}Objects PUBLIC ${ARG_LINK} GTest::gtest weir_upstream)
  get_property(generated GLOBAL PROPERTY WEIR_TABLEGEN_TARGETS)
  add_dependencies(${name}Objects ${generated})
  add_executable(${name})
  target_link_libraries(${name} PRIVATE ${name}Objects GTest::gtest_main)
  gtest_discover_tests(${name})
endfunction()

# Warnings and the function that makes a library of ours; needs no LLVM.

add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter -Wno-missing-designated-field-initializers)

# weir_library(NAME sources... [LINK libraries...]): a static library of plain C++.
function(weir_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# Python packages in the build tree: their extension modules, and links to their own files, so that
# PYTHONPATH=build/<preset>/python works. What belongs into a wheel is the component <package>_wheel.

# Debian's interpreter, from which .venv is made too: an extension module fits one interpreter only. A wheel's is pip's.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.11 COMPONENTS Interpreter Development.Module REQUIRED)
find_path(WEIR_PYBIND11_INCLUDE pybind11/pybind11.h REQUIRED)

if(SKBUILD)
  set(WEIR_PYTHON_VERSION ${SKBUILD_PROJECT_VERSION_FULL})
else()
  set(WEIR_PYTHON_VERSION ${PROJECT_VERSION})
endif()

# weir_python_files(FOLDER): links to the files of the folder, which is a package; a new one is noticed when CMake runs.
function(weir_python_files folder)
  get_filename_component(parent ${folder} DIRECTORY)
  file(GLOB_RECURSE sources RELATIVE ${parent} CONFIGURE_DEPENDS ${folder}/*.py ${folder}/*.pyi ${folder}/py.typed)
  get_filename_component(package ${folder} NAME)
  file(GLOB_RECURSE links ${CMAKE_BINARY_DIR}/python/${package}/*.py ${CMAKE_BINARY_DIR}/python/${package}/*.pyi)
  foreach(link ${links})
    if(IS_SYMLINK ${link} AND NOT EXISTS ${link}) # its source is gone
      file(REMOVE ${link})
    endif()
  endforeach()
  foreach(source ${sources})
    set(link ${CMAKE_BINARY_DIR}/python/${source})
    get_filename_component(place ${link} DIRECTORY)
    file(MAKE_DIRECTORY ${place})
    file(CREATE_LINK ${parent}/${source} ${link} SYMBOLIC)
  endforeach()
endfunction()

# weir_extension_module(TARGET MODULE sources... LINK libraries...): MODULE is <package>.<name>. Of a library nothing is
# visible but the module's entry point.
function(weir_extension_module target module)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  string(REPLACE "." ";" names ${module})
  list(POP_FRONT names package)
  Python3_add_library(${target} MODULE WITH_SOABI ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${names}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/python/${package}
    INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
  target_include_directories(${target} SYSTEM PRIVATE ${WEIR_PYBIND11_INCLUDE})
  target_compile_definitions(${target} PRIVATE WEIR_ERRORS_MODULE="${package}._errors")
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL)
  install(TARGETS ${target} LIBRARY DESTINATION ${package} COMPONENT ${package}_wheel)
endfunction()

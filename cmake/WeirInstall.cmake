# Installation, and the package that `find_package(Weir COMPONENTS Runtime Compiler)` finds. Runtime holds the runtime
# side and needs no LLVM; Compiler needs MLIR and brings the headers of rooms, which are no stable interface, for targets
# and passes out of tree. The root calls weir_install_package() once, after all rooms.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(WEIR_ROOM_HEADERS ${CMAKE_INSTALL_INCLUDEDIR}/weir-rooms)

# The libraries and programs of ours that a folder and those below it define.
function(weir_targets_below folder result)
  set(found)
  get_property(targets DIRECTORY ${CMAKE_SOURCE_DIR}/${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(STATIC_LIBRARY|SHARED_LIBRARY|EXECUTABLE)$")
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${CMAKE_SOURCE_DIR}/${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    file(RELATIVE_PATH below ${CMAKE_SOURCE_DIR} ${below})
    weir_targets_below(${below} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# weir_install(COMPONENT folders...): what the folders define, exported as Weir::<name>. A library that is named
# weir_runtime or WeirRuntime becomes Weir::weir_runtime or Weir::WeirRuntime.
function(weir_install component)
  set(targets)
  foreach(folder ${ARGN})
    weir_targets_below(${folder} found)
    list(APPEND targets ${found})
  endforeach()
  set(headers ${CMAKE_INSTALL_INCLUDEDIR})
  if(component STREQUAL Compiler)
    list(APPEND headers ${WEIR_ROOM_HEADERS})
  endif()
  install(TARGETS ${targets} EXPORT Weir${component}Targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
    INCLUDES DESTINATION ${headers})
  install(EXPORT Weir${component}Targets NAMESPACE Weir:: COMPONENT ${component}
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Weir)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/weir/${component} COMPONENT ${component}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir OPTIONAL)
endfunction()

# Headers, records and generated pieces of rooms, at the paths that their includes state.
function(weir_install_room_headers)
  foreach(base ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
    foreach(room dialects passes include/weir lib/Support lib/Artifact lib/Tensors lib/Reference lib/View lib/Target
        lib/Compiler lib/Verify lib/Run lib/Reduce lib/Fuzz)
      cmake_path(GET room PARENT_PATH parent)
      install(DIRECTORY ${base}/${room} COMPONENT Compiler OPTIONAL
        DESTINATION ${WEIR_ROOM_HEADERS}/${parent}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.td" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
    endforeach()
  endforeach()
endfunction()

function(weir_install_package)
  weir_install(Runtime lib/Support lib/Artifact lib/Runtime)
  if(NOT WEIR_RUNTIME_ONLY)
    weir_install(Compiler dialects lib/Tensors lib/Reference lib/View passes lib/Target lib/Compiler lib/Verify lib/Run
      lib/Reduce lib/Fuzz tools)
    weir_install_room_headers()
  endif()
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/Weir)
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/WeirConfig.cmake.in ${CMAKE_BINARY_DIR}/WeirConfig.cmake
    INSTALL_DESTINATION ${folder})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/WeirConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/WeirConfig.cmake ${CMAKE_BINARY_DIR}/WeirConfigVersion.cmake COMPONENT Runtime
    DESTINATION ${folder})
endfunction()

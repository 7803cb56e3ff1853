# How the libraries declared in the root CMakeLists.txt become targets.

foreach(name IN ITEMS imgui sdl2)
  string(TOUPPER ${name} upper)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND EXISTS "${PROJECT_SOURCE_DIR}/build/sources/${name}/LICENSE.txt")
    set(FETCHCONTENT_SOURCE_DIR_${upper} "${PROJECT_SOURCE_DIR}/build/sources/${name}")
  endif()
endforeach()

# ap_header_library(<target> <name> <header> <folder>): an interface target whose only include folder holds <folder>,
# so that a library in /usr/include does not bring the rest of /usr/include into a cross build.
function(ap_header_library target name header folder)
  find_path(AP_${name}_INCLUDE "${header}" PATHS /usr/include /usr/include/eigen3 /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT AP_${name}_INCLUDE)
    message(STATUS "${name} is not installed here: fetching it from upstream")
    FetchContent_MakeAvailable(${name})
    find_path(AP_${name}_INCLUDE "${header}" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
      PATHS "${${name}_SOURCE_DIR}" "${${name}_SOURCE_DIR}/include" REQUIRED)
  endif()
  set(headers "${PROJECT_BINARY_DIR}/headers/${name}")
  file(MAKE_DIRECTORY "${headers}")
  file(CREATE_LINK "${AP_${name}_INCLUDE}/${folder}" "${headers}/${folder}" SYMBOLIC COPY_ON_ERROR)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${headers}")
endfunction()

ap_header_library(ap::eigen eigen Eigen/Core Eigen)
if(AP_LIBRARY_ONLY)
  return()
endif()
ap_header_library(ap::json nlohmann nlohmann/json.hpp nlohmann)
if(AP_BUILD_TESTS)
  ap_header_library(ap::doctest doctest doctest/doctest.h doctest)
endif()

FetchContent_MakeAvailable(imgui)

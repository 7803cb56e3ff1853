# Warnings, sanitizers and the compiler cache, for our own code.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  if(EMSCRIPTEN)
    # emcc is a script around clang: the cache belongs in front of that clang.
    set(launcher ${CMAKE_COMMAND} -E env EM_COMPILER_WRAPPER=${CCACHE_PROGRAM})
  else()
    set(launcher ${CCACHE_PROGRAM})
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

if(AP_SANITIZERS)
  add_compile_options(-fsanitize=${AP_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${AP_SANITIZERS} -fno-sanitize-recover=all)
endif()

if(EMSCRIPTEN AND AP_BUILD_TESTS)
  # The tests catch what the libraries throw. The page does not: there a throw ends the module, so none may happen.
  add_compile_options(-fexceptions)
  add_link_options(-fexceptions)
endif()

# What every target of ours is compiled with: `#include "core/attention/matrix.hpp"`, and these warnings. Sign
# conversions are left out: Eigen's indices are signed and the standard library's are not, so casts would be everywhere.
add_library(ap_options INTERFACE)
target_include_directories(ap_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_features(ap_options INTERFACE cxx_std_20)
if(MSVC)
  target_compile_options(ap_options INTERFACE /W4 $<$<BOOL:${AP_WARNINGS_AS_ERRORS}>:/WX>)
else()
  target_compile_options(ap_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wundef -Wimplicit-fallthrough
    $<$<BOOL:${AP_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # At -O3 GCC 12 warns about its own std::string (GCC bug 105651) and about strings inside a std::variant.
    target_compile_options(ap_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
  endif()
endif()

option(AP_UNITY_BUILD "Compile several files of ours as one, in less than half the time; OFF proves that each stands alone" ON)

# ap_join(<target> <n>): compiles n files of the target as one. Files with options of their own stay alone.
function(ap_join target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${AP_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# ap_library(<name>): a static library of the .cpp files of the current folder.
function(ap_library name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(NOT sources)
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/no_sources_yet.cpp")
    file(TOUCH "${sources}")
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:ap_options>)
endfunction()

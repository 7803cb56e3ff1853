# What `cmake --install` puts in place, for
#
#   find_package(attention 0.1 REQUIRED)
#   target_link_libraries(mine PRIVATE attention::attention)      # then #include "core/attention/matrix.hpp"
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/attention")
target_compile_features(attention PUBLIC cxx_std_20)
target_include_directories(attention PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS attention EXPORT attention ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT attention NAMESPACE attention:: FILE attention_targets.cmake DESTINATION ${package})
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/core/attention
  FILES_MATCHING PATTERN "*.hpp")

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/attention-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/attention-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/attention-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/attention-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/attention-config-version.cmake DESTINATION ${package})

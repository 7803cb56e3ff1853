# Finds the Emscripten on PATH (Debian's package or an activated emsdk) and uses its own toolchain file.
find_program(AP_EM_CONFIG em-config HINTS ENV EMSDK ENV EMSCRIPTEN PATH_SUFFIXES upstream/emscripten REQUIRED)
execute_process(COMMAND "${AP_EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(AP_EMSCRIPTEN_ROOT "${EMSCRIPTEN_ROOT}" CACHE PATH "Where Emscripten is" FORCE)
include("${EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")

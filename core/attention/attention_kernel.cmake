# How the fast kernel is compiled: one source for each instruction set, always optimised. Multiply and add may fuse;
# nothing else of fast-math, which would break the rounding trick in exp and the rules for NaN.
set(kernel_flags -O3 -fno-math-errno -ffp-contract=fast)
foreach(set IN ITEMS 128 avx2 avx512)
  set(flags ${kernel_flags})
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT EMSCRIPTEN)
    if(set STREQUAL "avx2")
      list(APPEND flags -mavx2 -mfma)
    elseif(set STREQUAL "avx512")
      list(APPEND flags -mavx512f -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512)
    endif()
  endif()
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/attention_kernel_${set}.cpp PROPERTIES COMPILE_OPTIONS "${flags}")
endforeach()

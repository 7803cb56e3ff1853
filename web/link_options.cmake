# How Emscripten links our programs, the only place where its version matters (3.1.6 up to the current emsdk).

# The page's module: attention_playground.mjs exports a factory and nothing is global. It has no main(); the functions
# that are called from JavaScript are marked EMSCRIPTEN_KEEPALIVE in web/.
set(ap_page_link_options
  --no-entry -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web -sFILESYSTEM=0
  -sDYNAMIC_EXECUTION=0  # a strict Content-Security-Policy forbids eval
  -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sGL_TRACK_ERRORS=0
  # WebGL 2 draws us without extensions; enabling each waits for the process of the graphics, 10 to 40 ms a piece.
  -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sGL_SUPPORT_SIMPLE_ENABLE_EXTENSIONS=0
  -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=4194304
  -sUSE_SDL=0 -sSUPPORT_LONGJMP=0 -sASSERTIONS=0
  -sEXPORTED_FUNCTIONS=_malloc,_free)

# Eigen puts blocks on the stack; since 3.1.27 only 64 kB are the default.
function(ap_stack_size target bytes)
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
    target_link_options(${target} PRIVATE -sTOTAL_STACK=${bytes})
  else()
    target_link_options(${target} PRIVATE -sSTACK_SIZE=${bytes})
  endif()
endfunction()

# A function that is declared with one signature and defined with another traps when it is called: no warning of
# wasm-ld may pass.
function(ap_strict_link target)
  target_link_options(${target} PRIVATE LINKER:--fatal-warnings)
endfunction()

function(ap_link_for_page target)
  ap_strict_link(${target})
  target_link_options(${target} PRIVATE ${ap_page_link_options})
  # Joins the parts for size; how each was compiled, the numeric ones for speed, stays.
  target_link_options(${target} PRIVATE -Oz)
  target_link_options(${target} PRIVATE --profiling-funcs)  # the names that web/split.mjs goes by; it leaves none
  # A large function with one caller stays by itself, so that it can be parted from it.
  target_link_options(${target} PRIVATE -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=200)
  ap_stack_size(${target} 524288)
  set(methods UTF8ToString)
  if(NOT EMSCRIPTEN_VERSION VERSION_LESS 3.1.51)
    target_link_options(${target} PRIVATE -sGL_ENABLE_GET_PROC_ADDRESS=1)  # SDL2 asks for it
  endif()
  if(NOT EMSCRIPTEN_VERSION VERSION_LESS 4.0.7)
    string(APPEND methods ",HEAPU8")  # the heap's views are no longer there unasked
  endif()
  target_link_options(${target} PRIVATE -sEXPORTED_RUNTIME_METHODS=${methods})
endfunction()

# One file for Node: old Emscriptens would fetch() a .wasm beside it, which Node refuses for files.
function(ap_link_for_node target)
  ap_strict_link(${target})
  target_link_options(${target} PRIVATE -sENVIRONMENT=node -sNODERAWFS=1 -sSINGLE_FILE=1 -sALLOW_MEMORY_GROWTH=1
    -sEXIT_RUNTIME=1 -sUSE_SDL=0 -sSTACK_OVERFLOW_CHECK=1
    -O1)  # the compiler has optimised already; another round over the whole program takes long and gains little
  ap_stack_size(${target} 524288)
endfunction()

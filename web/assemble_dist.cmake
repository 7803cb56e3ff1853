# Assembles the page in one folder (run by the target `dist`): the compiled program, the page's own files, the assets,
# and the notices of what the program contains. What is no longer part of it goes.

# The program in two parts: the second is loaded after the first picture.
set(parts "${program}/parts")
file(MAKE_DIRECTORY "${parts}")
execute_process(COMMAND "${node}" "${web}/split.mjs" "${program}/attention_playground.wasm"
  "${parts}/attention_playground.wasm" "${parts}/lessons.wasm" "${binaryen}" COMMAND_ERROR_IS_FATAL ANY)

file(GLOB page_files ${web}/*.svg ${web}/*.d.ts)
set(files ${parts}/attention_playground.wasm ${parts}/lessons.wasm ${page_files})
set(kept NOTICES.txt index.html embed.html isolated.html)
file(MAKE_DIRECTORY "${dist}")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(COPY_FILE "${file}" "${dist}/${name}" ONLY_IF_DIFFERENT)
  list(APPEND kept "${name}")
endforeach()
file(SIZE "${parts}/attention_playground.wasm" program_bytes)
# One page under three names: style.css knows by the class which one it is. The last gets its files from the element
# around it (web/isolated.js).
set(sources "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'")
set(files [[
  <link rel="stylesheet" href="style.css">
  <link rel="modulepreload" href="page.js">
  <link rel="modulepreload" href="attention_playground.mjs">
  <link rel="preload" href="attention_playground.wasm" as="fetch" crossorigin>
  <script type="module" src="page.js"></script>]])
foreach(page index embed)
  configure_file("${web}/page.html" "${dist}/${page}.html" @ONLY)
endforeach()
set(page embed)
set(sources "script-src 'self' blob: 'wasm-unsafe-eval'; connect-src blob:")
set(files [[  <script type="module" src="isolated.js"></script>]])
file(SIZE "${parts}/lessons.wasm" lessons_bytes)
math(EXPR program_bytes "${program_bytes} + ${lessons_bytes}")  # both are there before it starts
configure_file("${web}/page.html" "${dist}/isolated.html" @ONLY)
execute_process(COMMAND "${node}" "${web}/bundle.mjs" "${program}" "${dist}"
  OUTPUT_VARIABLE bundled OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" bundled "${bundled}")
list(APPEND kept ${bundled})
file(GLOB_RECURSE assets RELATIVE "${root}/assets" "${root}/assets/*")
list(FILTER assets EXCLUDE REGEX "^lessons/")  # they are in lessons.js
foreach(name IN LISTS assets)
  get_filename_component(folder "${dist}/assets/${name}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(COPY_FILE "${root}/assets/${name}" "${dist}/assets/${name}" ONLY_IF_DIFFERENT)
  list(APPEND kept "assets/${name}")
endforeach()
# ---- Articles ----
file(GLOB articles RELATIVE "${root}/docs/articles" "${root}/docs/articles/*")
file(MAKE_DIRECTORY "${dist}/articles")
foreach(name IN LISTS articles)
  file(COPY_FILE "${root}/docs/articles/${name}" "${dist}/articles/${name}" ONLY_IF_DIFFERENT)
  list(APPEND kept "articles/${name}")
endforeach()

file(GLOB_RECURSE there RELATIVE "${dist}" "${dist}/*")
list(REMOVE_ITEM there ${kept})
foreach(name IN LISTS there)
  file(REMOVE "${dist}/${name}")
endforeach()

# ---- Notices ----
file(READ "${root}/LICENSE" our_license)
string(REGEX REPLACE "^.*(Permission is hereby granted)" "\\1" mit "${our_license}")

set(notices "Attention Playground is under the MIT licence:\n\n${our_license}
The program attention_playground.wasm and attention_playground.mjs contain parts of the works below.\n")

function(add_notice title text)
  string(REPEAT "-" 80 line)
  set(notices "${notices}\n${line}\n${title}\n${line}\n\n${text}" PARENT_SCOPE)
endfunction()

# The first of the files that is there, or a fatal error: dist/ never goes out without a licence.
function(read_first out)
  foreach(file IN LISTS ARGN)
    if(EXISTS "${file}")
      file(READ "${file}" text)
      set(${out} "${text}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "no licence text: none of these exists: ${ARGN}")
endfunction()

read_first(text "${imgui}/LICENSE.txt")
add_notice("Dear ImGui (with stb_rect_pack and stb_textedit by Sean Barrett, MIT or public domain)" "${text}")
read_first(text "${sdl2}/LICENSE.txt")
add_notice("SDL 2" "${text}")
read_first(text "${eigen}/COPYING.MPL2" /usr/share/doc/libeigen3-dev/copyright)
add_notice("Eigen 3.4 (its source: https://gitlab.com/libeigen/eigen)" "${text}")
add_notice("JSON for Modern C++" "Copyright (c) 2013-2022 Niels Lohmann
Copyright (c) 2009 Florian Loitsch (to_chars)
Copyright (c) 2008-2009 Bjoern Hoehrmann (UTF-8 decoder)\n\n${mit}")
add_notice("Emscripten" "Copyright (c) 2010 and later, The Emscripten Authors\n\n${mit}")
read_first(text "${emscripten}/system/lib/libc/musl/COPYRIGHT")
add_notice("musl" "${text}")
add_notice("LLVM's libc++, libc++abi and compiler-rt" "Apache License 2.0 with LLVM exceptions; by these exceptions, parts \
that a compiler embeds in a\nprogram need no copy of that licence. https://llvm.org/LICENSE.txt\n")
file(WRITE "${dist}/NOTICES.txt" "${notices}")

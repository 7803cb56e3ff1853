# Dear ImGui as a library, without a font loader: each program brings ImGuiFreeType::GetFontLoader() of its own
# (the desktop FreeType, the page the browser's text engine, the tests boxes). IMGUI_ENABLE_FREETYPE keeps
# imgui_internal.h from asking for stb_truetype.

# ap_third_party(<target> STATIC|OBJECT <source>...): a library of somebody else's code, without our warnings.
function(ap_third_party name)
  add_library(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -w $<$<BOOL:${EMSCRIPTEN}>:-Oz>)
endfunction()

ap_third_party(imgui STATIC
  ${imgui_SOURCE_DIR}/imgui.cpp ${imgui_SOURCE_DIR}/imgui_draw.cpp ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR} ${imgui_SOURCE_DIR}/backends ${imgui_SOURCE_DIR}/misc/freetype)
target_compile_definitions(imgui PUBLIC
  IMGUI_ENABLE_FREETYPE IMGUI_USE_WCHAR32 "ImDrawIdx=unsigned int" IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEFAULT_FONT)
if(EMSCRIPTEN)
  target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_FILE_FUNCTIONS)
endif()

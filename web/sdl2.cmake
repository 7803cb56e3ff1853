# SDL2 for the page: window, GL context and events, compiled straight from its sources the way Emscripten's own port
# does it, with the SDL_config_emscripten.h that SDL ships. SDL's CMake would ask emcc hundreds of questions first,
# which takes minutes. Audio, joysticks, sensors, power, 2D rendering and files are left out.
FetchContent_MakeAvailable(sdl2)
set(src "${sdl2_SOURCE_DIR}/src")

file(GLOB sdl2_sources ${src}/*.c ${src}/atomic/*.c ${src}/events/*.c ${src}/stdlib/*.c ${src}/thread/*.c
  ${src}/thread/generic/*.c ${src}/video/*.c ${src}/video/emscripten/*.c)
list(APPEND sdl2_sources ${src}/cpuinfo/SDL_cpuinfo.c ${src}/file/SDL_rwops.c ${src}/loadso/dummy/SDL_sysloadso.c
  ${src}/timer/SDL_timer.c ${src}/timer/unix/SDL_systimer.c)

ap_third_party(sdl2 STATIC ${sdl2_sources})
target_include_directories(sdl2 SYSTEM PUBLIC "${sdl2_SOURCE_DIR}/include")
target_compile_options(sdl2 PUBLIC -sUSE_SDL=0)  # or emcc puts its own SDL 1 headers first
target_compile_definitions(sdl2 PRIVATE SDL_LEAN_AND_MEAN=1 SDL_LOADSO_DUMMY=1
  SDL_AUDIO_DISABLED=1 SDL_JOYSTICK_DISABLED=1 SDL_SENSOR_DISABLED=1 SDL_POWER_DISABLED=1 SDL_RENDER_DISABLED=1
  SDL_FILE_DISABLED=1)

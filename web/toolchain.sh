# Sourced by web/play and tests/run: installs or names the tools that are missing, and runs long commands with visible
# progress. Expects `root`, the folder of the repository.

logs=$root/build/logs
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc 2> /dev/null || echo 2)}
# A clone in another folder may use what an earlier one has compiled.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# step <name> <command...>: runs the command with its output in build/logs/<name>.log, says every five seconds how far
# it is, and on failure shows the end of the log.
step() {
  local name=$1 log started=$SECONDS told=$SECONDS last status=0
  shift
  log=$logs/${name//[^A-Za-z0-9]/_}.log
  mkdir -p "$logs"
  printf '%s ...\n' "$name"
  "$@" > "$log" 2>&1 < /dev/null &
  step_pid=$!
  trap 'kill "$step_pid" 2> /dev/null; exit 130' INT TERM
  while kill -0 "$step_pid" 2> /dev/null; do
    sleep 0.2
    if ((SECONDS - told >= 5)); then
      told=$SECONDS
      last=$(tail -c 400 "$log" | tr '\r' '\n' | grep -av '^[[:space:]]*$' | tail -n 1 | cut -c 1-100) || last=
      printf '  %s: %d s  %s\n' "$name" $((SECONDS - started)) "$last"
    fi
  done
  wait "$step_pid" || status=$?
  trap - INT TERM
  if ((status != 0)); then
    printf '%s failed (exit status %d). The end of its log:\n' "$name" "$status" >&2
    tail -n 40 "$log" >&2
    printf 'The whole log: %s\n' "$log" >&2
    return "$status"
  fi
  printf '%s: done in %d s\n' "$name" $((SECONDS - started))
}

# need <what>:<Debian package>...: <what> is a command, or a file where it begins with /. Installs the packages of what
# is missing. Without apt, a missing command is named and a missing header left to CMake, which fetches it.
need() {
  local pair what packages=() commands=()
  for pair in "$@"; do
    what=${pair%%:*}
    if [[ $what == /* ]]; then
      [[ -e $what ]] || packages+=("${pair##*:}")
    elif ! command -v "$what" > /dev/null; then
      packages+=("${pair##*:}")
      commands+=("$what")
    fi
  done
  ((${#packages[@]})) || return 0
  if command -v apt-get > /dev/null; then
    if ((EUID != 0)); then
      fail "These packages are missing: ${packages[*]}" \
        "Install them, then run this again:  sudo apt-get install --no-install-recommends ${packages[*]}"
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt_updated=${apt_updated:-}
    if [[ -z $apt_updated ]]; then
      step "apt-get update" apt-get -q update || fail "The package lists could not be read."
      apt_updated=yes
    fi
    step "install ${packages[*]:0:4}" apt-get -q install -y --no-install-recommends "${packages[@]}" ||
      fail "These packages could not be installed: ${packages[*]}"
  elif ((${#commands[@]})); then
    fail "These programs are missing on PATH: ${commands[*]}" \
      "Install CMake 3.25, Ninja, a C++20 compiler, Node.js 18 and, for the page, the Emscripten SDK (emsdk), or newer." \
      "On Debian or Ubuntu the packages are: ${packages[*]}"
  fi
}

need_build_tools() {
  need cmake:cmake ninja:ninja-build g++:g++ ccache:ccache xz:xz-utils \
    /usr/include/eigen3/Eigen/Core:libeigen3-dev /usr/include/nlohmann/json.hpp:nlohmann-json3-dev
}

# need_node <oldest major version>
need_node() {
  need node:nodejs
  node -e "process.exit(Number(process.versions.node.split('.')[0]) >= $1 ? 0 : 1)" ||
    fail "Node.js $(node --version) is too old: $1 or later is needed."
}

# Debian's emcc, or an activated emsdk, or one that EMSDK points at.
need_emscripten() {
  if ! command -v emcc > /dev/null && [[ -x ${EMSDK:-}/upstream/emscripten/emcc ]]; then
    export PATH=$EMSDK/upstream/emscripten:$PATH
  fi
  need emcc:emscripten
}

# npm_packages <folder>: installs what its lock file says, where that is newer than what is there.
npm_packages() {
  [[ ! $1/package-lock.json -nt $1/node_modules/.package-lock.json ]] ||
    step "npm ci in $1" npm ci --prefix "$1" --no-audit --no-fund
}

# Dear ImGui and SDL2; a warning about an archive that nobody tried before is shown, not only logged.
fetch_sources() {
  step "sources" shell/fetch_sources || fail "Dear ImGui and SDL2 are needed to build."
  grep WARNING "$logs/sources.log" >&2 || true
}

# build_preset <preset>: configures and builds; warnings are errors where CI is set.
build_preset() {
  step "configure $1" cmake --preset "$1" ${CI:+-DAP_WARNINGS_AS_ERRORS=ON} &&
    step "build $1" cmake --build --preset "$1"
}

# Functions of ./dev that configure and build a preset of CMakePresets.json. Expects `root`, `say` and `die`.

# As many compile jobs as cores, but no more than memory has room for: a dialect's translation unit takes 2 GB.
jobCount() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemTotal/ { print int($2 / 2097152) }' /proc/meminfo)
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

# configurePreset NAME: runs CMake if it has not run yet, or, from a fresh cache, if the presets have changed since: CMake
# forgets the other variables of an old cache when the compiler's changes.
configurePreset() {
  local folder="build/$1" stamp="build/$1/.presets"
  if [ -f "$folder/build.ninja" ] && cmp -s CMakePresets.json "$stamp"; then return 0; fi
  say "dev: configuring preset $1"
  cmake --preset "$1" --fresh --log-level=WARNING >/dev/null || return 1
  cp CMakePresets.json "$stamp"
}

# buildPreset NAME [TARGET...]: one build of a folder at a time.
buildPreset() {
  local name=$1 status=0
  shift
  grep -q "\"configurePreset\": \"$name\"" CMakePresets.json || die "expects a preset of CMakePresets.json, got $name"
  mkdir -p "build/$name"
  exec 8>"build/$name/.build.lock"
  flock 8
  configurePreset "$name" && NINJA_STATUS='[%f/%t %es] ' ninja -C "build/$name" -j "$(jobCount)" "$@" 8>&- || status=1
  exec 8>&-
  return $status
}

# runWithWeir PRESET COMMAND...: runs a command that finds the built tools and the Python package.
runWithWeir() {
  local folder="$root/build/$1"
  shift
  WEIR_BUILD_DIR="$folder" PATH="$folder/bin:$PATH:/usr/lib/llvm-22/bin" PYTHONPATH="$folder/python" "$@"
}

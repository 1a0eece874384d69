# Functions of ./dev that build the wheels. Expects `root`, `say`, `die`, `makeVenv`, `jobCount`, `buildPreset` and
# `runWithWeir`.

packFile=build/pack/eager.pack

# The folder of a package's pyproject.toml.
projectOf() {
  case $1 in
  weir) echo "$root" ;;
  weir-runtime) echo "$root/python/runtime" ;;
  *) die "expects weir or weir-runtime, got $1" ;;
  esac
}

# buildWheels [PACKAGE...]: puts a wheel of each into dist/, in place of its older ones. They are made for Debian's
# interpreter, in an environment that stays, so that only the first build needs the network.
buildWheels() {
  local builder="$root/build/wheel-builder" made="$root/build/wheels" package project
  [ $# -gt 0 ] || set -- weir weir-runtime
  for package; do projectOf "$package" >/dev/null; done
  makeVenv "$builder" "$root/tools/dev/wheel-requirements.txt" || return 1
  mkdir -p "$root/dist"
  for package; do
    project=$(projectOf "$package")
    rm -rf "$made"
    say "dev: building the wheel of $package"
    CMAKE_BUILD_PARALLEL_LEVEL=$(jobCount) "$builder/bin/python" -m pip wheel --quiet --disable-pip-version-check \
      --no-deps --no-build-isolation -w "$made" "$project" || { rm -rf "$made"; die "the wheel of $package failed"; }
    [ "$package" != weir ] || python "$root/tools/pack/into_wheel.py" "$made"/weir-*.whl "$packFile" ||
      say "dev: the wheel has no pack; ./dev pack makes one"
    rm -f "$root/dist/${package//-/_}"-[0-9]*.whl
    mv "$made"/*.whl "$root/dist/"
    rm -rf "$made"
  done
  (cd "$root" && du -h dist/*.whl)
}

# buildPack [--record]: compiles the calls of tools/pack/calls.jsonl. What was compiled before is in the cache.
buildPack() {
  local calls=tools/pack/calls.jsonl recorded=build/pack/recorded.jsonl
  [ $# = 0 ] || [ "$*" = --record ] || die "expects --record or nothing, got $*"
  buildPreset release weir_core || return 1
  mkdir -p "$root/build/pack"
  if [ $# = 0 ]; then
    runWithWeir release python tools/pack/make.py "$calls" "$packFile"
  else
    WEIR_PACK=0 runWithWeir release python tools/pack/record.py "$recorded" &&
      runWithWeir release python tools/pack/make.py "$recorded" "$packFile" --keep "$calls"
  fi
}

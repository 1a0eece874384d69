# Functions of ./dev that install what is missing: Debian packages and the Python environment. Quiet and fast when
# nothing is missing; WEIR_NO_INSTALL=1 turns a missing package into an error. Knows nothing of Weir's build.

say() { printf '%s\n' "$*" >&2; }
die() { say "dev: $*"; exit 1; }

asRoot() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "expects root or sudo to install Debian packages, found neither; run as root: $*"; fi
}

# quietly COMMAND...: shows what it prints, or the end of that, only if it fails.
quietly() {
  local printed status=0
  printed=$("$@" 2>&1) || status=$?
  [ $status = 0 ] || printf '%s\n' "$printed" | tail -n 40 >&2
  return $status
}

# Names of the given packages that dpkg doesn't hold installed.
missingPackages() {
  { dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true; } |
    awk -v wanted="$*" '$2 == "installed" { have[$1] = 1 }
      END { count = split(wanted, names, " "); for (i = 1; i <= count; i++) if (!(names[i] in have)) print names[i] }'
}

# ensurePackages NAME...: installs those that are missing.
ensurePackages() {
  command -v dpkg-query >/dev/null ||
    die "expects Debian 12 (dpkg, apt-get); elsewhere install what tools/dev/packages.txt lists, then set WEIR_NO_INSTALL=1"
  local missing unknown package
  mapfile -t missing < <(missingPackages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  [ -z "${WEIR_NO_INSTALL:-}" ] || die "expects the Debian packages ${missing[*]}; WEIR_NO_INSTALL forbids to install them"
  say "dev: installing ${#missing[@]} Debian packages: ${missing[*]}"
  quietly asRoot apt-get update -q || say "dev: apt-get update failed; going on with the lists at hand"
  unknown=()
  for package in "${missing[@]}"; do
    [ -n "$(apt-cache madison "$package" 2>/dev/null)" ] || unknown+=("$package")
  done
  [ ${#unknown[@]} = 0 ] ||
    die "expects ${unknown[*]} in the configured apt sources, found none; they stand in bookworm and bookworm-security, main"
  quietly asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "${missing[@]}" || die "apt-get install failed"
}

listedPackages() { awk '!/^#/ && NF { print $1 }' "$root/tools/dev/packages.txt"; }

# makeVenv FOLDER REQUIREMENTS: a Python environment, remade when the requirements or the interpreter change. It is made
# from Debian's interpreter, because the extension module is built against that one's headers.
makeVenv() {
  local folder=$1 requirements=$2 stamp="$1/made-from" wanted
  wanted=$(/usr/bin/python3 -V; cat "$requirements")
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
  [ -z "${WEIR_NO_INSTALL:-}" ] || [ ! -x "$folder/bin/python" ] || return 0
  say "dev: making ${folder#"$root/"} from $(/usr/bin/python3 -V) and ${requirements#"$root/"}"
  rm -rf "$folder"
  /usr/bin/python3 -m venv "$folder" || { say "dev: python3 -m venv failed"; return 1; }
  quietly "$folder/bin/python" -m pip install --disable-pip-version-check -r "$requirements" ||
    { say "dev: pip could not install ${requirements#"$root/"}"; rm -rf "$folder"; return 1; }
  printf '%s\n' "$wanted" >"$stamp"
}

ensureVenv() { makeVenv "$root/.venv" "$root/requirements.txt" || exit 1; }

# PyTorch and ONNX Runtime, for the benchmarks that compare with them. Those run without, where pip has no such thing. The
# requirements name an index beside pip's own, which may be out of reach.
ensurePeers() {
  if [ -n "${WEIR_NO_INSTALL:-}" ] && [ ! -e "$root/build/peers" ]; then return 0; fi
  PIP_RETRIES=1 makeVenv "$root/build/peers" "$root/bench/networks/requirements.txt" || say "dev: going on without PyTorch and ONNX Runtime"
}

# One installer at a time, for people and jobs that share a checkout.
ensureTools() {
  local packages
  mapfile -t packages < <(listedPackages)
  mkdir -p "$root/build"
  exec 9>"$root/build/.install.lock"
  flock 9
  ensurePackages "${packages[@]}"
  ensureVenv
  exec 9>&-
}

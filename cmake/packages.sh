# Sourced by ./demo and ./test.

# What builds for other platforms, and what runs programs of theirs.
lw_compilers=(gcc-x86-64-linux-gnu=x86_64-linux-gnu-gcc
  gcc-mingw-w64-x86-64=x86_64-w64-mingw32-gcc
  gcc-aarch64-linux-gnu=aarch64-linux-gnu-gcc libc6-dev-arm64-cross)
lw_emulators=(wine=wine wine64 qemu-user=qemu-aarch64)

# lw_require PACKAGE[=COMMAND] ... installs the Debian packages that are missing. A package
# counts as present if it is installed, or if its command can be found. Nothing happens, and
# no network is needed, where nothing is missing. Returns 1, after one message, where
# something cannot be installed.
lw_require() {
  local spec package missing=() as_root=()
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake will say what it does not find
  for spec in "$@"; do
    package=${spec%%=*}
    [[ $spec == *=* ]] && command -v "${spec#*=}" >/dev/null && continue
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] && continue
    missing+=("$package")
  done
  ((${#missing[@]} == 0)) && return 0

  if (($(id -u) != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "missing: ${missing[*]}; install them as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  local install=("${as_root[@]}" apt-get -qq install -y --no-install-recommends "${missing[@]}")
  # the package lists may be old or empty: fetch them only if the first try fails
  if ! "${install[@]}" >/dev/null 2>&1 && ! { "${as_root[@]}" apt-get -qq update >/dev/null 2>&1 &&
    "${install[@]}" >/dev/null 2>&1; }; then
    echo "cannot install ${missing[*]}: no network, or no such package;" \
      "once there is one: apt-get install ${missing[*]}" >&2
    return 1
  fi
}

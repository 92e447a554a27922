#!/usr/bin/env bash
# Installs the servers and tools that `npm run test:all` needs in addition to Node and npm.
# Run as root on Debian or Ubuntu with Go.
# `npm test` needs none of them. If a server or tool is missing, the tests that need it are skipped and listed.
set -euo pipefail

declare -A programs=(
  [chromium]=chromium [firefox-esr]=firefox-esr [redis-server]=redis-server [turnserver]=coturn [nft]=nftables
  [ip]=iproute2 [promtool]=prometheus
)
missing=()
for program in "${!programs[@]}"; do
  command -v "$program" >/dev/null 2>&1 || missing+=("${programs[$program]}")
done
[ -d /usr/lib/postgresql ] || missing+=(postgresql)
python3 -c 'import venv, ensurepip' >/dev/null 2>&1 || missing+=(python3 python3-venv)
if [ "${#missing[@]}" -gt 0 ]; then
  echo "installing ${missing[*]}"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

go_program() { # <name> <package> <name of the binary that Go builds>
  if command -v "$1" >/dev/null 2>&1 || [ -x "$HOME/go/bin/$1" ]; then return 0; fi
  echo "building $1"
  local folder
  folder=$(mktemp -d)
  GOBIN="$folder" go install "$2" || { echo "$1 could not be built from $2" >&2; return 1; }
  mkdir -p "$HOME/go/bin" && mv "$folder/$3" "$HOME/go/bin/$1"
  rm -rf "$folder"
}
go_program livekit-server github.com/livekit/livekit-server/cmd/server@v1.13.3 server
go_program versitygw github.com/versity/versitygw/cmd/versitygw@v1.8.0 versitygw
go_program actionlint github.com/rhysd/actionlint/cmd/actionlint@v1.7.7 actionlint
# Newer versions of this program read no environment variables.
go_program compose-spec github.com/compose-spec/compose-go/v2/cmd@v2.1.0 cmd
go_program helm helm.sh/helm/v3/cmd/helm@v3.16.4 helm

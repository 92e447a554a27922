#!/usr/bin/env bash
# Measures flakiness: clones the last commit and runs its tests <runs> times beside <load> busy programs.
#   npm run test:steady -- 10 6            npm test
#   npm run test:steady -- 10 6 test:gate  another script of package.json
set -euo pipefail
runs=${1:?how many runs} load=${2:-0} script=${3:-test}
folder=$(mktemp -d "${TMPDIR:-/tmp}/visavis-steady-XXXXXX")
git clone --quiet . "$folder/clone"
cd "$folder/clone"
npm ci --no-audit --no-fund --silent
# If native code crashes a worker, Vitest reports neither exit code nor signal, but the core dump shows the cause.
ulimit -c unlimited 2>/dev/null || true
busy=()
trap 'kill -9 "${busy[@]}" 2>/dev/null || true' EXIT
for ((n = 0; n < load; n++)); do node -e 'for (;;);' & busy+=($!); done
failed=0
for ((run = 1; run <= runs; run++)); do
  log=$folder/run-$run.log
  begin=$SECONDS
  if npm run --silent "$script" </dev/null >"$log" 2>&1; then outcome=passed; else outcome="FAILED, see $log"; ((failed += 1)); fi
  echo "run $run of $runs: $outcome, $((SECONDS - begin)) s"
  grep -E '^FAILED|unsteady [1-9]' "$log" || true
done
echo "$runs runs of $script beside $load busy programs: $((runs - failed)) passed, $failed failed"
exit $((failed > 0))

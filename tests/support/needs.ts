import { spawnSync } from 'node:child_process';
import { describe, test } from 'vitest';
import { findPython } from './callers.ts';
import { findComposeReader, findProgram, GO_FOLDER } from './find-program.ts';
import { findFirefox } from './firefox.ts';
import { findLivekitServer } from './livekit-server.ts';
import { whyNoNamespaces } from './network-namespaces.ts';
import { findPostgres } from './postgres.ts';
import { findS3Gateway } from './s3-gateway.ts';

/** Programs that tests need besides Node and npm: how to find each, and how to install it. */
const NEEDS = {
  actionlint: [
    () => findProgram('actionlint', GO_FOLDER),
    'go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7',
  ],
  Compose: [findComposeReader, 'docker compose, or compose-spec as tests/install-peers.sh installs it'],
  coturn: [() => findProgram('turnserver'), 'Debian: coturn'],
  Firefox: [findFirefox, 'firefox or firefox-esr on PATH, or FIREFOX_PATH'],
  Go: [() => findProgram('go'), 'go on PATH'],
  helm: [() => findProgram('helm', GO_FOLDER), 'go install helm.sh/helm/v3/cmd/helm@v3.16.4'],
  'livekit-server': [findLivekitServer, 'on PATH, in ~/go/bin, or LIVEKIT_SERVER'],
  'network namespaces': [() => !whyNoNamespaces(), 'Linux, root, and Debian: iproute2, nftables'],
  PostgreSQL: [findPostgres, 'Debian: postgresql'],
  promtool: [() => findProgram('promtool'), 'Debian: prometheus'],
  Python: [findPython, 'Python 3.10 or newer with venv, or PYTHON'],
  Redis: [() => findProgram('redis-server'), 'Debian: redis-server'],
  tmpfs: [mayMount, 'Linux, and the right to mount one'],
  versitygw: [findS3Gateway, 'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0'],
} satisfies Record<string, readonly [isHere: () => unknown, comesFrom: string]>;

export type Need = keyof typeof NEEDS;

/**
 * Declares which programs tests need. Tests declared with the result are skipped, and the missing programs named, if
 * any is missing. In CI, which must run all tests, that is an error.
 * @throws Error if `CI` is set and a program is missing
 */
export function needs(...names: Need[]): {
  describe: ReturnType<typeof describe.skipIf>;
  test: ReturnType<typeof test.skipIf>;
} {
  const missing = names.filter((name) => !NEEDS[name][0]()).map((name) => `${name} (${NEEDS[name][1]})`);
  if (missing.length > 0) {
    if (process.env.CI) throw new Error(`CI must have what these tests need: ${missing.join(', ')}`);
    console.warn(`SKIPPED: these tests need ${missing.join(', ')}`);
  }
  const isMissing = missing.length > 0;
  return { describe: describe.skipIf(isMissing), test: test.skipIf(isMissing) };
}

function mayMount(): boolean {
  const unshared = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return unshared.status === 0;
}

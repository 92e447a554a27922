import { X509Certificate } from 'node:crypto';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { dirname } from 'node:path';
import { readTlsFiles } from '../../tls/tls-files.ts';
import { describeOldNode } from '../old-node.ts';
import { type Check, fail, note, ok } from './finding.ts';

const MIN_NODE = [20, 19] as const;

export const checkNode: Check = {
  name: 'Node',
  async run() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const enough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
    const text = `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
    if (!enough) return fail(text, `Install Node ${MIN_NODE.join('.')} or newer.`);
    const old = describeOldNode();
    return old ? note(text, old) : ok(text);
  },
};

export const checkCores: Check = {
  name: 'Cores and memory',
  async run({ workers }) {
    const cores = availableParallelism();
    const freeGiB = freemem() / 2 ** 30;
    const text = `${cores} cores, ${freeGiB.toFixed(1)} GiB free, ${workers.processes} worker process(es)`;
    if (freeGiB < 1) return note(text, 'A conversation needs about 100 MB: free some memory.');
    return cores < 2 ? note(text, 'One core can run one or two conversations.') : ok(text);
  },
};

export const checkDisk: Check = {
  name: 'Disk',
  async run({ dataDir }) {
    const { bavail, bsize } = await statfs(await nearestExisting(dataDir));
    const freeGiB = (bavail * bsize) / 2 ** 30;
    const text = `${freeGiB.toFixed(1)} GiB free at ${dataDir}`;
    return freeGiB < 1 ? note(text, 'Documents and transcripts need disk space: free some.') : ok(text);
  },
};

export const checkDataDir: Check = {
  name: 'Data directory',
  async run({ dataDir }) {
    const there = await nearestExisting(dataDir);
    const hint = 'Set VISAVIS_DATA_DIR to a directory that this user can write to.';
    if (!(await stat(there)).isDirectory()) return fail(`${there} is not a directory`, hint);
    const refusal = await access(there, constants.W_OK | constants.X_OK).catch((error) => error);
    if (refusal) return fail(`${there} is not writable (${refusal.code})`, hint);
    return ok(there === dataDir ? dataDir : `${dataDir} (created at the first start)`);
  },
};

/** Returns the path itself, or its nearest existing parent. */
async function nearestExisting(path: string): Promise<string> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found) return at;
  }
  return '/';
}

export const checkCertificate: Check = {
  name: 'https',
  async run({ tls, production, publicUrl }) {
    if (tls === undefined || tls === 'local') {
      const text = publicUrl?.startsWith('https:') ? `handled by the proxy at ${publicUrl}` : 'off';
      if (text !== 'off') return ok(text);
      const hint =
        'Browsers on other machines allow no microphone without https: use `npx visavis serve --https`, or VISAVIS_TLS_CERT ' +
        'and VISAVIS_TLS_KEY, or an https proxy and VISAVIS_PUBLIC_URL.';
      return production ? note(text, hint) : ok(`${text}; sufficient for browsers on this machine`);
    }
    const { cert } = await readTlsFiles(tls);
    const { validTo, subjectAltName } = new X509Certificate(cert);
    const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
    const text = `${subjectAltName ?? 'no name'}, ${days} day(s) left`;
    if (days < 0)
      return fail(text, `Replace ${tls.certFile} and its key; the service loads new files automatically.`);
    return days < 14 ? note(text, 'Renew it soon.') : ok(text);
  },
};

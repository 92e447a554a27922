import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface InstalledBrowser {
  readonly executablePath: string;
  /** Variables that its process needs beside the present environment. */
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

const unpackScript = `
  const { default: packaged } = await import(process.argv[1]);
  await packaged.executablePath();
`;

/**
 * Chromium for Linux on x64 out of the npm package `@sparticuz/chromium`, for machines without a browser: unpacked
 * once a version into the directory for temporary files, with the shared libraries that a minimal system lacks.
 * @throws Error on another system, or when it cannot be unpacked.
 */
export async function unpackPackagedBrowser(): Promise<InstalledBrowser> {
  const { platform, arch } = process;
  if (platform !== 'linux' || arch !== 'x64')
    throw new Error(`no Chromium is packaged for ${platform} on ${arch}: install one, or set CHROMIUM_PATH`);
  const entry = import.meta.resolve('@sparticuz/chromium');
  const manifest = await readFile(new URL('../../package.json', entry), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(tmpdir(), `visavis-chromium-${version}`);
  if (!existsSync(folder)) await unpack(entry, folder);
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter(Boolean);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpack(entry: string, folder: string): Promise<void> {
  // Test processes come at once: each unpacks into a folder of its own, the first one that is ready is used, and none
  // starts an incomplete browser.
  const ours = await mkdtemp(`${folder}-`);
  try {
    // In a process of its own, because the package reads the environment: it unpacks its libraries only where that
    // looks like AWS.
    const env = { ...process.env, TMPDIR: ours, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
    await run(process.execPath, ['--input-type=module', '--eval', unpackScript, entry], { env });
    await writeFile(join(ours, 'fonts', 'fonts.conf'), fontsConfiguration(folder));
    await rename(ours, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(ours, { recursive: true, force: true });
  }
}

/** The package's own configuration names only folders under `/tmp` and on AWS. */
function fontsConfiguration(folder: string): string {
  const fonts = join(folder, 'fonts');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>
`;
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface InstalledBrowser {
  readonly executablePath: string;
  /** Environment variables that its process needs in addition. */
  readonly env: Readonly<Record<string, string>>;
}

const VERSION = '153.0.0';
const SHA512 = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
const PROGRAM = fileURLToPath(new URL('./fetch-browser.js', import.meta.url));

/**
 * Returns Chromium for Linux on x64 from the npm package `@sparticuz/chromium`, for machines without a browser. The
 * first test that needs it fetches it (70 MB), once per version, to the temporary directory.
 * @throws Error on another system, or if it cannot be fetched
 */
export async function fetchPackagedBrowser(directory = tmpdir()): Promise<InstalledBrowser> {
  const { platform, arch } = process;
  if (platform !== 'linux' || arch !== 'x64')
    throw new Error(`no Chromium is packaged for ${platform} on ${arch}: install one, or set CHROMIUM_PATH`);
  const folder = join(directory, `visavis-chromium-${VERSION}`);
  if (!existsSync(folder)) {
    // Test processes get here simultaneously: the first one fetches, and its lock is released however it ends.
    const fetching = [process.execPath, PROGRAM, `@sparticuz/chromium@${VERSION}`, SHA512, folder];
    await promisify(execFile)('flock', [`${folder}.lock`, ...fetching]);
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter(Boolean);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

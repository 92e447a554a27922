import { fill, texts } from '../texts/texts.ts';

/** What a browser calls itself, from what only one says to what others say as well. */
const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Chromium', /\b(?:Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns a browser and its system by their names: `Firefox on Linux`; what neither is known of stays as it is. */
export function nameOfDevice(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser && system) return fill(texts.members.browserOn, { browser, system });
  return browser ?? system ?? (userAgent || texts.common.empty);
}

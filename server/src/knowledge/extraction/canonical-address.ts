/** In characters, of addresses and of what names them. */
export const LONGEST_ADDRESS = 2_000;
/** Parameters that say where a visitor came from, and nothing of the page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** One spelling for each page; `undefined` for what is no page of the web. */
export function canonicalAddress(link: string): string | undefined {
  if (link.length > LONGEST_ADDRESS || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // A host of dots alone, which `URL` takes, is the name of nothing.
  if (/^\.+$/.test(url.hostname)) return undefined;
  url.hash = '';
  const parameters = [...url.searchParams];
  const kept = parameters.filter(([name]) => !TRACKING.test(name));
  // All at once: each change of `searchParams` writes the whole address anew.
  if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString();
  return url.href;
}

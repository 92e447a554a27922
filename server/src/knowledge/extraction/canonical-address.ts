/** The maximum length of addresses, and of values that name them, in characters. */
export const LONGEST_ADDRESS = 2_000;
/** Parameters that tell where a visitor came from and do not identify the page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** Returns one spelling for each page, or undefined if the link is not to a web page. */
export function canonicalAddress(link: string): string | undefined {
  if (link.length > LONGEST_ADDRESS || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // `URL` accepts a host that consists only of dots, which names nothing.
  if (/^\.+$/.test(url.hostname)) return undefined;
  url.hash = '';
  const parameters = [...url.searchParams];
  const kept = parameters.filter(([name]) => !TRACKING.test(name));
  // All at once, because each change of `searchParams` rewrites the whole address.
  if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString();
  return url.href;
}

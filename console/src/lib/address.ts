import { isPrivate } from './private-address.ts';

/** `shop.example/help` or `localhost:11434`: an address without its scheme. */
const BARE = /^(?:localhost|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)(?:[/:?#]|$)/u;

/** Adds a missing scheme to a typed address: `http` in private networks, whose servers rarely support TLS. */
export function withScheme(text: string): string {
  const typed = text.trim();
  if (!BARE.test(typed)) return text;
  return isPrivate(`http://${typed}`) ? `http://${typed}` : `https://${typed}`;
}

import { isPrivate } from './private-address.ts';

/** `shop.example/help` or `localhost:11434`: an address without its scheme. */
const BARE = /^(?:localhost|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)(?:[/:?#]|$)/u;

/** Returns what somebody typed, with its scheme where it is an address without one: in a network of their own servers rarely speak TLS. */
export function withScheme(text: string): string {
  const typed = text.trim();
  if (!BARE.test(typed)) return text;
  return isPrivate(`http://${typed}`) ? `http://${typed}` : `https://${typed}`;
}

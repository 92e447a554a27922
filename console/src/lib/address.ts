/** Returns what somebody typed, with `https://` where it is the address of a website without its scheme, such as `shop.example`. */
export const withScheme = (text: string): string =>
  /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/:?#]|$)/u.test(text.trim()) ? `https://${text.trim()}` : text;

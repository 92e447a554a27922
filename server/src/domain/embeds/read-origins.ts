import { invalid, quote } from '../errors.ts';

/**
 * Origins as browsers send them: scheme, host and port, in lower case, without a path.
 * @throws DomainError `invalid_request`
 */
export function readOrigins(origins: readonly string[]): string[] {
  return origins.map((text, at) => {
    const path = `allowedOrigins.${at}`;
    if (!URL.canParse(text)) {
      throw invalid(path, `must be an origin such as https://shop.example, and is ${quote(text)}`);
    }
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw invalid(path, 'must begin with https:// or http://');
    if (url.username || url.password || url.pathname !== '/' || url.search || url.hash) {
      throw invalid(path, `must be an origin alone: ${quote(url.origin)}`);
    }
    return url.origin;
  });
}

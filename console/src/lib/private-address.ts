/** Hosts of this machine and of private networks, as `URL` writes them. */
const PRIVATE =
  /^(?:(?:.+\.)?localhost|.+\.(?:local|internal|lan)|(?:10|127)(?:\.\d+){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}|\[(?:::1|f[cd].*|fe80:.*)\])\.?$/;

/** Whether an address is evidently in a private network, judged by its host name. */
export const isPrivate = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && PRIVATE.test(new URL(address).hostname);

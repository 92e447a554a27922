/** Hosts of this machine and of networks that are not the internet's, as `URL` writes them. */
const PRIVATE =
  /^(?:(?:.+\.)?localhost|.+\.(?:local|internal|lan)|(?:10|127)(?:\.\d+){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}|\[(?:::1|f[cd].*|fe80:.*)\])\.?$/;

/** Whether an address that somebody types is in their own network, as far as it says so itself. */
export const isPrivate = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && PRIVATE.test(new URL(address).hostname);

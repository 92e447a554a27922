import type { ServerResponse } from 'node:http';

/** The path from which a device fetches the certificate that it must trust. */
export const AUTHORITY_PATH = '/visavis-ca.crt';

/** Phones offer to install files of this type. */
export function sendAuthority(response: ServerResponse, authority: string): void {
  const headers = {
    'content-type': 'application/x-x509-ca-cert',
    'content-disposition': 'attachment; filename="visavis-ca.crt"',
  };
  response.writeHead(200, headers).end(authority);
}

import { createHash } from 'node:crypto';
import { MESSAGE_PAGE_POLICY, renderMessagePage } from './message-page.ts';

/**
 * Polls until the service responds, even if it is down for a while. `<meta http-equiv="refresh">` would not work: if
 * the address has a fragment, such as the key of a console link, Chromium only scrolls.
 */
const SCRIPT = `setInterval(() => {
  fetch(location.href, { method: 'HEAD', headers: { accept: 'text/html' } }).then(
    ({ status }) => { if (status !== 503) location.reload(); },
    () => {},
  );
}, 1000);`;

const POLICY = `${MESSAGE_PAGE_POLICY}; connect-src 'self'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

interface WaitingPage {
  headers: Record<string, string>;
  body: string;
}

/** Returns the page for browsers, sent with 503, before the service accepts requests. */
export function startingPage(requestId: string): WaitingPage {
  return waitingPage(
    requestId,
    'Visavis is starting',
    'This page opens automatically as soon as the service is ready.',
  );
}

/** Returns the page for browsers, sent with 503, once the service accepts no more requests. */
export function stoppingPage(requestId: string): WaitingPage {
  return waitingPage(
    requestId,
    'Visavis is stopping',
    'The service is shutting down. This page opens automatically when it is started again.',
  );
}

function waitingPage(requestId: string, heading: string, text: string): WaitingPage {
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'retry-after': '1',
      vary: 'accept',
      connection: 'close',
    },
    body: renderMessagePage({ title: heading, heading, text, requestId, script: SCRIPT }),
  };
}

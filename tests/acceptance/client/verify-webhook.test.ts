import { VisavisSignatureError, verifyWebhook } from '@visavis/client';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({ type: 'conversation.ended', data: { id: 'conv_1' } });

function signed(secret = SECRET, at = new Date()) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}
const OTHER = `whsec_${btoa('another secret of this length')}`;

test.each([
  ['headers of Node', signed()],
  ['headers of fetch', new Headers(signed())],
  [
    'two secrets, while one takes the place of the other',
    {
      ...signed(),
      'webhook-signature': `${signed(OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
    },
  ],
])('accepts a message with %s', async (_, headers) => {
  expect(await verifyWebhook(SECRET, headers, BODY)).toEqual(JSON.parse(BODY));
});

test.each<[string, Record<string, string>, string]>([
  ['with another body', signed(), BODY.replace('conv_1', 'conv_2')],
  ['with another secret', signed(OTHER), BODY],
  ['with another id', { ...signed(), 'webhook-id': 'msg_2' }, BODY],
  ['of ten minutes ago', signed(SECRET, new Date(Date.now() - 600_000)), BODY],
  ['of the future', signed(SECRET, new Date(Date.now() + 600_000)), BODY],
  ['without a time', { ...signed(), 'webhook-timestamp': '' }, BODY],
  ['without a signature', { ...signed(), 'webhook-signature': '' }, BODY],
  ['whose signature is no text of base64', { ...signed(), 'webhook-signature': 'v1,ä v1, v2,x' }, BODY],
  ['without headers', {}, BODY],
])('refuses a message %s', (_, headers, body) =>
  expect(verifyWebhook(SECRET, headers, body)).rejects.toThrow(VisavisSignatureError),
);

test('hashes the message once, however many signatures a stranger sends with it', async () => {
  const headers = { ...signed(), 'webhook-signature': 'v1,AAAA '.repeat(2_000) };
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const verify = vi.spyOn(crypto.subtle, 'verify');
  await expect(verifyWebhook(SECRET, headers, BODY)).rejects.toThrow(VisavisSignatureError);
  expect(sign.mock.calls.length + verify.mock.calls.length).toBe(1);
});

test.each(['', 'whsec_', 'whsec_***'])(
  'says so if the secret has no bytes, because anybody could sign with it: "%s"',
  (secret) => expect(verifyWebhook(secret, signed(), BODY)).rejects.toThrow('The secret is not one'),
);

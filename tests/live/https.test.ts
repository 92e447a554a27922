import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { runCommand } from '../support/command.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useService } from '../support/use-service.ts';

const service = useService(() => ({ args: ['--https'] }));

async function get(path: string, trust: { ca: string } | { rejectUnauthorized: false }) {
  const sent = request(`${service.url}${path}`, { ...trust, headers: { 'x-api-key': TEST_API_KEY } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('a device that trusts the certificate of the service connects without a warning', async () => {
  expect(service.url).toMatch(/^https:/);
  const { headers, body: ca } = await get('/visavis-ca.crt', { rejectUnauthorized: false });
  expect(headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(await get('/v3/health', { ca })).toMatchObject({ status: 200 });
  const { faces } = JSON.parse((await get('/v3/faces', { ca })).body) as {
    faces: { thumbnailUrl: string }[];
  };
  expect(faces[0]!.thumbnailUrl).toMatch(/^https:/);
});

test('commands on the same machine work, and print addresses that people can open', async () => {
  const settings = { VISAVIS_DATA_DIR: service.dataDir };
  const { code, stdout } = await runCommand(['talk'], settings);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^https:\/\/localhost:\d+\/talk\/#key=/);
});

test('from the printed link to a greeting in Chromium, with a microphone', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(/https:\S+\/talk\/#key=\S+/.exec(service.output)![0]);
    expect(await page.evaluate(() => isSecureContext && 'mediaDevices' in navigator)).toBe(true);
    const connections: string[] = [];
    page.on('websocket', (socket) => connections.push(new URL(socket.url()).protocol));
    await page.locator('button.avatar').first().click();
    await page.locator('#transcript li.character', { hasText: 'It is good to see you' }).first().waitFor();
    expect(new Set(connections)).toEqual(new Set(['wss:']));
  } finally {
    await browser.close();
  }
});

test('--https and a configured certificate cannot be combined', async () => {
  const settings = { VISAVIS_TLS_CERT: '/srv/cert.pem', VISAVIS_TLS_KEY: '/srv/key.pem' };
  const { code, stderr } = await runCommand(['serve', '--https'], settings);
  expect(code).toBe(2);
  expect(stderr).toContain('use only one of them');
  const alone = await runCommand(['serve'], settings);
  expect(alone.code).toBe(1);
  expect(alone.stderr).toContain('VISAVIS_TLS_CERT: /srv/cert.pem cannot be read (ENOENT)');
});

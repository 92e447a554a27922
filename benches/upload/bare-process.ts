/** The yardstick for uploads: a handler of plain Node that streams the request into a file and syncs it. */
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
let count = 0;

async function store(request: IncomingMessage): Promise<void> {
  count += 1;
  const file = await open(join(folder, String(count)), 'wx');
  try {
    for await (const chunk of request) await file.write(chunk as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
}

const server = createServer((request, response) => {
  store(request).then(
    () => response.end(),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

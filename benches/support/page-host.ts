import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';

export interface PageHost {
  /** A new tab with the page; its size in pixels. */
  open(size?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

/** A server of one page, whose script is the bundle of a compiled module, and the browser for it. */
export async function openPageHost(entry: URL, launch: () => Promise<Browser>): Promise<PageHost> {
  const bundle = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  const server = createServer((request, response) => {
    if (request.url === '/page.js')
      response.setHeader('content-type', 'text/javascript').end(bundle.outputFiles[0]!.contents);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><body></body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launch();
  return {
    async open(size) {
      const page = await browser.newPage(size ? { viewport: size } : {});
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

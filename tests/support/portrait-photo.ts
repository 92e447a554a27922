import type { Browser } from 'playwright-core';
import type { Service } from './service.ts';

/** Returns a built-in person before a wall, as a JPEG of 600 x 800 pixels: a typical portrait-format photo. */
export async function makePortraitPhoto(browser: Browser, { client }: Service): Promise<Buffer> {
  const { faces } = await client.get('/v3/faces', { query: { take: 50 } });
  const { referenceImgUrl } = faces.find(({ identity }) => identity === 'maya')!;
  const page = await browser.newPage({ viewport: { width: 600, height: 800 } });
  await page.setContent(
    `<body style="margin:0;background:#b9c4c2"><img src="${referenceImgUrl}" style="margin-top:100px" width="600">`,
  );
  await page.waitForFunction(() => document.images[0]?.complete);
  const picture = await page.screenshot({ type: 'jpeg' });
  await page.close();
  return picture;
}

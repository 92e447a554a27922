import type { Browser } from 'playwright-core';

/** Returns a text as a PDF printed by a browser, with the used parts of its fonts. */
export async function printPdf(browser: Browser, text: string): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setContent(`<body style="font: 12pt serif; white-space: pre-wrap">${text}`);
  const pdf = await page.pdf({ format: 'A4' });
  await page.close();
  return pdf;
}

import type { Browser } from 'playwright-core';

/** A text as the PDF that a browser prints of it, with the parts of its fonts that it needs. */
export async function printPdf(browser: Browser, text: string): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setContent(`<body style="font: 12pt serif; white-space: pre-wrap">${text}`);
  const pdf = await page.pdf({ format: 'A4' });
  await page.close();
  return pdf;
}

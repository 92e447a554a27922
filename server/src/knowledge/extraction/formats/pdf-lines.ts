/** The fields of pdf.js's text items that are used here. Coordinates are in points; y increases upwards. */
export interface PdfTextItem {
  str: string;
  hasEOL: boolean;
  width: number;
  height: number;
  /** [a, b, c, d, x, y] */
  transform: number[];
}

export interface PdfLine {
  text: string;
  x: number;
  y: number;
  size: number;
  page: number;
}

/** Joins the items of a page, which are in drawing order, into lines. */
export function joinLines(items: Iterable<PdfTextItem>, page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: (PdfLine & { end: number }) | undefined;
  const finish = () => {
    if (line !== undefined && line.text.trim() !== '') {
      const { text, x, y, size } = line;
      lines.push({ text: text.trim(), x, y, size, page });
    }
    line = undefined;
  };
  for (const item of items) {
    const [, , , , x = 0, y = 0] = item.transform;
    const size = item.height || Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0);
    if (line !== undefined && item.str !== '' && Math.abs(y - line.y) > Math.max(size, line.size) * 0.6)
      finish();
    if (item.str !== '') {
      if (line === undefined) line = { text: '', x, y, size, page, end: x };
      const gap = x - line.end;
      const apart = gap > size * 0.2 || gap < -size * 2;
      if (apart && line.text !== '' && !/\s$/.test(line.text) && !/^\s/.test(item.str)) line.text += ' ';
      line.text += item.str;
      line.end = x + item.width;
      if (item.str.trim() !== '') line.size = Math.max(line.size, size);
    }
    if (item.hasEOL) finish();
  }
  finish();
  return lines;
}

export interface PdfPage {
  lines: PdfLine[];
  /** Points. */
  height: number;
}

/** The part of the page's height, at the top and at the bottom, that may contain running titles. */
const MARGIN = 0.09;

/** Removes page numbers and running titles: lines in the margin that differ only in digits on most pages. */
export function dropRunningLines(pages: PdfPage[]): PdfLine[][] {
  const key = (line: PdfLine) => line.text.replace(/\d+/g, '#').toLowerCase();
  const inMargin = ({ height }: PdfPage, line: PdfLine) =>
    line.y > height * (1 - MARGIN) || line.y < height * MARGIN;
  const counts = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(page.lines.filter((line) => inMargin(page, line)).map(key));
    for (const lineKey of keys) counts.set(lineKey, (counts.get(lineKey) ?? 0) + 1);
  }
  const threshold = Math.max(3, pages.length * 0.6);
  return pages.map((page) =>
    page.lines.filter((line) => !inMargin(page, line) || (counts.get(key(line)) ?? 0) < threshold),
  );
}

/** Returns the font size of most of the text. */
export function bodySize(pages: PdfLine[][]): number {
  const chars = new Map<number, number>();
  for (const lines of pages)
    for (const line of lines) {
      const size = Math.round(line.size * 2) / 2;
      chars.set(size, (chars.get(size) ?? 0) + line.text.length);
    }
  let best = 0;
  let most = 0;
  for (const [size, count] of chars) if (count > most) [best, most] = [size, count];
  return best;
}

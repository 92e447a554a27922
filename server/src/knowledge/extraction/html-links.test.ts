import { expect, test } from 'vitest';
import { readLinks } from './formats/html-links.ts';

const read = (html: string) =>
  readLinks(
    { bytes: Buffer.from(html), onProgress: () => undefined },
    'https://site.example/help/start.html',
  );

test('links are absolute, without duplicates, fragments and trackers; links that are no web page are left out', () => {
  const html = `<title> Help &amp; hours </title><title>Another</title>
    <a href="a">A</a> <a href="/b#part">B</a> <a href="/b?utm_source=x">B</a> <area href="//other.example/?q=1&utm_id=2">
    <a href="mailto:a@b.example">C</a> <a href="javascript:alert(1)">D</a> <a href="https://u:p@site.example/">E</a>
    <a>F</a> <a href="https://[">G</a> <a href="https://../">H</a> <link href="/style.css">`;
  expect(read(html)).toEqual({
    title: 'Help & hours',
    links: ['https://site.example/help/a', 'https://site.example/b', 'https://other.example/?q=1'],
    mayIndex: true,
    mayFollow: true,
  });
});

test('links begin at the base that the page names', () => {
  expect(read('<base href="/de/"><a href="a">A</a>').links).toEqual(['https://site.example/de/a']);
});

test.each([
  ['<meta name="robots" content="noindex, follow">', [false, true]],
  ['<META NAME="Robots" CONTENT="NOFOLLOW">', [true, false]],
  ['<meta name="visavis" content="none">', [false, false]],
  ['<meta name="googlebot" content="noindex">', [true, true]],
])('%s', (html, [mayIndex, mayFollow]) => {
  expect(read(html)).toMatchObject({ mayIndex, mayFollow });
});

test('endlessly nested elements are refused, and at most 2,000 links are read', () => {
  expect(() => read('<div>'.repeat(2_000))).toThrow('nested too deeply');
  const many = Array.from({ length: 3_000 }, (_, n) => `<a href="/${n}">x</a>`).join('');
  expect(read(many).links).toHaveLength(2_000);
});

test('overlong addresses are left out, also as the base of others', () => {
  const long = 'x'.repeat(2_100);
  const html = `<base href="/${long}/"><a href="a">A</a><a href="${long}">B</a>`;
  expect(read(html).links).toEqual(['https://site.example/help/a']);
});

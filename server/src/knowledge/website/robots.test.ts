import { expect, test } from 'vitest';
import { readRobots } from './robots.ts';

const allowed = (text: string, ...paths: string[]) => {
  const robots = readRobots(text);
  return paths.filter((path) => robots.allows(new URL(path, 'https://site.example')));
};

test.each([
  ['nothing is said', '', ['/', '/a']],
  ['everything is forbidden', 'User-agent: *\nDisallow: /', []],
  ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', ['/', '/a']],
  ['others are forbidden everything', 'User-agent: GPTBot\nDisallow: /', ['/', '/a']],
  [
    'our own group counts alone',
    'User-agent: *\nDisallow: /\n\nUser-agent: Visavis\nDisallow: /b',
    ['/', '/a'],
  ],
  ['a group for several', 'user-agent: x\nuser-agent: visavis\ndisallow: /a', ['/']],
  ['groups of one name are one', 'User-agent: *\nDisallow: /b\nUser-agent: *\nDisallow: /a', ['/']],
  ['comments and other lines', '# hello\r\nSitemap: /x\r\nUser-agent: * # all\r\nDisallow: /a # no', ['/']],
])('%s', (_name, text, paths) => {
  expect(allowed(text, '/', '/a')).toEqual(paths);
});

test('the longest pattern decides, and allow wins a tie', () => {
  const text = 'User-agent: *\nDisallow: /shop\nAllow: /shop/help\nDisallow: /same\nAllow: /same';
  expect(allowed(text, '/shop/cart', '/shop/help/1', '/same')).toEqual(['/shop/help/1', '/same']);
});

test.each([
  ['/*.pdf$', ['/a.pdf']],
  ['/a*b*c', ['/abcd']],
  ['*/private/', ['/x/private/1']],
  ['/gr%c3%bc%C3%9Fe', ['/grüße']],
  ['/grüße', ['/grüße']],
  ['/abb$', ['/abb']],
])('%s forbids', (pattern, paths) => {
  const all = ['/a.pdf?x', '/a.pdf', '/a.pdfs', '/abb', '/abcd', '/x/private/1', '/grüße'];
  const left = allowed(`User-agent: *\nDisallow: ${pattern}`, ...all);
  expect(all.filter((path) => !left.includes(path))).toEqual(paths);
});

test.each([
  [
    'names that objects have',
    'User-agent: __proto__\nCrawl-delay: 10\nUser-agent: constructor\nDisallow: /',
    ['/', '/a'],
  ],
  ['more wildcards than count', `User-agent: *\nDisallow: /${'*a'.repeat(100)}b$`, ['/', '/a']],
  [
    'a pattern longer than counts forbids what begins as it',
    `User-agent: *\nDisallow: /a${'*'.repeat(300)}b`,
    ['/'],
  ],
])('%s', (_name, text, paths) => {
  expect(allowed(text, '/', '/a')).toEqual(paths);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('of a file with many agents and rules only those for this service are kept, up to a limit', () => {
  const agents = Array.from({ length: 20_000 }, (_, n) => `User-agent: bot-${n}`);
  const rules = Array.from({ length: 20_000 }, (_, n) => `Disallow: /${n}`);
  const robots = readRobots([...agents, 'User-agent: *', ...rules].join('\n'));
  expect(robots.allows(new URL('https://site.example/999'))).toBe(false);
  expect(robots.allows(new URL('https://site.example/b'))).toBe(true);
});

test('the delay that the site asks for is respected, up to ten seconds', () => {
  expect(readRobots('User-agent: *\nCrawl-delay: 2.5').delayMs).toBe(2_500);
  expect(readRobots('User-agent: *\nCrawl-delay: 86400').delayMs).toBe(10_000);
  expect(readRobots('User-agent: *\nCrawl-delay: soon').delayMs).toBe(0);
});

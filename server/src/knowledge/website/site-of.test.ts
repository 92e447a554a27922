import { expect, test } from 'vitest';
import { siteOf } from './site-of.ts';

test.each([
  'https://museum.example/',
  'http://www.museum.example/hours',
  'https://MUSEUM.example.:8443/',
  'https://www.museum.example./',
])('%s is of one site', (url) => expect(siteOf(url)).toBe('museum.example'));

test.each(['https://shop.museum.example/', 'https://example/', 'https://museum.example.org/'])(
  '%s is of another',
  (url) => expect(siteOf(url)).not.toBe('museum.example'),
);

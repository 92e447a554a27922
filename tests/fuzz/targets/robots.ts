import { readRobots } from '@visavis/server/dist/knowledge/website/robots.js';
import type { FuzzTarget } from '../fuzz-target.ts';

/** A short URL, and one for which wildcard patterns need many steps. */
const ASKED = [
  'https://site.example/a/b?c=d',
  `https://site.example/${'ab/'.repeat(600)}?${'a=b&'.repeat(100)}`,
];
const PATHS = ASKED.map((address) => new URL(address));

export const target: FuzzTarget = {
  about: 'the robots.txt of websites that are read, and what it says of an address',
  covers: ['/knowledge/website/robots.js'],
  seeds: [
    'User-agent: *\nDisallow: /private\nAllow: /private/press$\nCrawl-delay: 2.5\n',
    '# hello\r\nuser-agent: visavis\r\nUser-Agent : other\r\nDisallow: /*?*c=*$ # why\r\nSitemap: https://site.example/s.xml\r\n',
    'User-agent: visavis\rDisallow:\rUser-agent: *\rDisallow: /%e3%81%82\rDisallow: /Straße\r',
  ],
  tokens:
    'User-agent: Disallow: Allow: Crawl-delay: visavis * $ / # % %2f %zz : \r \n \0 é \ud800 1e999 -1 NaN',
  read(input) {
    // Decoded as the website reader does it.
    const robots = readRobots(new TextDecoder().decode(input));
    const { delayMs } = robots;
    if (!(delayMs >= 0 && delayMs <= 10_000)) throw new RangeError(`a pause of ${delayMs} ms`);
    return [robots, PATHS.map((path) => robots.allows(path))];
  },
};

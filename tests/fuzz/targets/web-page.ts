import { canonicalAddress } from '@visavis/server/dist/knowledge/extraction/canonical-address.js';
import { ExtractionError } from '@visavis/server/dist/knowledge/extraction/extraction-error.js';
import { readLinks } from '@visavis/server/dist/knowledge/extraction/formats/html-links.js';
import { scopeOf } from '@visavis/server/dist/knowledge/website/scope.js';
import { siteOf } from '@visavis/server/dist/knowledge/website/site-of.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const ADDRESS = 'https://site.example/help/';
const scope = scopeOf(new URL(ADDRESS));

export const target: FuzzTarget = {
  about: 'pages of websites that are read: their links, and what they say of themselves',
  covers: [
    '/formats/html-links.js',
    '/extraction/canonical-address.js',
    '/website/scope.js',
    '/website/site-of.js',
  ],
  seeds: [
    '<!doctype html><meta charset="utf-8"><title>Help &amp; more</title><a href="a?utm_source=x&b=1#part">a</a><a href="../up">',
    '<base href="https://www.site.example./help/"><meta name="robots" content="noindex, NoFollow"><area href="/b.pdf"><a href="//other.example">',
    '<META NAME=visavis CONTENT=none><svg><title>no</title></svg><a href="mailto:a@b.example"><a href="https://a:b@c.example/"><a href="x.jpg">',
  ],
  tokens:
    '<a href=" <base href=" <meta name="robots" content=" <title> </title> "> http:// https:// // ../ ? # & &amp; = utm_a= % %00 noindex nofollow none @ : \\ . \t \n',
  declares: [ExtractionError],
  read(input) {
    const page = readLinks({ bytes: input, charset: 'utf-8', onProgress: () => undefined }, ADDRESS);
    // The website reader relies on this.
    for (const link of page.links) {
      if (canonicalAddress(link) !== link)
        throw new TypeError(`${link} is not the one spelling of an address`);
      scope.includes(new URL(link));
      if (siteOf(link) === '') throw new TypeError(`${link} is of no site`);
    }
    return page;
  },
};

/** Words that say nothing about what is looked for. */
const SMALL = new Set(
  'a an and are as at be by can do for from how i in is it of on or the to what when with'.split(' '),
);

/** The same where the index is made and where it is loaded. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  processTerm: (term: string) => (SMALL.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 4 ? 0.15 : false),
    combineWith: 'AND' as const,
    // Who searches wants to do something; how it came about is read afterwards.
    boostDocument: (id: string) => (/^(decisions|changelog|architecture|turn|clients)/.test(id) ? 0.4 : 1),
  },
};

/** Words that are ignored in a search. */
const SMALL = new Set(
  'a an and are as at be by can do for from how i in is it of on or the to what when with'.split(' '),
);

/** The options must be the same where the index is made and where it is loaded. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  processTerm: (term: string) => (SMALL.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 4 ? 0.15 : false),
    combineWith: 'AND' as const,
    // Tables of fields and what is for developers rank lower: most readers search for how to do something.
    boostDocument: (id: string) =>
      /^(decisions|contributing|changelog|architecture|turn|clients|api\/resources)/.test(id) ? 0.4 : 1,
  },
};

/** What the console and the talk page of a service share: they have the same origin and the same users. */

/** Keys under which the pages store values in the browser. */
export const STORED = {
  /** An API key: of this tab, or of all tabs if the user stays signed in. */
  key: 'visavis.key',
  /** A key that the talk page has taken from a link: the console asks before using it. */
  linkedKey: 'visavis.linked-key',
  /** Marks that a member has signed in. Only the service knows whether they still are: pages cannot read the cookie. */
  member: 'visavis.member',
  /** The admin token, for this tab only, because it gives access to every organization. */
  adminToken: 'visavis.admin-token',
  /** The chosen language, kept for all visits. */
  language: 'visavis.language',
};

/** Prefixes of the conversations' names and of the users' ids; in English, because programs read them, too. */
export const PAGES = {
  talk: { prefix: 'Talk page: ', identity: 'talk-' },
  console: { prefix: 'Console: ', identity: 'console-' },
};

/** Returns the name and the user of a conversation started on a page, as the API expects them. */
export const startedIn = (page: keyof typeof PAGES, avatar: string) => ({
  name: `${PAGES[page].prefix}${avatar}`,
  user: { identity: `${PAGES[page].identity}${crypto.randomUUID()}`, name: 'You' },
});

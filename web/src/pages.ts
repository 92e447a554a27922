/** What the console and the talk page of a service share: they are pages of one origin, and know each other's visitors. */

/** Names under which they store in the browser. */
export const STORED = {
  /** An API key: of the tab, or of all tabs where somebody stays signed in. */
  key: 'visavis.key',
  /** The key of a link, taken while this tab knew no other: where another tab has another one, the console asks. */
  linkedKey: 'visavis.linked-key',
  /** That a member signed in here: whether they still are, the service is asked. Their cookie no page can read. */
  member: 'visavis.member',
  /** The admin token, of the tab alone: it opens every organization. */
  adminToken: 'visavis.admin-token',
  /** The language that was chosen, for all visits. */
  language: 'visavis.language',
};

/** How their conversations are named, and how the ids of their users begin: for programs, too, and so in English. */
export const PAGES = {
  talk: { prefix: 'Talk page: ', identity: 'talk-' },
  console: { prefix: 'Console: ', identity: 'console-' },
};

/** The name of a conversation that is started in a page, and its user, as the API gets them. */
export const startedIn = (page: keyof typeof PAGES, avatar: string) => ({
  name: `${PAGES[page].prefix}${avatar}`,
  user: { identity: `${PAGES[page].identity}${crypto.randomUUID()}`, name: 'You' },
});

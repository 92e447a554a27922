/** Said in several places. */
export const common = {
  product: 'Visavis',
  add: 'Add',
  any: 'any',
  avatar: 'Avatar',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  client: 'Client',
  close: 'Close',
  continue: 'Continue',
  conversations: 'Conversations',
  copy: 'Copy',
  copied: 'Copied',
  create: 'Create',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  empty: '—',
  length: 'Length',
  loading: 'Loading',
  name: 'Name',
  save: 'Save',
  saved: (name: string) => `${name} is saved.`,
  searchOther: 'Search for other words.',
  showMore: 'Show more',
  signOut: 'Sign out',
  started: 'Started',
  state: 'State',
  stop: 'Stop',
  tryAgain: 'Try again',
  user: 'User',
  address: 'Address',
  cancel: 'Cancel',
  sending: (what: string, sent: string, size: string) => `Sending ${what}: ${sent} of ${size}`,
};

/** Units and other short forms. */
export const units = {
  /** A language tag for names of languages. */
  language: 'en',
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  milliseconds: (ms: number) => `${Math.round(ms)} ms`,
  percent: (share: number) => `${Math.round(share * 100)} %`,
  monthsAgo: (months: number) => (months === 1 ? '1 month ago' : `${months} months ago`),
};

export const problem = {
  title: 'That did not work',
  list: 'This list could not be loaded',
  request: (id: string) => `Request ${id}`,
};

/** Before something typed is lost. */
export const unsaved = {
  title: 'Leave without saving?',
  about: 'What you typed is not saved.',
  yes: 'Leave without saving',
  no: 'Stay',
};

export const outdated = {
  mine: 'Save mine anyway',
  theirs: 'Show theirs',
  avatar: 'Somebody has saved this avatar since you opened it.',
  character: 'Somebody has saved this character since you opened it.',
  embed: 'Somebody has saved this embed since you opened it.',
  organization: 'Somebody has saved this organization since you opened it.',
};

/** A deletion that can be undone for ten seconds. */
export const removal = {
  soon: (what: string) => `Deleted: ${what}`,
  going: 'Deleting…',
  goingOf: (what: string) => `Deleting… ${what}`,
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  done: (what: string) => `${what} is deleted.`,
  failed: (what: string) => `${what} is still there`,
  usedBy: (users: readonly string[]) => `Change or delete first what uses it: ${users.join(', ')}.`,
};

/** What uses something else, by its kind and name. */
export const usedBy = {
  agent: (name: string) => `agent ${name}`,
  avatar: (name: string) => `avatar ${name}`,
  character: (name: string) => `character ${name}`,
  embed: (name: string) => `embed ${name}`,
};

/** A secret that is shown only once. */
export const shownOnce = {
  key: 'Copy this key now: it is shown only once',
  secret: 'Copy this secret now: it is shown only once',
  secretLabel: 'The secret',
  toolSecret: 'Copy this secret now: it is shown only once. Your tool verifies calls with it.',
};

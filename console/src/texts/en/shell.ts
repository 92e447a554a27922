/** The frame of all pages, and signing in. Texts between backticks are shown as code. */
export const shell = {
  skip: 'Skip to the page',
  menu: 'Menu',
  pages: 'Pages',
  talk: 'Talk',
  docs: 'Docs',
  toDark: 'Switch to dark colours',
  toLight: 'Switch to light colours',
  build: 'Build',
  watch: 'Watch',
  develop: 'Develop',
  notFound: 'There is no such page',
  notFoundHelp: 'The address may be misspelt, or the page has moved.',
  toOverview: 'Go to the overview',
};

export const tour = {
  title: 'New here?',
  about: 'Four steps show what this console is for. They take a minute.',
  begin: 'Show me around',
  next: 'Next step',
  done: 'Done',
  skip: 'Skip the tour',
  step: (number: number, title: string) => `${number} of 4: ${title}`,
  steps: [
    {
      title: 'Talk with somebody',
      about:
        'The button “Talk” at the top calls one of the people that come with the service. What was said is below “Conversations”.',
    },
    {
      title: 'Make an avatar of your own',
      about:
        'Choose one of these people, or make a new one from a picture. You say who it is, how it speaks and what it says first.',
    },
    {
      title: 'Give it documents',
      about:
        'Make a knowledge base, drop files into it, and choose it in an avatar under “Answers from”. It then answers from them and names its source.',
    },
    {
      title: 'Put it on your website',
      about:
        'An embed is one line of HTML. You name the websites that may show it and how long is talked there a day.',
    },
  ],
};

export const signIn = {
  title: 'Sign in',
  about:
    'Use an API key of your organization. When the service starts, it prints a link that needs no key. The command `npx visavis talk --console` prints another one.',
  key: 'API key',
  keyExample: 'vv_…',
  stay: 'Stay signed in on this device',
  byLink: (key: string) => `You are signed in with the key of a link: ${key}`,
  instead: (key: string, before: string) =>
    `Sign in with the key of this link, ${key}? It takes the place of ${before}, and may be of another organization: continue only if you know who made the link.`,
  operator: 'Operator of the service? Sign in with the admin token',
  expired: 'Your key is not accepted any more',
  expiredAbout: 'It has expired or was revoked. Sign in again to continue. Nothing that you typed is lost.',
};

export const operatorSignIn = {
  title: 'Operator',
  pages: 'Pages of the operator',
  about:
    'Use the admin token: `VISAVIS_ADMIN_TOKEN`, or the file `admin-token` in the data directory. The console keeps it in this tab only.',
  token: 'Admin token',
  wrong: 'This is not the admin token of the service.',
  toConsole: 'Go to the console of an organization',
  refused: 'The admin token is not accepted any more',
  refusedAbout: 'It was changed. Sign in again to continue. Nothing that you typed is lost.',
};

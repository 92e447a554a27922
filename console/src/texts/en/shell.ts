/** The frame of all pages, and signing in. Texts between backticks are shown as code. */
export const shell = {
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

export const signIn = {
  title: 'Sign in',
  about:
    'Use an API key of your organization. When the service starts, it prints a link that needs no key. The command `npx visavis talk --console` prints another one.',
  key: 'API key',
  keyExample: 'vv_…',
  stay: 'Stay signed in on this device',
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

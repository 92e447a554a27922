/** What connects avatars to other software: tools, websites, webhooks, keys and code. */
export const tools = {
  title: 'Tools',
  about:
    'Tools let an avatar do more than talk. The model calls a tool, and the service sends the call to your address.',
  parameters: 'Arguments',
  parametersHelp: 'A JSON Schema of an object. Leave it empty for no arguments.',
  parametersExample: '{ "type": "object", "properties": { "guests": { "type": "integer" } } }',
  notJson: 'This is not JSON yet.',
  none: 'No tool yet',
  noneYet: 'Add one above. Then choose it in an avatar under “Tools it may use”.',
};

export const embeds = {
  title: 'Embeds',
  about: 'An embed puts an avatar on your website with one line of HTML, within limits that you set.',
  add: 'New embed',
  first: 'Make the first one',
  none: 'No embed yet',
  noneYet: 'Choose an avatar, name the websites that may show it, and copy the line.',
  on: 'on',
  off: 'off',
  summary: (avatar: string, websites: readonly string[]) => `${avatar} on ${websites.join(', ')}.`,
  use: (talked: string, most: string, live: number, limit: number) =>
    `Today: ${talked} of ${most}. Live: ${live} of ${limit}.`,
  goesFrom: (websites: readonly string[]) => `It disappears from ${websites.join(', ')}.`,
  line: (embed: string) => `The line for ${embed}`,
  changeTitle: 'Change embed',
};

export const embedForm = {
  ownKnowledge: 'the documents of its agent',
  title: 'Title',
  ownTitle: 'its name',
  colour: 'Colour',
  colourExample: '#146c5f',
  colourForm: 'A colour such as #146c5f',
  pickColour: 'Pick a colour from the screen',
  corner: 'Corner',
  right: 'right',
  left: 'left',
  theme: 'Light or dark',
  themes: { auto: 'as the visitor’s', light: 'light', dark: 'dark' },
  language: 'Widget’s language',
  pagesLanguage: 'as the page’s',
  preview: 'Preview',
  previewLater: 'Choose an avatar. Its button and widget are then shown here as your visitors see them.',
};

export const webhooks = {
  title: 'Webhooks',
  about:
    'The service tells your addresses what happens. It signs each message by the Standard Webhooks specification.',
  none: 'No webhook yet',
  noneYet: 'Add an address above. Then send it a test before it matters.',
  test: 'Send a test',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  off: (reason: string | undefined) => (reason ? `Off. ${reason}` : 'Off.'),
  statuses: { pending: 'pending', succeeded: 'succeeded', failed: 'failed', dropped: 'dropped' },
  delivery: (event: string, at: string) => `${event} · ${at}`,
  attempt: (result: string | number | undefined, duration: string) =>
    ` · ${result ?? 'no answer'} after ${duration}`,
  nextTry: (at: string) => ` · next try ${at}`,
  again: 'Send again',
  nothingSent: 'Nothing sent yet.',
  goesWith: 'What it has not delivered yet is dropped, and its log is deleted.',
};

export const keys = {
  title: 'Keys and tokens',
  about:
    'An API key can do everything in this organization, so keep it on servers. Give your users’ browsers client tokens.',
  newKey: 'The new key',
  lastUsed: (at: string) => `last used ${at}`,
  neverUsed: 'never used',
  until: (at: string) => ` · until ${at}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  key: (name: string) => `The key ${name}`,
  goesWith: 'Programs that use it are refused from then on.',
  own: 'this browser uses it',
  revokeOwn: {
    title: 'Revoke the key that this browser uses?',
    about: 'This console and its talk page then ask for another key. Have one at hand.',
    yes: 'Revoke it',
    no: 'Keep it',
  },
};

export const clientTokens = {
  title: 'Client token',
  about:
    'It lets the browser of one user start sessions for an hour. Your server normally makes these tokens. Here you can make one to try.',
  make: 'Make a token',
  goodUntil: (at: string) => `Valid until ${at}.`,
  token: 'The token',
};

export const start = {
  title: 'Get started',
  about:
    'Start a conversation from your own code. The ids are those of this organization. Put an API key into KEY.',
  none: 'Make an avatar with an agent first.',
  curl: 'This starts a session. The answer has the address of the room and a token to join it.',
  typescript: 'Run this on your server, with the typed client.',
  python: 'This needs only the standard library.',
  html: 'Put this into the page of your user. TOKEN is a client token that your server made with POST /v3/tokens.',
  react:
    'Put this into your app, with @visavis/react and livekit-client. TOKEN is a client token that your server made with POST /v3/tokens.',
};

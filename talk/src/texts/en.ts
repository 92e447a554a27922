/** What the page says; `{name}` and the like are filled in. Other languages have the same keys. */
export const en = {
  wait: 'One moment…',
  title: 'Talk with an avatar',
  enterKey:
    'Enter an API key of your organization. It stays in this tab. Or run {command} where the service runs: it prints a link that opens this page ready to use.',
  key: 'API key {field}',
  continue: 'Continue',
  whom: 'Who do you want to talk with?',
  how: 'It greets you, and you talk or type. Your browser asks for the microphone; without one you can type.',
  answersFrom: 'Answers from {field}',
  ownDocuments: 'the documents of its agent',
  makeOwn:
    'Your own face, documents, voice or model: make them in the {console} or with the {api}, and they appear here.',
  console: 'console',
  others: 'Talk with somebody else',
  noRecognition:
    'The operator of this service can add speech recognition and a natural voice with {command}.',
  noAnswer: 'The service does not answer',
  tryAgain: 'Try again',
  language: 'Language',
  replaceKey:
    'Sign in with the key of this link, {key}…? It takes the place of {before}…, and may be of another organization: continue only if you know who made the link.',
  keyRefused: 'This key is not valid. It may have expired, or somebody has deleted it.',
  noAgent: 'Nobody speaks for it yet: link an agent with it (agentId).',
  noAvatar: 'There is no avatar yet. Create one with POST /v1/avatars.',
  speechHere: 'Speech on this machine',
  downloaded: 'Downloaded',
  doesNotHear:
    'Without a key the avatar does not hear you yet. You are signed in as the operator of this service.',
  plainVoice:
    'Without a key the avatar speaks with a plain voice yet. You are signed in as the operator of this service.',
  downloadModels: 'Download {names} ({size})',
  voice: 'a natural voice',
  recognition: 'speech recognition',
  licences: 'Licences: {names}',
  modelsHere: 'Speech recognition and voice are here: the next conversation has them.',
  downloadStopped: 'The download was stopped; it goes on when it is asked for again.',
  progress: '{name}: {size} of {total}',
};

export type Texts = typeof en;

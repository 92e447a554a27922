/** Words that the search ignores. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do for from how i in is it of on or the to what when with'.split(' '),
);

/** Search words that the text of a page or section does not contain, by its id. */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  'guides/console': 'sign-in sign in login log in password dashboard admin studio',
  'guides/deploy#one-machine-with-containers': 'docker compose install self-host',
  'guides/deploy#several-machines': 'postgres s3 scale cluster high availability',
  'guides/embeds#in-other-pages': 'iframe cors origin',
  'guides/embeds#make-one': 'embed widget chat bubble iframe website',
  'guides/faces#a-picture-of-your-own': 'own face own avatar photo portrait upload',
  'guides/keep#erase-a-user': 'gdpr privacy delete data personal forget',
  'guides/keep#what-there-is-to-keep': 'record recording video download',
  'guides/local-language': 'own model offline gguf llm',
  'guides/local-speech#speech-recognition':
    'whisper stt offline transcription turn taking barge-in interrupt',
  'guides/local-speech#a-natural-voice': 'own voice piper tts offline',
  'guides/own-agent': 'byo bot backend',
  'guides/providers#your-own-model-server':
    'own model own voice custom llm ollama vllm llama openai compatible stt tts',
  'guides/sizing#what-one-conversation-costs': 'gpu price cpu hardware requirements',
  'guides/tools': 'function calling functions actions',
  'guides/web#the-users-camera': 'webcam video vision',
  'guides/webhooks': 'webhook callback events notifications',
  'guides/watch#metrics': 'latency prometheus grafana monitoring',
};

/** The index must be created and loaded with the same options. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'words', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  processTerm: (term: string) => (STOP_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boost: { title: 4, page: 2, words: 6 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 4 ? 0.15 : false),
    combineWith: 'AND' as const,
    // Most readers search for how to do something: pages for developers and single API calls rank lower.
    boostDocument: (id: string) => {
      if (/^(decisions|contributing|changelog|architecture|turn|clients|api\/resources)/.test(id)) return 0.4;
      return id.startsWith('api/') ? 0.85 : 1;
    },
  },
};

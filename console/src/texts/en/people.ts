import { PROVIDERS } from './providers.ts';

const NONE_YET = 'Make one from a picture, or from one of the built-in people.';

/** Avatars, characters, and what their forms share. */
export const avatars = {
  title: 'Avatars',
  about: 'Your users talk with them. Each has a face, a voice and instructions.',
  add: 'New avatar',
  find: 'Find an avatar',
  none: 'No avatar yet',
  noneFits: 'No avatar fits',
  noneYet: NONE_YET,
  mute: 'It has no agent yet and cannot speak.',
};

export const characters = {
  title: 'Characters',
  about:
    'A face, a voice and a brain, for conversations of the API’s version 3. Version 1 calls them avatars.',
  add: 'New character',
  find: 'Find a character',
  none: 'No character yet',
  noneFits: 'No character fits',
  noneYet: NONE_YET,
};

export const personForm = {
  brain: 'What it says',
  knowledge: 'Answers from',
  knowledgeHelp: 'A knowledge base with your documents.',
  noKnowledge: 'no documents',
  tools: 'Tools it may use',
  voiceGroup: 'Model and voice',
  voice: 'Voice',
  anyVoice: 'Any voice',
  firstVoices: 'Which voice fits the face?',
  kindsOfVoice: ['A warm woman', 'A calm man', 'A lively young woman'],
  faceFirst: 'Choose a face first.',
  try: 'Try it',
  saveFirst: 'You talk with the saved version. Save to hear your changes.',
  tryLater: 'Save it first. Then you can talk with it here.',
};

export const avatarForm = {
  make: 'Make the avatar',
  provider: 'Provider',
  providerHelp: 'Without an API key for the provider, the offline demo answers and says so.',
  anyProvider: (now: string | undefined) => `What this service has${now ? ` (now ${now})` : ''}`,
  providers: PROVIDERS,
  noVoice: 'the provider’s default',
  language: 'Language',
  noLanguage: 'the language of the user',
  shared: 'Other avatars use its agent, too. When you save, this avatar gets its own agent.',
};

export const characterForm = {
  title: 'Character',
  make: 'Make the character',
  noVoice: 'the first voice of the organization',
};

export const facePicker = {
  label: 'Face',
  source: 'Source of the face',
  people: 'Built-in people',
  picture: 'A picture of your own',
  file: 'Picture of the face',
  current: 'The chosen picture',
  drop: 'Drop a picture here, or click to choose one',
  advice:
    'Choose a face from the front, with a closed mouth and even light. PNG, JPEG or WebP, at most 5 MiB. Use only pictures of people who have agreed.',
  wrongType: (file: string) => `${file} is not a PNG, JPEG or WebP picture.`,
  tooLarge: (file: string) => `${file} is larger than 5 MiB.`,
  unreadable: (file: string) => `${file} cannot be read as a picture.`,
  adjust: 'Crop it, or adjust its face',
};

export const pictureEditor = {
  move: 'Move the picture in the square. The arrow keys move it, too.',
  zoom: 'Zoom',
  people: 'Several people are in the picture. Whose face is it?',
  person: (number: number) => `Person ${number} from the left`,
  part: 'What to adjust',
  whole: 'Picture',
  parts: { outline: 'Outline', lips: 'Lips', leftLids: 'Left eye', rightLids: 'Right eye' },
  lines: {
    outline: 'Outline',
    lips: 'Edge of the lips',
    innerLips: 'Lips inside',
    leftLids: 'Lids of the left eye',
    rightLids: 'Lids of the right eye',
    leftEye: 'Eye on the left',
    rightEye: 'Eye on the right',
  } as Record<string, string>,
  point: (line: string, number: number) => `${line}, point ${number}`,
  looking: 'Looking for the face…',
  itself: 'the picture',
  found: 'A face was found. Choose a part of it above, and pull its lines where they are not right.',
  notFound:
    'No face was found. Use a picture in which somebody looks into the camera, or place the face by hand. Otherwise the picture sways, and its lips cannot move.',
  problems: {
    small:
      'The face is too small: the picture sways, and its lips cannot move. Use a larger picture, or one from nearer.',
    cut: 'The border of the picture cuts off the face: the picture sways, and its lips cannot move. Use a picture with the whole head in it.',
    turned:
      'The face is turned away too far, or something covers it: the picture sways, and its lips cannot move. Use a picture in which the person looks into the camera.',
  },
  moved: 'The face moves by the points as you placed them.',
  reset: 'Find the points again',
  byHand: 'Place the face by hand',
};

export const faceClip = {
  label: 'Sentence to try',
  sentence: 'Good to see you. How can I help you today?',
  say: 'Hear and see it',
  picture: 'The face as it speaks',
  notice: 'This is the offline voice of this service.',
};

export const voiceSample = {
  button: 'Listen',
  label: (voice: string) => `Listen to the voice ${voice}`,
};

export const tryIt = {
  conversation: (name: string) => `Console: ${name}`,
  you: 'You',
};

import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  Client,
  DateTime,
  Flag,
  Id,
  MaybeText,
  OptionalBody,
  OptionalBoolean,
  OptionalEnum,
  OptionalId,
  OptionalInteger,
  OptionalText,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
  UpdateBody,
  VideoChoice,
} from './common.ts';
import { Conversation, roomTokens } from './conversation.ts';

export const EMBED_LIMITS = {
  origins: 50,
  maxSeconds: { min: 10, max: 86_400, default: 300 },
  concurrentConversations: { min: 1, max: 1_000, default: 2 },
  secondsPerDay: { min: 10, max: 10_000_000, default: 3_600 },
  /** The minimum seconds that a conversation counts as, even if nobody joined: a start has a cost. */
  countedSeconds: 10,
} as const;

const COLOR = '^#[0-9a-fA-F]{6}$';
const LANGUAGE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
const THEMES = ['auto', 'light', 'dark'] as const;
const SIDES = ['left', 'right'] as const;
const LOOK_WORDS = {
  title: 'Text on the button and above the avatar. Default: a text with the name of the character or avatar.',
  accentColor: 'Color of buttons as `#` and six hexadecimal digits, such as `#146c5f`.',
  theme: 'Color theme. `auto`, the default, follows the system of the visitor.',
  side: 'Corner of the page in which the button is. Default: `right`.',
  language:
    'Language of the texts of the widget as a BCP 47 tag, such as `en` or `pt-BR`. Default: the language of the page or of the visitor.',
};

/** The default appearance of the widget. */
const look = {
  title: MaybeText(LOOK_WORDS.title),
  accentColor: Type.Optional(Type.String({ pattern: COLOR, description: LOOK_WORDS.accentColor })),
  theme: Type.Optional(Type.Enum([...THEMES], { description: LOOK_WORDS.theme })),
  side: Type.Optional(Type.Enum([...SIDES], { description: LOOK_WORDS.side })),
  language: Type.Optional(Type.String({ pattern: LANGUAGE, description: LOOK_WORDS.language })),
};
const Look = Type.Object(look, { title: 'Look', description: 'Appearance of the widget.' });
export type EmbedLookFields = Static<typeof Look>;

const OptionalPattern = (pattern: string, description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], pattern, maxLength: 64, description }),
  );
const ChosenLook = OptionalBody(
  Body(
    {
      title: OptionalText(80, LOOK_WORDS.title),
      accentColor: OptionalPattern(COLOR, LOOK_WORDS.accentColor),
      theme: OptionalEnum(THEMES, LOOK_WORDS.theme),
      side: OptionalEnum(SIDES, LOOK_WORDS.side),
      language: OptionalPattern(LANGUAGE, LOOK_WORDS.language),
    },
    { description: 'Appearance of the widget. It replaces the previous appearance completely.' },
  ),
);

const NAME = 'Display name. It is also the name of conversations that are started from the embed.';
const origins = {
  minItems: 1,
  maxItems: EMBED_LIMITS.origins,
  description:
    'Origins of pages that may show the embed, such as `https://shop.example`. Pages of the service itself always may.',
};

export const Embed = Resource(
  'Embed',
  {
    id: Id('Identifier of the embed. It is not a secret.', 'emb_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    client: OwnClient,
    name: Text(NAME),
    characterId: Text('Id of the character or avatar.'),
    knowledgeBaseId: MaybeText('Id of the knowledge base that is used instead of the character’s own.'),
    greeting: MaybeText('First sentence, used instead of the character’s own greeting.'),
    allowedOrigins: Type.Array(Type.String(), origins),
    maxSeconds: Amount('Maximum duration of a conversation in seconds.'),
    concurrentConversations: Amount('Maximum number of conversations at the same time.'),
    secondsPerDay: Amount('Maximum seconds of all its conversations per day (UTC).'),
    video: Flag('If `false`, the avatar has only audio. If `true`, the setting of its agent applies.'),
    enabled: Flag('Whether new conversations can start.'),
    look: Look,
    use: Type.Object(
      {
        running: Amount('Number of running conversations.'),
        secondsToday: Amount(
          `Seconds used today (UTC). A running conversation counts with its maximum duration, an ended one with at least ${EMBED_LIMITS.countedSeconds} seconds.`,
        ),
      },
      { description: 'Use of the embed at the time of the response.' },
    ),
    snippet: Text('HTML to insert into your pages.'),
    ...TIMESTAMPS,
  },
  'An avatar that web pages can show without a backend of their own.',
);
export type Embed = Static<typeof Embed>;

const characterId = RequiredText(100, 'Id of a character, or of an avatar with a linked agent.');
const allowedOrigins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  ...origins,
  uniqueItems: true,
});
const optional = {
  client: Client,
  knowledgeBaseId: OptionalId(
    'Id of a knowledge base that is used instead of the one of the character or agent.',
  ),
  greeting: OptionalText(
    TEXT_LIMITS.greeting,
    'First sentence, used instead of the greeting of the character or agent.',
  ),
  maxSeconds: OptionalInteger({
    minimum: EMBED_LIMITS.maxSeconds.min,
    maximum: EMBED_LIMITS.maxSeconds.max,
    description: `Maximum duration of a conversation in seconds; must be below the organization limit. Default: ${EMBED_LIMITS.maxSeconds.default}, or one second less than the limit if that is lower.`,
  }),
  concurrentConversations: OptionalInteger({
    minimum: EMBED_LIMITS.concurrentConversations.min,
    maximum: EMBED_LIMITS.concurrentConversations.max,
    description: `Maximum number of conversations at the same time. Default: ${EMBED_LIMITS.concurrentConversations.default}.`,
  }),
  secondsPerDay: OptionalInteger({
    minimum: EMBED_LIMITS.secondsPerDay.min,
    maximum: EMBED_LIMITS.secondsPerDay.max,
    description: `Maximum seconds of all its conversations per day (UTC). Each conversation counts as at least ${EMBED_LIMITS.countedSeconds} seconds. Default: ${EMBED_LIMITS.secondsPerDay.default}.`,
  }),
  video: VideoChoice('With `true`, the setting of the agent applies. Default: `true`.'),
  enabled: OptionalBoolean(
    'Whether new conversations can start. Running ones continue in any case. Default: `true`.',
  ),
  look: ChosenLook,
};

export const CreateEmbed = Body({
  name: RequiredText(TEXT_LIMITS.name, NAME),
  characterId,
  allowedOrigins,
  ...optional,
});
export type CreateEmbed = Static<typeof CreateEmbed>;

export const UpdateEmbed = UpdateBody(
  {
    name: Type.Optional(RequiredText(TEXT_LIMITS.name, NAME)),
    characterId: Type.Optional(characterId),
    allowedOrigins: Type.Optional(allowedOrigins),
    ...optional,
  },
  [...READ_ONLY, 'use', 'snippet'],
);
export type UpdateEmbed = Static<typeof UpdateEmbed>;

/** The fields that an allowed page can read before a conversation starts. */
export const EmbedLook = Resource('EmbedLook', {
  id: Text('Id of the embed.'),
  name: Text('Name of the character or avatar.'),
  thumbnailUrl: Text('URL of a small picture of the face.'),
  ...look,
});
export type EmbedLook = Static<typeof EmbedLook>;

export const StartedEmbedConversation = Resource('StartedEmbedConversation', {
  conversation: Type.Object(
    {
      id: Text('Id of the conversation.'),
      serverUrl: Text('WebSocket URL at which the visitor joins the room.'),
      engine: Conversation.properties.engine,
      maxSeconds: Amount(
        'Maximum duration in seconds, limited by the seconds that the embed has left today.',
      ),
      endsAt: DateTime('Latest time at which it ends.'),
    },
    { description: 'The started conversation.' },
  ),
  consumerAccessToken: roomTokens.consumerAccessToken,
  token: Text(
    'Client token for this conversation: it can read, follow, rate and stop it and renew its access tokens, but start nothing.',
  ),
  expiresAt: DateTime('When `token` expires.'),
});
export type StartedEmbedConversation = Static<typeof StartedEmbedConversation>;

import { type Static, Type } from 'typebox';
import { Body, DateTime, Resource } from './common.ts';

export const MODEL_PURPOSES = [
  'runtime',
  'turns',
  'speech-recognition',
  'voice',
  'language-model',
  'embeddings',
] as const;
export const MODEL_STATES = ['absent', 'partial', 'installed', 'damaged'] as const;
export const LANGUAGE_REASONS = ['measured', 'estimated', 'too-slow', 'unavailable'] as const;
export const DOWNLOAD_STATES = ['running', 'done', 'failed', 'stopped'] as const;

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

export const LocalModel = Resource(
  'LocalModel',
  {
    name: Type.String({ examples: ['whisper-tiny'] }),
    purpose: Type.Enum(MODEL_PURPOSES, {
      description:
        'What it is for: `runtime` runs the others; `turns` tells speech from other sound, and whether a sentence is over; `embeddings` finds passages by meaning.',
    }),
    title: Type.String({ examples: ['Whisper tiny: quick, 99 languages'] }),
    bytes: Type.Integer({ description: 'What is downloaded.', examples: [43_340_104] }),
    license: Type.Object({ name: Type.String({ examples: ['MIT'] }), url: Type.String() }),
    languages: Type.Array(Type.String(), {
      description: 'ISO 639-1; `*` for many; empty where it has nothing to do with language.',
    }),
    needs: Type.Array(Type.String(), { description: 'Models that come with it.' }),
    state: Type.Enum(MODEL_STATES, {
      description:
        '`partial`: a download was broken off, and goes on when it is asked for again. `damaged`: `problem` says how.',
    }),
    receivedBytes: Type.Optional(
      Type.Integer({ description: 'Of a model that is `partial`: how much is here.' }),
    ),
    problem: Type.Optional(Type.String({ description: 'What is wrong with its files.' })),
    unavailable: Type.Optional(Type.String({ description: 'Why this machine cannot run it.' })),
  },
  'A model that runs on the machine of the service.',
);
export type LocalModel = Static<typeof LocalModel>;

export const ModelDownload = Resource(
  'ModelDownload',
  {
    names: Type.Array(Type.String(), { description: 'What is downloaded, in this order.' }),
    state: Type.Enum(DOWNLOAD_STATES),
    model: Type.Optional(Type.String({ description: 'The model that comes now, or came last.' })),
    bytes: Type.Integer({ description: 'Of all models together, what is here.' }),
    totalBytes: Type.Integer(),
    problem: Type.Optional(Type.String({ description: 'Why it failed, and what to do about it.' })),
    startedAt: DateTime('When it began.'),
    endedAt: Type.Optional(DateTime('When it was done, failed or was stopped.')),
  },
  'A download of models; the service makes one at a time.',
);
export type ModelDownload = Static<typeof ModelDownload>;

const FirstClauseMs = (description: string) => Type.Optional(Type.Integer({ description, examples: [640] }));

export const LanguageAdvice = Resource(
  'LanguageAdvice',
  {
    used: Type.Optional(
      Type.String({ description: 'The installed language model that answers if a provider has no key.' }),
    ),
    recommended: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Name of a model.', examples: ['qwen2.5-coder-0.5b'] }),
          firstClauseMs: FirstClauseMs(
            'How long the first clause of an answer should take; absent if nothing was measured.',
          ),
          memoryBytes: Type.Integer({
            description: 'About how much memory it takes.',
            examples: [720_000_000],
          }),
        },
        { description: 'The largest language model that should answer in time; absent if there is none.' },
      ),
    ),
    reason: Type.Enum(LANGUAGE_REASONS, {
      description:
        '`measured`: the recommended model should be fast enough, judging by what was `measured`. `estimated`: no measurement says it yet, and ' +
        'the model is recommended for the cores and memory of this machine. `too-slow`: judging by what was `measured`, none answers ' +
        'in time. `unavailable`: this machine cannot run any of them.',
    }),
    maxFirstClauseMs: Type.Integer({
      description: 'If the first clause takes longer, a conversation drags.',
      examples: [1200],
    }),
    measured: Type.Optional(
      Type.Object(
        {
          model: Type.String({ description: 'The model that was measured.' }),
          firstClauseMs: FirstClauseMs(
            'How long the first clause took; absent if the model did not answer within a minute.',
          ),
          tokensPerSecond: Type.Number({ description: 'How fast it continued.', examples: [24.5] }),
          cpu: Type.String({ description: 'Name of the processor.' }),
          cores: Type.Integer({ description: 'How many the service may use.' }),
          measuredAt: DateTime('When it was measured.'),
        },
        {
          description:
            'The speed of the model in use, or of another one on this machine. The service measures a model once, while no conversation ' +
            'runs, and `npx visavis doctor --measure` measures it again.',
        },
      ),
    ),
  },
  'Which language model suits the machine of the service.',
);
export type LanguageAdvice = Static<typeof LanguageAdvice>;

export const LocalModels = Resource('LocalModels', {
  models: Type.Array(LocalModel),
  download: Type.Optional(ModelDownload),
  suggested: Type.Optional(
    Type.Object(
      {
        names: Type.Array(Type.String()),
        missingBytes: Type.Integer({ description: '0 where all of them are here.' }),
      },
      {
        description:
          'What most people want, for avatars that hear and speak by themselves; absent where this machine cannot run it.',
      },
    ),
  ),
  language: LanguageAdvice,
  command: Type.String({ description: 'The same at a terminal.' }),
  folder: Type.String({ description: 'Where they are kept on the machine of the service.' }),
});
export type LocalModels = Static<typeof LocalModels>;

export const AddModels = Body({
  names: Type.Array(Name('Name of a model, or `speech-recognition` or `voice` for the usual ones.'), {
    minItems: 1,
    maxItems: 50,
  }),
});
export type AddModels = Static<typeof AddModels>;

export const ModelParams = Type.Object({ name: Name('Name of the model.') });

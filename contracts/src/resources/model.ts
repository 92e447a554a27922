import { type Static, Type } from 'typebox';
import { Body, DateTime, MaybeText, MaybeTime, Resource, Text } from './common.ts';

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
    name: Type.String({ description: 'Name of the model.', examples: ['whisper-tiny'] }),
    purpose: Type.Enum(MODEL_PURPOSES, {
      description:
        'Purpose of the model. `runtime` runs the other models; `turns` detects speech and the end of a sentence; `embeddings` finds passages by meaning.',
    }),
    title: Type.String({
      description: 'Short description for people.',
      examples: ['Whisper tiny: quick, 99 languages'],
    }),
    bytes: Type.Integer({ description: 'Download size in bytes.', examples: [43_340_104] }),
    license: Type.Object(
      { name: Type.String({ examples: ['MIT'] }), url: Type.String() },
      { description: 'License of the model.' },
    ),
    languages: Type.Array(Type.String(), {
      description:
        'Supported languages as ISO 639-1 codes; `*` for many. Empty if the model does not depend on a language.',
    }),
    needs: Type.Array(Type.String(), { description: 'Names of the models that are installed with it.' }),
    state: Type.Enum(MODEL_STATES, {
      description:
        'State of the installation. `partial`: a download was interrupted; adding the model again resumes it. `damaged`: see `problem`.',
    }),
    receivedBytes: Type.Optional(Type.Integer({ description: 'For `partial`: bytes downloaded so far.' })),
    problem: MaybeText('For `damaged`: what is wrong with its files.'),
    unavailable: MaybeText('Why this machine cannot run the model. Absent if it can.'),
  },
  'A model that runs on the machine of the service.',
);
export type LocalModel = Static<typeof LocalModel>;

export const ModelDownload = Resource(
  'ModelDownload',
  {
    names: Type.Array(Type.String(), { description: 'Names of the models, in the order of their download.' }),
    state: Type.Enum(DOWNLOAD_STATES, { description: 'State of the download.' }),
    model: MaybeText('Name of the current model, or of the last one.'),
    bytes: Type.Integer({ description: 'Bytes of all these models that are downloaded so far.' }),
    totalBytes: Type.Integer({ description: 'Total bytes of all these models.' }),
    problem: MaybeText('Why the download failed, and what you can do.'),
    startedAt: DateTime('When it started.'),
    endedAt: MaybeTime('When it finished, failed or was stopped. Absent while it runs.'),
  },
  'A download of models. Only one runs at a time.',
);
export type ModelDownload = Static<typeof ModelDownload>;

const FirstClauseMs = (description: string) => Type.Optional(Type.Integer({ description, examples: [640] }));

export const LanguageAdvice = Resource(
  'LanguageAdvice',
  {
    used: MaybeText('Name of the installed language model, which answers if a provider has no key.'),
    recommended: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Name of a model.', examples: ['qwen3-0.6b'] }),
          firstClauseMs: FirstClauseMs(
            'Expected time to the first clause of an answer, in milliseconds. Absent if nothing was measured.',
          ),
          memoryBytes: Type.Integer({
            description: 'Approximate memory of the model, in bytes.',
            examples: [720_000_000],
          }),
        },
        { description: 'Largest language model that should answer in time. Absent if there is none.' },
      ),
    ),
    reason: Type.Enum(LANGUAGE_REASONS, {
      description:
        'Basis of the recommendation. `measured`: the speed of this machine. `estimated`: its cores and memory, because nothing was ' +
        'measured yet. `too-slow`: no model answers in time at the measured speed. `unavailable`: this machine can run no model.',
    }),
    maxFirstClauseMs: Type.Integer({
      description: 'Time to the first clause above which a model counts as too slow, in milliseconds.',
      examples: [1200],
    }),
    measured: Type.Optional(
      Type.Object(
        {
          model: Text('Name of the measured model.'),
          firstClauseMs: FirstClauseMs(
            'Time to the first clause, in milliseconds. Absent if the model did not answer within a minute.',
          ),
          tokensPerSecond: Type.Number({
            description: 'Tokens per second after the first clause.',
            examples: [24.5],
          }),
          cpu: Text('Name of the processor.'),
          cores: Type.Integer({ description: 'Number of cores that the service may use.' }),
          measuredAt: DateTime('When it was measured.'),
        },
        {
          description:
            'Speed of the model in use, or of another one on this machine. The service measures a model once, while no conversation ' +
            'runs; `npx visavis doctor --measure` measures it again.',
        },
      ),
    ),
  },
  'Recommendation of a language model for the machine of the service.',
);
export type LanguageAdvice = Static<typeof LanguageAdvice>;

export const LocalModels = Resource('LocalModels', {
  models: Type.Array(LocalModel, { description: 'All known models, installed or not.' }),
  download: Type.Optional(ModelDownload),
  suggested: Type.Optional(
    Type.Object(
      {
        names: Type.Array(Type.String(), { description: 'Names to send to `POST /admin/models`.' }),
        missingBytes: Type.Integer({
          description: 'Bytes that are still to be downloaded; 0 if all are installed.',
        }),
      },
      {
        description:
          'Recommended models, with which avatars hear and speak without an external service. Absent if this machine cannot run them.',
      },
    ),
  ),
  language: LanguageAdvice,
  command: Text('Terminal command that installs the recommended models.'),
  folder: Text('Folder of the models on the machine of the service.'),
});
export type LocalModels = Static<typeof LocalModels>;

export const AddModels = Body({
  names: Type.Array(
    Name('Name of a model, or `speech-recognition` or `voice` for the recommended models of this purpose.'),
    { minItems: 1, maxItems: 50, description: 'Models to download.' },
  ),
});
export type AddModels = Static<typeof AddModels>;

export const ModelParams = Type.Object({ name: Name('Name of the model.') });

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
    problem: Type.Optional(Type.String({ description: 'For `damaged`: what is wrong with its files.' })),
    unavailable: Type.Optional(
      Type.String({ description: 'Why this machine cannot run the model. Absent if it can.' }),
    ),
  },
  'A model that runs on the machine of the service.',
);
export type LocalModel = Static<typeof LocalModel>;

export const ModelDownload = Resource(
  'ModelDownload',
  {
    names: Type.Array(Type.String(), { description: 'Names of the models, in the order of their download.' }),
    state: Type.Enum(DOWNLOAD_STATES, { description: 'State of the download.' }),
    model: Type.Optional(Type.String({ description: 'Name of the current model, or of the last one.' })),
    bytes: Type.Integer({ description: 'Bytes of all these models that are downloaded so far.' }),
    totalBytes: Type.Integer({ description: 'Total bytes of all these models.' }),
    problem: Type.Optional(Type.String({ description: 'Why the download failed, and what you can do.' })),
    startedAt: DateTime('When it started.'),
    endedAt: Type.Optional(DateTime('When it finished, failed or was stopped. Absent while it runs.')),
  },
  'A download of models. Only one runs at a time.',
);
export type ModelDownload = Static<typeof ModelDownload>;

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
  command: Type.String({ description: 'Terminal command that installs the recommended models.' }),
  folder: Type.String({ description: 'Folder of the models on the machine of the service.' }),
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

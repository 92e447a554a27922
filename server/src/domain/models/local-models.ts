import { conflict, notFound, quote, unprocessable } from '../errors.ts';

/** A model that runs on this machine. */
export interface LocalModel {
  name: string;
  purpose: 'runtime' | 'turns' | 'speech-recognition' | 'voice' | 'language-model' | 'embeddings';
  title: string;
  /** Download size in bytes. */
  bytes: number;
  license: { name: string; url: string };
  languages: readonly string[];
  needs: readonly string[];
  /** Why this machine cannot run it. */
  unavailable?: string | undefined;
  installation:
    | { state: 'installed' | 'absent' }
    | { state: 'partial'; bytes: number }
    | { state: 'damaged'; reason: string };
}

export interface ModelDownload {
  names: readonly string[];
  state: 'running' | 'done' | 'failed' | 'stopped';
  model: string | undefined;
  bytes: number;
  totalBytes: number;
  problem: string | undefined;
  startedAt: Date;
  endedAt: Date | undefined;
}

/** Which language model suits this machine. */
export interface LanguageAdvice {
  /** The installed model that answers without a key. */
  used: string | undefined;
  /** The largest model that should answer in time; undefined if there is none. */
  recommended: { name: string; firstClauseMs: number | undefined; memoryBytes: number } | undefined;
  reason: 'measured' | 'estimated' | 'too-slow' | 'unavailable';
  /** The measurement on this machine behind it. `firstClauseMs` is undefined if the model did not answer. */
  measured:
    | {
        model: string;
        firstClauseMs: number | undefined;
        tokensPerSecond: number;
        cpu: string;
        cores: number;
        /** ISO 8601. */
        measuredAt: string;
      }
    | undefined;
  /** If the first clause takes longer than this, a conversation drags. */
  maxFirstClauseMs: number;
}

export interface ModelKeeper {
  readonly path: string;
  /** The terminal command that downloads the usual models. */
  readonly command: string;
  /** Names for groups of models that most people want. */
  readonly shortNames: Readonly<Record<string, readonly string[]>>;
  readonly latestDownload: ModelDownload | undefined;
  list(): Promise<LocalModel[]>;
  adviseLanguage(): Promise<LanguageAdvice>;
  /** Checks the content of its files. Returns the problem, or `undefined` if there is none. */
  verify(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  /** Rejects with a `ModelError` if it cannot start; its message is for operators, and its `hint` says what to do. */
  download(names: readonly string[]): Promise<ModelDownload>;
  /** Resolves when no download is running any more. */
  stopDownload(): Promise<void>;
}

/** Manages the models on this machine. */
export function createLocalModels(keeper: ModelKeeper) {
  const { shortNames } = keeper;

  async function find(name: string): Promise<LocalModel> {
    const model = (await keeper.list()).find((candidate) => candidate.name === name);
    if (!model) throw notFound('model', name);
    return model;
  }

  async function requireInstalled(name: string): Promise<LocalModel> {
    const model = await find(name);
    if (model.installation.state === 'absent') throw conflict(`The model ${quote(name)} is not installed.`);
    return model;
  }

  return {
    async list() {
      const [models, language] = await Promise.all([keeper.list(), keeper.adviseLanguage()]);
      const { path: folder, command, latestDownload: download } = keeper;
      return { models, download, suggested: suggest(models, shortNames), language, command, folder };
    },
    async add(names: readonly string[]) {
      const models = await keeper.list();
      names.forEach((name, at) => {
        if (name in shortNames || models.some((model) => model.name === name)) return;
        const known = [...Object.keys(shortNames), ...models.map((model) => model.name)];
        throw unprocessable(
          `names.${at}`,
          `there is no model named ${quote(name)}; available: ${known.join(', ')}`,
        );
      });
      try {
        return await keeper.download(names.flatMap((name) => shortNames[name] ?? [name]));
      } catch (error) {
        throw toConflict(error);
      }
    },
    async stop() {
      if (keeper.latestDownload?.state !== 'running') throw conflict('No download is running.');
      await keeper.stopDownload();
      return keeper.latestDownload;
    },
    /** Reads all files of a model. Returns it as `damaged` if they differ from what was installed. */
    async verify(name: string): Promise<LocalModel> {
      const model = await requireInstalled(name);
      if (model.installation.state === 'partial') return model;
      const reason = await keeper.verify(name);
      return reason === undefined ? model : { ...model, installation: { state: 'damaged', reason } };
    },
    /** Removes a model. Returns its former state. */
    async remove(name: string) {
      const model = await requireInstalled(name);
      const { latestDownload } = keeper;
      if (latestDownload?.state === 'running' && latestDownload.names.includes(name))
        throw conflict(`The model ${quote(name)} is being downloaded; stop the download first.`);
      try {
        await keeper.remove(name);
      } catch (error) {
        throw toConflict(error);
      }
      return model;
    },
  };
}

/** Returns the models that this machine still needs for a conversation; `undefined` if it cannot run all of them. */
function suggest(models: readonly LocalModel[], shortNames: ModelKeeper['shortNames']) {
  const isInstalled = (purpose: LocalModel['purpose'] | undefined) =>
    models.some((model) => model.purpose === purpose && model.installation.state === 'installed');
  const purposeOf = (name: string) => models.find((model) => model.name === name)?.purpose;
  // A recognizer or voice other than the usual one suffices as well.
  const lacking = Object.keys(shortNames).filter((name) => !isInstalled(purposeOf(shortNames[name]![0]!)));
  const wanted = new Set<LocalModel>();
  const addWithNeeds = (name: string) => {
    for (const model of models.filter((candidate) => candidate.name === name)) {
      wanted.add(model);
      model.needs.forEach(addWithNeeds);
    }
  };
  lacking.flatMap((name) => shortNames[name]!).forEach(addWithNeeds);
  const all = [...wanted];
  if (all.some(({ unavailable }) => unavailable !== undefined)) return undefined;
  const missing = all.filter(({ installation }) => installation.state !== 'installed');
  return {
    names: lacking.length > 0 ? lacking : Object.keys(shortNames),
    missingBytes: missing.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function toConflict(error: unknown): unknown {
  const { name, message, hint } = error as Error & { hint?: string };
  if (name !== 'ModelError') return error;
  const sentence = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
  return conflict(hint === undefined ? sentence : `${sentence} ${hint}`);
}

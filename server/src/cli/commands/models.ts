import { type Config, readConfig } from '../../config.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { StartupError } from '../../lib/startup-error.ts';
import {
  ADD_COMMAND,
  CATALOGUE,
  resolveNames,
  SHORT_NAMES,
  withNeeds,
} from '../../models/catalogue/catalogue.ts';
import { type ModelManifest, sizeOf } from '../../models/catalogue/model-entry.ts';
import { copyModel, fetchModel, findModels } from '../../models/store/install-model.ts';
import { listModels } from '../../models/store/list-models.ts';
import { ModelError } from '../../models/store/model-error.ts';
import { ModelFolder, type ModelState } from '../../models/store/model-folder.ts';
import { type Command, parseArguments, UsageError, unknownCommand } from '../command.ts';
import { megabytes, ProgressLine } from '../progress-line.ts';
import { formatTable } from '../table.ts';

export const models: Command = {
  help: `Usage: visavis models [list]
       visavis models add <name>...
       visavis models add [<name>...] --from <folder>
       visavis models remove <name>...
       visavis models verify [<name>...]

With models, the avatar hears and speaks on this machine, without a key. Nothing is downloaded unless you request it here.

  ${ADD_COMMAND.replace('npx ', '').padEnd(34)}  the recommended choice
  list            lists all known models: whether they are installed, their size and their licence
  add             downloads models and the models that they need; resumes an interrupted download, and installs a model
                  only if the SHA-256 of all its files is correct
  add --from      copies models from a folder: the folder "models" of another data directory, downloaded files, or a model of
                  your own with a "model.json" (see docs/guides/local-speech.md)
  verify          reads all installed files and checks their SHA-256

Models are stored in the folder "models" of the data directory (VISAVIS_DATA_DIR). VISAVIS_MODELS_MIRROR is the address of your own
server with the same files. A running service uses new models from the next conversation on.
With the admin token you can do the same in the console, at /console/#/models.
A language model on this machine answers if a provider has no key; \`npx visavis doctor\` shows which (docs/guides/local-language.md).
For a larger one, run a model server (Ollama, llama.cpp, vLLM) and set LLM_BASE_URL and LLM_MODEL, or set the
key of a provider; \`npx visavis doctor\` checks both.
`,
  async run(args) {
    const { values, positionals } = parseArguments({
      args,
      options: { from: { type: 'string' } },
      allowPositionals: true,
    });
    const [verb = 'list', ...given] = positionals;
    const names = resolveNames(given);
    if (values.from !== undefined && verb !== 'add')
      throw new UsageError('--from can only be used with: models add');
    const config = readConfig();
    const folder = new ModelFolder(config.dataDir);
    try {
      if (verb === 'list' && names.length === 0) return await list(folder);
      if (verb === 'add' && values.from !== undefined) return await addFrom(folder, values.from, names);
      if (verb === 'add' && names.length > 0) return await add(folder, config, names);
      if (verb === 'remove' && names.length > 0) return await remove(folder, given);
      if (verb === 'verify') return await verify(folder, names);
    } catch (error) {
      if (error instanceof ModelError) throw new StartupError(error.message, error.hint);
      throw error;
    }
    if (verb === 'add' || verb === 'remove') throw new UsageError(`models ${verb} needs the name of a model`);
    throw unknownCommand('models', [verb, ...given], ['list', 'add', 'remove', 'verify']);
  },
};

async function list(folder: ModelFolder): Promise<number> {
  const rows = [['NAME', 'INSTALLED', 'FOR', 'SIZE', 'LANGUAGES', 'LICENCE', 'DESCRIPTION']];
  const listed = await listModels(folder);
  for (const model of listed) {
    const { name, purpose, bytes, languages, license, title, unavailable, installation } = model;
    const state = unavailable ? 'unsupported' : stateText(installation);
    const spoken = languages.includes('*') ? 'many' : languages.join(', ') || '-';
    rows.push([name, state, purpose, megabytes(bytes), spoken, license.name, title]);
  }
  // The operator's own models whose description cannot be read.
  for (const name of await folder.names()) {
    if (!listed.some((model) => model.name === name))
      rows.push([name, stateText(await folder.stateOf(name)), '', '', '', '', '']);
  }
  process.stdout.write(
    `${formatTable(rows)}\n\nModels are stored in ${folder.path}. To let the avatar hear and speak: ${ADD_COMMAND}\n`,
  );
  return 0;
}

function stateText(installation: ModelState): string {
  if (installation.state === 'installed') return 'yes';
  if (installation.state === 'partial') return `partial (${megabytes(installation.bytes)})`;
  return installation.state === 'damaged' ? 'damaged' : 'no';
}

async function add(folder: ModelFolder, config: Config, names: readonly string[]): Promise<number> {
  const wanted = [...new Set(names.flatMap((name) => entriesOf(name)))];
  for (const entry of wanted) {
    if (await folder.locate(entry.name)) {
      process.stdout.write(`${entry.name} is already installed\n`);
      continue;
    }
    printLicense(entry, sizeOf(entry.files));
    const { mirror } = config.models;
    await install(entry.name, (onProgress) => fetchModel(folder, entry, { mirror, onProgress }));
  }
  return 0;
}

function entriesOf(name: string) {
  const entries = withNeeds(name);
  if (entries.length > 0) return entries;
  const nearest = nearestName(name, [...CATALOGUE.map((entry) => entry.name), ...Object.keys(SHORT_NAMES)]);
  throw new UsageError(`there is no model named "${name}"${nearest ? `; did you mean "${nearest}"?` : ''}`);
}

async function addFrom(folder: ModelFolder, from: string, names: readonly string[]): Promise<number> {
  const nameOf = ({ found }: Awaited<ReturnType<typeof findModels>>[number]) =>
    found.kind === 'own' ? found.manifest.name : found.entry.name;
  const all = await findModels(from);
  const missing = names.filter((name) => !all.some((each) => nameOf(each) === name));
  if (missing.length > 0) {
    const there = all.map(nameOf).join(', ') || 'no model';
    throw new StartupError(`${from} does not contain ${missing.join(', ')}; it contains: ${there}`);
  }
  if (all.length === 0)
    throw new StartupError(
      `${from} contains no model`,
      'Give the folder "models" of another data directory, or a folder with downloaded files or a model.json.',
    );
  for (const each of all) {
    const name = nameOf(each);
    if (names.length > 0 && !names.includes(name)) continue;
    const described = each.found.kind === 'own' ? each.found.manifest : each.found.entry;
    printLicense(described, sizeOf(described.files));
    await install(name, (onProgress) => copyModel(folder, each, { onProgress }));
  }
  return 0;
}

async function install(
  name: string,
  copyOrDownload: (onProgress: (bytes: number, total: number) => void) => Promise<unknown>,
): Promise<void> {
  const line = new ProgressLine();
  await copyOrDownload((bytes, total) =>
    line.show(`${name}: ${megabytes(bytes)} of ${megabytes(total)}`),
  ).finally(() => line.clear());
  process.stdout.write(`${name} is installed; the SHA-256 of its files is correct\n`);
}

function printLicense({ name, title, license }: Omit<ModelManifest, 'files'>, bytes: number): void {
  process.stdout.write(
    `${name}: ${title} (${megabytes(bytes)})\n  licence ${license.name}: ${license.url}\n`,
  );
}

/** Removes the installed models that the names stand for; a short name such as `voice` may stand for several. */
async function remove(folder: ModelFolder, given: readonly string[]): Promise<number> {
  for (const typed of given) {
    const here = await folder.names();
    const names = resolveNames([typed]).filter((name) => here.includes(name));
    if (names.length === 0)
      throw new StartupError(
        `${typed} is not installed`,
        here.length > 0 ? `Installed: ${here.join(', ')}.` : 'No model is installed.',
      );
    for (const name of names) {
      await folder.remove(name);
      process.stdout.write(`${name} was removed\n`);
    }
  }
  return 0;
}

async function verify(folder: ModelFolder, names: readonly string[]): Promise<number> {
  const here = await folder.names();
  const all = names.length > 0 ? names : here;
  const faulty: string[] = [];
  for (const name of all) {
    const fault = await folder.verify(name);
    if (fault) faulty.push(name);
    process.stdout.write(`${name}: ${fault ?? 'undamaged'}\n`);
  }
  if (all.length === 0) process.stdout.write('no model is installed\n');
  if (faulty.some((name) => here.includes(name)))
    process.stdout.write(
      'Remove the damaged models with `npx visavis models remove`, then add them again.\n',
    );
  return faulty.length > 0 ? 1 : 0;
}

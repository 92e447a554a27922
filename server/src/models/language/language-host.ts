/**
 * Process entry point of the language model's host, which serves the conversations of all processes of this machine.
 * Arguments: the file for its address, the data directory, and the name of the wanted model, if any.
 */
import { ModelFolder } from '../store/model-folder.ts';
import { findLanguageModel } from './find-language-model.ts';
import { LlamaChat } from './llama-chat.ts';
import { runLanguageHost } from './run-language-host.ts';

/** How often it checks whether another model has been installed, or this one removed. */
const LOOK_MS = 5000;
/** After this long without a sign of work, the model is considered hung. */
const HANGS_MS = 15_000;

const [addressFile, dataDir, wanted] = process.argv.slice(2) as [string, string, string?];
const folder = new ModelFolder(dataDir);
const installed = await findLanguageModel(folder, wanted);
if (!installed) process.exit(0);
const host = await runLanguageHost(() => LlamaChat.load(folder.path, installed), addressFile, HANGS_MS);
const known = JSON.stringify(installed);
async function look(): Promise<void> {
  const now = JSON.stringify(await findLanguageModel(folder, wanted));
  if (host.isIdle && now !== known) process.exit(0);
}
setInterval(() => void look(), LOOK_MS);

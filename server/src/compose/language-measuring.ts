import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';
import type { ModelHost } from '../models/host/supervise-model-host.ts';
import type { LanguageModel } from '../models/language/chat-request.ts';
import { findLanguageModel } from '../models/language/find-language-model.ts';
import { LanguageSpeeds } from '../models/language/language-speeds.ts';
import { measureLanguage } from '../models/language/measure-speed.ts';
import { ModelFolder } from '../models/store/model-folder.ts';
import { ChatClient, type ChatEndpoint, type ChatMessage } from '../providers/llm/chat-client.ts';
import { composeLanguageModel } from './language-model.ts';

const POLL_MS = 10_000;
/** How often it checks, while it measures, whether a conversation has begun. */
const BUSY_POLL_MS = 250;
/** Longer than a measurement may take. */
const PATIENCE = { firstMs: 90_000, nextMs: 90_000, wholeMs: 180_000 };
const MAX_FAILURES = 3;

/**
 * Measures the language model of this machine once, in its own process of low priority, while no conversation runs. A
 * conversation that begins stops the measurement, which is made later.
 * @param isBusy whether a conversation runs
 */
export function startLanguageMeasuring(
  { dataDir, models }: Pick<Config, 'dataDir' | 'models'>,
  host: Pick<ModelHost, 'hasLanguage' | 'languageFile'>,
  { isBusy, log, everyMs = POLL_MS }: { isBusy: () => boolean; log: Logger; everyMs?: number },
): { stop(): Promise<void> } {
  const folder = new ModelFolder(dataDir);
  const speeds = new LanguageSpeeds(dataDir);
  const hosted = composeLanguageModel(host.languageFile);
  const closing = new AbortController();
  /** The model whose measurement failed, and how often. */
  let failed = { model: '', count: 0 };
  /** The start of the process whose model needs no measuring: each process writes the file once, and has one model. */
  let finishedMs = 0;

  async function measureIfIdle(): Promise<void> {
    if (!host.hasLanguage || !host.languageFile || isBusy()) return;
    const { mtimeMs } = await stat(host.languageFile);
    if (mtimeMs === finishedMs) return;
    await hosted.refresh();
    const installed = await findLanguageModel(folder, models.language);
    // The process may still be about to change to this model.
    if (!installed || hosted.endpoint?.model !== installed.manifest.name) return;
    const { name } = installed.manifest;
    if ((failed.model === name && failed.count >= MAX_FAILURES) || (await speeds.find(installed.manifest))) {
      finishedMs = mtimeMs;
      return;
    }
    const busy = new AbortController();
    const watch = setInterval(() => isBusy() && busy.abort(), BUSY_POLL_MS).unref();
    const signal = AbortSignal.any([busy.signal, closing.signal]);
    try {
      const speed = await measureLanguage(modelAt(hosted.endpoint), { signal });
      const measured = speeds.measurementOf(installed.manifest, speed);
      await speeds.save(measured);
      const { keptMs, tokensPerSecond } = measured;
      log.info(
        { event: 'language_model.measured', model: name, keptMs, tokensPerSecond },
        'the service measured how fast the language model is on this machine',
      );
    } catch (error) {
      if (signal.aborted) return;
      failed = { model: name, count: failed.model === name ? failed.count + 1 : 1 };
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  const polling = repeat(measureIfIdle, {
    everyMs,
    onFailure: (error) =>
      log.warn(
        { event: 'language_model.not_measured', err: error },
        'the service could not measure the language model; it tries at most three times',
      ),
  });
  return {
    stop: () => {
      closing.abort();
      return polling.stop();
    },
  };
}

/** Asks the model as conversations do. */
function modelAt(endpoint: ChatEndpoint): Pick<LanguageModel, 'answer'> {
  const chat = new ChatClient(endpoint, PATIENCE, systemClock, () => undefined);
  return {
    async *answer({ messages }, signal) {
      for await (const event of chat.stream(messages as ChatMessage[], [], signal))
        if (event.type === 'text') yield event.text;
    },
  };
}

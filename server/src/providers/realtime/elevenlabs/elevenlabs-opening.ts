import type { EngineCore } from '../../../engines/engine-core.ts';
import { composeInstructions } from '../../../engines/instructions.ts';
import type { WebSearch } from '../../../engines/tools/standard-tools.ts';
import { type Clock, sleep } from '../../../lib/clock.ts';
import { type JsonObject, objectOf, textAt } from '../../../lib/json-reader.ts';
import { USER_PATIENCE } from '../../patience.ts';
import { ProviderError } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl, webSocketUrl } from '../../provider-socket.ts';
import { vendorWith } from '../provider.ts';
import type { ConnectionRequest } from '../session/provider-connection.ts';
import { GUARDS, OPENING_DELAYS_MS } from '../session/session-conditions.ts';
import {
  initiation,
  OVERRIDES,
  type Override,
  type Overrides,
  refusedOverride,
} from './elevenlabs-messages.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';

export interface ElevenLabsOptions {
  /**
   * `https://api.elevenlabs.io` or the address of a compatible server; `http`, `https`, `ws` and `wss` are accepted.
   */
  baseUrl: string;
  /** Absent if the agent is public. */
  apiKey?: string | undefined;
  keyPlace?: string | undefined;
  clock: Clock;
  /** How long the first connection is attempted; by default as long as users wait in silence. */
  openingMs?: number | undefined;
  webSearch?: WebSearch | undefined;
  /** The language that the agent speaks and understands, such as `en`; if absent, the agent's own. */
  language?: string | undefined;
  /** A JSON object as text, which is added to the requests to an agent's custom LLM. */
  customLlmExtraBody?: string | undefined;
}

/** Reuse time of signed URLs, which are valid for 15 minutes. */
const SIGNED_URL_MS = 10 * 60_000;

/** How a conversation with an agent is opened: the address, and the overrides of the agent's settings. */
export class ElevenLabsOpening {
  readonly #core: EngineCore;
  readonly #options: ElevenLabsOptions;
  readonly #customLlmExtraBody: JsonObject | undefined;
  /** Empty if the agent should wait, absent if it should say its own. */
  firstMessage: string | undefined;
  #signed: { url: string; at: number } | undefined;
  /** Settings that the remote agent does not allow to be overridden. */
  readonly #refusedOverrides = new Set<Override>();

  constructor(core: EngineCore, options: ElevenLabsOptions) {
    this.#core = core;
    this.#options = options;
    this.#customLlmExtraBody = objectOf(JSON.parse(options.customLlmExtraBody ?? 'null'));
  }

  /** Whether the agent keeps its own prompt. */
  get lacksPrompt(): boolean {
    return this.#refusedOverrides.has('prompt');
  }

  /** @throws ProviderError if the agent cannot be reached: at once if a retry cannot help, otherwise after a few attempts */
  async check(): Promise<void> {
    const { clock, openingMs = USER_PATIENCE.giveUpMs } = this.#options;
    const attemptsSinceMs = clock.now();
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#reach();
      } catch (fault) {
        const error = fault instanceof ProviderError ? fault : undefined;
        const context = { error, openingMs, nowMs: clock.now() };
        const mayPass = GUARDS.mayOpenAgain.holds({ attempts, attemptsSinceMs }, context);
        if (!mayPass || this.#core.ended) throw fault;
        await sleep(clock, OPENING_DELAYS_MS[attempts]!);
      }
    }
  }

  async #reach(): Promise<void> {
    const { baseUrl, apiKey } = this.#options;
    if (apiKey) await this.#signedUrl();
    else await checkReachable(baseUrl);
  }

  async request(): Promise<ConnectionRequest> {
    const { baseUrl, apiKey } = this.#options;
    const agentId = this.#core.host.plan.remoteId!;
    const signed = apiKey && (await this.#signedUrl());
    // A signed URL is valid for one conversation.
    this.#signed = undefined;
    return {
      url: signed || webSocketUrl(baseUrl, '/v1/convai/conversation', { agent_id: agentId }),
      hello: () => {
        const { variables, userId } = this.#core.host.plan.remote ?? {};
        const customLlmExtraBody = this.#customLlmExtraBody;
        return initiation({ overrides: this.#overrides(), variables, userId, customLlmExtraBody });
      },
      awaits: 'the conversation',
    };
  }

  /** Returns true if the agent's security settings refused an override: the conversation is reopened without it. */
  dropOverrides(error: unknown): boolean {
    if (!(error instanceof Error) || !/overrid/i.test(error.message)) return false;
    const sent = this.#overrides();
    const left = OVERRIDES.filter((name) => sent[name] !== undefined);
    if (left.length === 0) return false;
    const named = refusedOverride(error.message);
    const refused = named && left.includes(named) ? [named] : left;
    for (const name of refused) this.#refusedOverrides.add(name);
    this.#core.warn(
      `The ElevenLabs agent does not allow overriding: ${refused.join(', ')}. It uses its own value; its security settings can allow the override`,
    );
    return true;
  }

  instructions(): string {
    return composeInstructions(this.#core.host.plan, { tools: this.#core.tools.tools });
  }

  async #signedUrl(): Promise<string> {
    const { clock } = this.#options;
    if (!this.#signed || clock.now() - this.#signed.at > SIGNED_URL_MS) {
      const url = await fetchSignedUrl(this.#options, this.#core.host.plan.remoteId!);
      this.#signed = { url, at: clock.now() };
    }
    return this.#signed.url;
  }

  #overrides(): Overrides {
    const { voice, remote, language = this.#options.language } = this.#core.host.plan;
    const wanted: Overrides = {
      prompt: remote?.keepsInstructions ? undefined : this.instructions(),
      first_message: this.firstMessage,
      language,
      // Voice ids at ElevenLabs are long; it does not know the voice names of other providers.
      voice_id: voice && /^[A-Za-z0-9]{16,}$/.test(voice) ? voice : undefined,
    };
    return Object.fromEntries(
      Object.entries(wanted).filter(([name]) => !this.#refusedOverrides.has(name as Override)),
    );
  }
}

/**
 * Returns the address at which to open a conversation with a private agent, valid for 15 minutes. This also proves that
 * the key and the agent's id are right. Rejects with a `ProviderError`.
 */
async function fetchSignedUrl(options: ElevenLabsOptions, agentId: string): Promise<string> {
  const { baseUrl, apiKey } = options;
  const vendor = vendorWith(ELEVENLABS, options);
  const url = httpUrl(baseUrl, '/v1/convai/conversation/get-signed-url', { agent_id: agentId });
  const response = await providerFetch(vendor, url, {
    headers: { 'xi-api-key': apiKey! },
    secret: apiKey,
    clock: options.clock,
  });
  const signedUrl = textAt(objectOf(await readJson(response)), 'signed_url');
  if (!signedUrl || !URL.canParse(signedUrl)) {
    throw new ProviderError(vendor, 'rejected', 'its answer contains no signed URL');
  }
  return signedUrl;
}

/** Rejects with a `ProviderError` if no server answers; the status of the answer does not matter. */
async function checkReachable(baseUrl: string): Promise<void> {
  try {
    const response = await providerFetch(ELEVENLABS, httpUrl(baseUrl, '/'));
    await response.body?.cancel();
  } catch (error) {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'unreachable' || kind === 'timeout') throw error;
  }
}

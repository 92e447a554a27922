import type { EnginePlan } from '@visavis/contracts';
import type { EngineFactory } from '../../engines/engine.ts';
import type { WebSearch } from '../../engines/tools/standard-tools.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProviderName } from '../provider-error.ts';

export interface ProviderModel {
  readonly name: string;
  /** Date such as `2027-01-20`: the vendor shuts it down. Absent with a `successor`: it was shut down already. */
  readonly retiresAt?: string;
  /** The model sent to the vendor instead, from that day on. */
  readonly successor?: string;
}

export interface VendorModel {
  name: string;
  /** Date such as `2027-01-20`, if a shutdown is announced. */
  shutsDownOn?: string;
}

/** A vendor's name, models and voices, available without loading its engine. */
export interface ProviderOffer extends ProviderName {
  /** As agents name it: `openai`. It is also the name of its engine. */
  readonly id: string;
  /** The models that requests may name; empty if an agent at the vendor has its own. */
  readonly models: readonly ProviderModel[];
  /** Names that belong to another vendor; every other unknown name is passed through. */
  readonly foreignModels?: RegExp;
  /** The default model, for plans without one if the operator configured none. */
  readonly defaultModel?: string;
  /** The voices that requests may name; empty if an agent at the vendor has its own. */
  readonly voices: readonly string[];
  readonly defaultVoice?: string;
}

/** The capabilities shown in the guide's table of vendors. */
export interface ProviderCapabilities {
  /** Whether the model takes pictures of the user. */
  readonly vision: boolean;
  /** `declared`: the engine declares a conversation's tools to the model. `set_up_at_vendor`: the agent has its own. */
  readonly tools: 'declared' | 'set_up_at_vendor';
  /** Whether the model can continue speaking while a tool runs. */
  readonly nonBlockingTools: boolean;
  /** Whether the vendor searches the web for the model; an operator's search service is not needed. */
  readonly webSearch: boolean;
  /** Whether the agent runs at the vendor: a plan must have a `remoteId`. */
  readonly remoteAgent: boolean;
}

export interface ProviderSetting {
  readonly name: string;
  readonly meaning: string;
  /** The allowed values; absent: any text. */
  readonly values?: readonly string[];
  /** Whether the value must be a JSON object. */
  readonly isJsonObject?: boolean;
}

export interface ProviderSettingNames {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The model for agents that name none. Absent if an agent at the vendor has its own. */
  readonly model?: string;
  /** Further models that requests may name. Absent if an agent at the vendor has its own. */
  readonly furtherModels?: string;
  /** Further settings, by the key under which the engine finds them in `ProviderSettings.options`. */
  readonly options?: Readonly<Record<string, ProviderSetting>>;
}

/** The values of those settings. */
export interface ProviderSettings {
  /** Absent for a compatible server that requires none. */
  apiKey: string | undefined;
  /** Where the key is configured, if not in the environment: for errors. */
  keyPlace?: string | undefined;
  baseUrl: string;
  model?: string;
  options?: Readonly<Record<string, string>>;
}

/** The parts that the composition root passes to every engine. */
export interface EngineNeeds {
  clock: Clock;
  webSearch?: WebSearch | undefined;
  /** For how long the first connection is tried for; as long as users wait in silence where absent. */
  openingMs?: number | undefined;
}

/**
 * The descriptor of a vendor, used by settings, `doctor`, validation and the choice of an engine. A new vendor is a
 * folder with a descriptor and a line in `providers.ts`.
 */
export interface ProviderDescriptor extends ProviderOffer {
  readonly settings: ProviderSettingNames;
  /** The vendor's own address, used if no other is set. */
  readonly home: string;
  readonly capabilities: ProviderCapabilities;
  /** The models of a conversation that does not choose one, for `doctor` to check. */
  modelsInUse?(settings: ProviderSettings, now: number): string[];
  /**
   * Checks the key at a vendor that lists no models. Returns a description of what is available. Rejects with a
   * `ProviderError`, or with the abort of `signal`.
   */
  checkKey?(settings: ProviderSettings, signal?: AbortSignal): Promise<string>;
  /** Lists the models that this key may use. Rejects in the same way. */
  listModels?(settings: ProviderSettings, signal?: AbortSignal): Promise<VendorModel[]>;
  /** Loads the engine's code: only workers need it. */
  load(): Promise<(settings: ProviderSettings, needs: EngineNeeds) => EngineFactory>;
}

/** How errors refer to a key that an organization has configured. */
export const KEY_PLACE = "the organization's key for this provider";

/** Returns the name of the vendor for errors, with the place of the key of these settings. */
export const vendorWith = (
  { name, keySetting }: ProviderOffer,
  { keyPlace }: Pick<ProviderSettings, 'keyPlace'>,
): ProviderName => ({ name, keySetting, ...(keyPlace && { keyPlace }) });

/**
 * Returns the voice of a plan for the vendor. Plans contain only voices of their provider; unknown names are passed
 * through, because vendors add voices.
 */
export function voiceToSend({ id, defaultVoice }: ProviderOffer, plan: EnginePlan): string {
  const voice = plan.voice ?? defaultVoice;
  if (voice === undefined) throw new Error(`the provider ${id} has no default voice`);
  return voice;
}

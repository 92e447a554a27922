import type { EnginePlan } from '@visavis/contracts';
import type { Clock } from '../lib/clock.ts';
import type { EngineFactory } from './engine.ts';
import type { ProviderName } from './provider-error.ts';
import type { WebSearch } from './tools/standard-tools.ts';

/** A model as requests name it. */
export interface ProviderModel {
  readonly name: string;
  /** `2027-01-20`: the day on which the vendor shuts it down. Absent with a `successor`: it is gone already. */
  readonly retiresAt?: string;
  /** The model that is named to the vendor in its place from that day on. */
  readonly successor?: string;
}

/** A model as its vendor lists it. */
export interface VendorModel {
  name: string;
  /** `2027-01-20`, where a shutdown is announced. */
  shutsDownOn?: string;
}

/** What a vendor has, and what it is called. Known without loading its engine. */
export interface ProviderOffer extends ProviderName {
  /** As agents name it: `openai`. It is the name of its engine, too. */
  readonly id: string;
  /** The models that requests may name; empty where an agent at the vendor brings its own. */
  readonly models: readonly ProviderModel[];
  /** Names that are plainly another vendor's; every other name that is not in the table is passed through. */
  readonly foreignModels?: RegExp;
  /** For a plan without a model, where the operator names none. */
  readonly defaultModel?: string;
  /** The voices that requests may name; empty where an agent at the vendor brings its own. */
  readonly voices: readonly string[];
  readonly defaultVoice?: string;
}

/** What the guide's table of vendors is made of. */
export interface ProviderCapabilities {
  /** Pictures that the user sends reach the model. */
  readonly vision: boolean;
  /** `declared`: the engine names the tools of a conversation to the model. `set_up_at_vendor`: the agent there has its own. */
  readonly tools: 'declared' | 'set_up_at_vendor';
  /** The model speaks on while a tool runs. */
  readonly nonBlockingTools: boolean;
  /** The vendor searches the web for the model; an operator's search service is not needed. */
  readonly webSearch: boolean;
  /** The agent lives at the vendor: a plan must have a `remoteId`. */
  readonly remoteAgent: boolean;
}

/** A setting of one vendor beside those that all have. */
export interface ProviderSetting {
  /** Its name in the environment. */
  readonly name: string;
  /** What it does, for the list of settings. */
  readonly meaning: string;
  /** All that it may be; absent: any text. */
  readonly values?: readonly string[];
  /** It is the text of a JSON object. */
  readonly isJsonObject?: boolean;
}

/** The names of a vendor's settings in the environment. */
export interface ProviderSettingNames {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The model of agents that name none. Absent where an agent at the vendor brings its own. */
  readonly model?: string;
  /** Further models that requests may name. Absent where an agent at the vendor brings its own. */
  readonly furtherModels?: string;
  /** By the key under which the engine finds them in `ProviderSettings.options`. */
  readonly options?: Readonly<Record<string, ProviderSetting>>;
}

/** The values of those settings. */
export interface ProviderSettings {
  /** Absent for a compatible server that asks for none. */
  apiKey: string | undefined;
  baseUrl: string;
  model?: string;
  options?: Readonly<Record<string, string>>;
}

/** What the composition root lends to every engine. */
export interface EngineNeeds {
  clock: Clock;
  webSearch?: WebSearch | undefined;
}

/**
 * All that the rest of the service knows about a vendor. Settings, `doctor`, validation, the choice of an engine and
 * the list of settings read it; a new vendor is a folder with one of these and a line in `providers.ts`.
 */
export interface ProviderDescriptor extends ProviderOffer {
  readonly settings: ProviderSettingNames;
  /** The vendor's own address, where no other is set. */
  readonly home: string;
  readonly capabilities: ProviderCapabilities;
  /** The models that a conversation without a choice of its own uses, for `doctor` to look for. */
  modelsInUse?(settings: ProviderSettings, now: number): string[];
  /** Asks a vendor that lists no models whether it takes the key; what it has, in words. Rejects with a `ProviderError`. */
  checkKey?(settings: ProviderSettings): Promise<string>;
  /** Asks the vendor what models this key may use. Rejects with a `ProviderError`. */
  listModels?(settings: ProviderSettings): Promise<VendorModel[]>;
  /** Loads the engine's code: only workers need it. */
  load(): Promise<(settings: ProviderSettings, needs: EngineNeeds) => EngineFactory>;
}

/** Plans hold voices of their provider only; names are passed through, since vendors add voices. */
export function voiceToSend({ id, defaultVoice }: ProviderOffer, plan: EnginePlan): string {
  const voice = plan.voice ?? defaultVoice;
  if (voice === undefined) throw new Error(`the provider ${id} has no default voice`);
  return voice;
}

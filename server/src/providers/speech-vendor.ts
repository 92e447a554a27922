import type { Clock } from '../lib/clock.ts';
import type { Patience } from './patience.ts';
import type { ProviderName } from './provider-error.ts';

export interface SpeechVendorSettings {
  /** Absent for a compatible server that asks for none. */
  apiKey?: string | undefined;
  baseUrl: string;
  model: string;
  voice?: string | undefined;
}

export type OpenedSettings = SpeechVendorSettings & { patience: Patience };

/**
 * The descriptor of a vendor of speech to text or text to speech, read by settings, `doctor`, metrics and the composition root. A new
 * vendor is a folder with a descriptor and a line in `recognition-vendors.ts` or `synthesis-vendors.ts`.
 */
export interface SpeechVendor<Service> extends ProviderName {
  /** `deepgram`; its settings are `DEEPGRAM_API_KEY`, `DEEPGRAM_BASE_URL` and `DEEPGRAM_MODEL`. */
  readonly id: string;
  /** What its key does, for the list of settings. */
  readonly meaning: string;
  /** Its own address, where no other is set. */
  readonly home: string;
  readonly defaultModel: string;
  /** What the setting of a voice (`CARTESIA_VOICE`) takes; absent where there is none. */
  readonly voiceMeaning?: string;
  /** Checks key, and voice where there is one; returns a description. Rejects with a `ProviderError`. */
  checkKey(settings: SpeechVendorSettings): Promise<string>;
  open(settings: OpenedSettings, clock: Clock): Service;
}

/** The settings of the vendors that are turned on, by `id`. */
export type SpeechVendorsOn = Readonly<Record<string, SpeechVendorSettings | undefined>>;

/** The service of the first vendor that is turned on. */
export function openFirstVendor<Service>(
  vendors: readonly SpeechVendor<Service>[],
  on: SpeechVendorsOn,
  patience: Patience,
  clock: Clock,
): Service | undefined {
  const vendor = vendors.find(({ id }) => on[id]);
  return vendor?.open({ ...on[vendor.id]!, patience }, clock);
}

import type { Clock } from '../lib/clock.ts';
import type { Patience } from './patience.ts';
import type { ProviderName } from './provider-error.ts';

export interface SpeechVendorSettings {
  /** Absent for a compatible server that requires none. */
  apiKey?: string | undefined;
  baseUrl: string;
  model: string;
  voice?: string | undefined;
}

export type OpenedSettings = SpeechVendorSettings & { patience: Patience };

/**
 * Descriptor of a vendor of speech to text or text to speech, used by settings, `doctor`, metrics and the composition
 * root. A vendor is a folder with a descriptor and a line in `recognition-vendors.ts` or `synthesis-vendors.ts`.
 */
export interface SpeechVendor<Service> extends ProviderName {
  /** Such as `deepgram`, whose settings are `DEEPGRAM_API_KEY`, `DEEPGRAM_BASE_URL` and `DEEPGRAM_MODEL`. */
  readonly id: string;
  /** What its key is for, for the list of settings. */
  readonly meaning: string;
  /** Its own address, used if no other is set. */
  readonly home: string;
  readonly defaultModel: string;
  /** Describes the setting of a voice (`CARTESIA_VOICE`); absent if there is none. */
  readonly voiceMeaning?: string;
  /** Checks the key, and the voice if there is one. Returns a description. Rejects with a `ProviderError`. */
  checkKey(settings: SpeechVendorSettings): Promise<string>;
  open(settings: OpenedSettings, clock: Clock): Service;
}

/** The settings of the enabled vendors, by `id`. */
export type SpeechVendorsOn = Readonly<Record<string, SpeechVendorSettings | undefined>>;

/** Opens the service of the first enabled vendor. */
export function openFirstVendor<Service>(
  vendors: readonly SpeechVendor<Service>[],
  on: SpeechVendorsOn,
  patience: Patience,
  clock: Clock,
): Service | undefined {
  const vendor = vendors.find(({ id }) => on[id]);
  return vendor?.open({ ...on[vendor.id]!, patience }, clock);
}

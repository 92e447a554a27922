import type { FliteVoiceName } from './flite-program.ts';

/**
 * How one of our API's voice names sounds here. flite has four usable speakers (`kal` is `kal16` at half the
 * bandwidth); a name is a speaker with its own vocal tract, pitch, liveliness, tempo and brightness.
 */
export interface VoiceProfile {
  speaker: Exclude<FliteVoiceName, 'kal'>;
  /** Factor on the formants; above 1 is a smaller head. Done by resampling; multiples of 0.02 keep that cheap. */
  tract: number;
  /** Mean audible pitch, in Hz. Without effect on `rms`, whose pitch changes only with `tract`. */
  pitchHz: number;
  /** Spread of the pitch, in Hz. */
  pitchSpreadHz: number;
  /** Speed relative to the speaker's own. */
  tempo: number;
  /** -1 (muffled, close) … 0 (as recorded) … 1 (bright). */
  brightness: number;
}

function profile(
  speaker: VoiceProfile['speaker'],
  tract: number,
  pitchHz: number,
  pitchSpreadHz: number,
  tempo: number,
  brightness: number,
): VoiceProfile {
  return { speaker, tract, pitchHz, pitchSpreadHz, tempo, brightness };
}

/** The comment after each name is how the name is commonly described. */
const PROFILES: Readonly<Record<string, VoiceProfile>> = {
  // Women.
  Zephyr: profile('slt', 1.06, 206, 18, 1.05, 0.5), // bright
  Kore: profile('slt', 1, 176, 11, 1, 0.15), // firm
  Leda: profile('slt', 1.12, 258, 20, 1.04, 0.3), // youthful
  Aoede: profile('slt', 1.02, 192, 22, 1.1, 0), // breezy
  Callirrhoe: profile('slt', 0.98, 182, 16, 0.94, -0.2), // easy-going
  Autonoe: profile('slt', 1.08, 188, 14, 1, 0.6), // bright
  Despina: profile('slt', 0.96, 190, 12, 0.98, -0.4), // smooth
  Erinome: profile('slt', 1.04, 164, 10, 0.96, 0.35), // clear
  Laomedeia: profile('slt', 1.08, 231, 24, 1.12, 0.2), // upbeat
  Achernar: profile('slt', 1.02, 210, 12, 0.92, -0.6), // soft
  Gacrux: profile('slt', 0.88, 148, 15, 0.88, -0.15), // mature
  Pulcherrima: profile('slt', 0.94, 200, 20, 1.08, 0.4), // forward
  Vindemiatrix: profile('slt', 0.94, 168, 13, 0.9, -0.4), // gentle
  Sulafat: profile('slt', 0.96, 184, 18, 0.98, -0.15), // warm
  // Men.
  Puck: profile('awb', 1.06, 146, 24, 1.08, 0.3), // upbeat
  Charon: profile('rms', 0.9, 91, 12, 1, 0), // informative
  Fenrir: profile('awb', 1, 160, 30, 1.14, 0.2), // excitable
  Orus: profile('rms', 1, 101, 12, 1.02, 0.3), // firm
  Enceladus: profile('awb', 0.94, 112, 12, 0.92, -0.6), // breathy
  Iapetus: profile('rms', 1.06, 107, 12, 0.98, 0.5), // clear
  Umbriel: profile('awb', 0.98, 120, 14, 0.94, -0.2), // easy-going
  Algieba: profile('rms', 0.98, 99, 12, 0.96, -0.5), // smooth
  Algenib: profile('awb', 0.88, 92, 12, 0.95, 0.2), // gravelly
  Rasalgethi: profile('awb', 1.02, 128, 16, 1.04, 0.4), // informative
  Alnilam: profile('awb', 0.92, 107, 12, 1, 0.3), // firm
  Schedar: profile('rms', 1.04, 105, 12, 0.94, -0.2), // even
  Achird: profile('awb', 1.06, 135, 20, 0.98, -0.1), // friendly
  Zubenelgenubi: profile('rms', 1.1, 111, 12, 1.08, 0), // casual
  Sadachbia: profile('rms', 1.14, 115, 12, 1.12, 0.3), // lively
  Sadaltager: profile('kal16', 0.98, 106, 12, 1.02, -0.2), // knowledgeable
  // A realtime provider's names, which responses of the older API version may contain.
  alloy: profile('slt', 0.94, 186, 14, 1.02, 0.2),
  ash: profile('rms', 1.02, 103, 12, 1.04, -0.3),
  ballad: profile('awb', 1.02, 138, 22, 0.92, -0.3),
  cedar: profile('rms', 0.92, 93, 12, 0.98, -0.3),
  coral: profile('slt', 1.04, 198, 18, 1.02, -0.2),
  echo: profile('awb', 0.96, 120, 14, 1.02, 0.1),
  marin: profile('slt', 1, 186, 16, 1.04, -0.1),
  sage: profile('slt', 0.98, 170, 12, 0.96, 0.1),
  shimmer: profile('slt', 1.1, 208, 16, 1, 0.1),
  verse: profile('awb', 1.04, 142, 26, 1.02, 0.1),
};

/** Returns the profile of a name. Unknown names (a provider's own voice ids) sound like `Puck`, the API's default. */
export function profileOf(voice: string): VoiceProfile {
  return Object.hasOwn(PROFILES, voice) ? PROFILES[voice]! : PROFILES.Puck!;
}

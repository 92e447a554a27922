import { randomInt } from 'node:crypto';

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Prefixes known to LiveKit's clients. */
export type SidPrefix =
  /** Room, participant. */
  | 'RM_'
  | 'PA_'
  /** Track: of an unknown source, a microphone, a camera, a shared screen, its audio. */
  | 'TR_'
  | 'TR_AM'
  | 'TR_VC'
  | 'TR_VS'
  | 'TR_AS'
  /** Data track. */
  | 'DTR_'
  /** Agents: worker, job, dispatch. */
  | 'AW_'
  | 'AJ_'
  | 'AD_';

/** Creates an identifier in LiveKit's form: a prefix and twelve random characters. */
export function createSid(prefix: SidPrefix): string {
  let sid: string = prefix;
  for (let index = 0; index < 12; index++) sid += ALPHABET[randomInt(ALPHABET.length)];
  return sid;
}

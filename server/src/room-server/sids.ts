import { randomInt } from 'node:crypto';

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Prefixes that LiveKit's clients know: rooms, participants, tracks by source, data tracks; agents' workers, jobs, dispatches. */
export type SidPrefix =
  | 'RM_'
  | 'PA_'
  | 'TR_'
  | 'TR_AM'
  | 'TR_VC'
  | 'TR_VS'
  | 'TR_AS'
  | 'DTR_'
  | 'AW_'
  | 'AJ_'
  | 'AD_';

/** An identifier in LiveKit's form: a prefix and twelve characters. */
export function createSid(prefix: SidPrefix): string {
  let sid: string = prefix;
  for (let index = 0; index < 12; index++) sid += ALPHABET[randomInt(ALPHABET.length)];
  return sid;
}
